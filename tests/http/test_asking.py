"""POST /v1/ask and /v1/search: the worked case over HTTP, and questions that cannot be taken."""

from __future__ import annotations

import pytest

from tests.http.serving import Service, assert_problem

CLAIMS = {
    "es": [
        ("El límite vigente es de 14 días.", ["B"]),
        ("El pedido 1042 tiene 20 días.", [None]),
        ("El pedido 1042 no se puede reembolsar: tiene 20 días y el límite es de 14 días.", ["B", None]),
    ],
    "en": [
        ("The limit in force is 14 days.", ["B"]),
        ("Order 1042 is 20 days old.", [None]),
        ("Order 1042 cannot be refunded: it is 20 days old and the limit is 14 days.", ["B", None]),
    ],
}
QUESTIONS = {"es": "¿Puedo reembolsar el pedido {}?", "en": "Can I refund order {}?"}
SURROGATE = b'{"question": "refund \\ud800 window"}'


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_worked_case_is_three_claims_from_the_policy_in_force_and_the_order(
    service: Service, orders: str, language: str
) -> None:
    found = service.ask(QUESTIONS[language].format(1042))
    assert (found["abstained"], found["language"], found["required_behavior"]) == (None, language, "answer")
    assert [(item["uri"], item["revision"], item["authority"]) for item in found["evidence"]] == [
        (f"policy/refund.{language}", "B", "governing"),
        (f"{orders}/orders/1042", None, "live"),
    ]
    revisions = {item["evidence_id"]: item["revision"] for item in found["evidence"]}
    cited = [
        (claim["text"], [revisions[one["evidence_id"]] for one in claim["citations"]]) for claim in found["claims"]
    ]
    assert cited == CLAIMS[language]
    assert all(claim["verdict"] == "supported" for claim in found["claims"])
    held = {(item["uri"], item["revision"]): item["reason"] for item in found["held_back"]}
    assert held[f"policy/refund.{language}", "A"] == "superseded"
    assert held[f"forum/refunds.{language}", None] == "not_authorised"


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_citation_is_a_span_of_its_evidence(service: Service, language: str) -> None:
    found = service.ask(QUESTIONS[language].format(1042))
    texts = {item["evidence_id"]: item["text"] for item in found["evidence"]}
    first = found["claims"][0]["citations"][0]
    assert "14" in texts[first["evidence_id"]][first["start"] : first["end"]]


@pytest.mark.parametrize("language", ["es", "en"])
def test_an_order_that_cannot_be_read_ends_in_an_abstention(service: Service, language: str) -> None:
    found = service.ask(QUESTIONS[language].format(9999))
    assert (found["abstained"], found["claims"], found["evidence"]) == ("live_read_failed", [], [])


def test_a_declared_decision_needs_no_words(service: Service) -> None:
    found = service.ask("Is it still in time?", decision="refund_eligibility", subject="1043")
    assert found["claims"][-1]["text"] == "Order 1043 can be refunded: it is 5 days old and the limit is 14 days."


def test_both_times_are_the_callers(service: Service) -> None:
    found = service.ask("What is the refund window?", valid_at="2025-06-01")
    assert found["scope"]["valid_at"] == "2025-06-01"
    assert found["scope"]["valid_at_from"] == "caller"
    assert "30 days" in found["answer"]
    before = service.ask("What is the refund window?", known_at="2020-01-01T00:00:00+01:00")
    assert before["scope"]["known_at"] == "2019-12-31T23:00:00Z"
    assert (before["abstained"], before["evidence"]) == ("no_evidence", [])


def test_search_gives_each_methods_rank_and_score(service: Service) -> None:
    found = service.search("plazo de reembolso", limit=2)
    assert len(found) == 2
    assert found[0]["uri"] == "policy/refund.es"
    assert {"lexical", "dense"} <= {by["method"] for by in found[0]["by"]}
    assert all(by["rank"] >= 1 for one in found for by in one["by"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"question": " \u0000\u0007 "}, 400, "invalid_question"),
        ({"question": "¿?"}, 400, "invalid_question"),
        ({"question": "window " * 560}, 400, "invalid_question"),
        ({"question": ""}, 422, "invalid_request"),
        ({"question": "a" * 4001}, 422, "invalid_request"),
        ({"question": 7}, 422, "invalid_request"),
        ({}, 422, "invalid_request"),
        ([], 422, "invalid_request"),
        ({"question": "refund", "valid_at": "2026-02-30"}, 400, "invalid_date"),
        ({"question": "refund", "valid_at": "soon"}, 400, "invalid_date"),
        ({"question": "refund", "valid_at": ""}, 400, "invalid_date"),
        ({"question": "refund", "valid_at": 2026}, 400, "invalid_date"),
        ({"question": "refund", "valid_at": True}, 400, "invalid_date"),
        ({"question": "refund", "valid_at": "12026-01-01"}, 400, "invalid_date"),
        ({"question": "refund", "known_at": "0001-01-01T00:00:00+14:00"}, 400, "invalid_date"),
        ({"question": "refund", "known_at": "9999-12-31T23:00:00-14:00"}, 400, "invalid_date"),
        ({"question": "refund", "known_at": "9" * 5000}, 400, "invalid_date"),
        ({"question": "refund", "decision": "no_such"}, 404, "not_found"),
        ({"question": "refund", "decision": "refund_eligibility", "subject": "../admin"}, 422, "invalid_request"),
        ({"question": "refund", "decision": "refund_eligibility", "subject": "10\n42"}, 422, "invalid_request"),
        ({"question": "refund", "valid_At": "2026-01-01"}, 422, "invalid_request"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(
    service: Service, body: object, status: int, code: str
) -> None:
    answer = service.call("POST", "/v1/ask", json=body)
    assert_problem(answer, status, code)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (SURROGATE, 422, "invalid_request"),
        (b'{"question": "a", "\\ud800": 1}', 422, "invalid_request"),
        (b'{"question": "\xff\xfe"}', 400, "bad_request"),
        (b'{"question": ', 422, "invalid_request"),
        (b'{"question": "refund", "valid_at": NaN}', 400, "invalid_date"),
        (b"[" * 100_000, 400, "bad_request"),
        (b'{"question": ' + b"9" * 5000 + b"}", 400, "bad_request"),
        (b" " * 1_000_001, 413, "request_too_large"),
        (b"", 422, "invalid_request"),
    ],
    ids=["surrogate", "surrogate key", "not UTF-8", "torn", "NaN", "deep", "long number", "large", "empty"],
)
def test_bytes_that_are_no_question_are_refused(service: Service, body: bytes, status: int, code: str) -> None:
    answer = service.call("POST", "/v1/ask", {"Content-Type": "application/json"}, content=body)
    assert_problem(answer, status, code)


@pytest.mark.parametrize(
    "question", ['C++ (beta) AND "x', "NEAR(refund*", "'; DROP TABLE x; --", "refund\u0000window", "é" * 200]
)
def test_whatever_is_typed_is_text(service: Service, question: str) -> None:
    service.ask(question)
    service.search(question)


@pytest.mark.parametrize("limit", [0, -1, 1001, "10", 1.5, True, None])
def test_a_limit_is_a_number_of_candidates(service: Service, limit: object) -> None:
    answer = service.call("POST", "/v1/search", json={"question": "refund", "limit": limit})
    assert_problem(answer, 422, "invalid_request")


@pytest.mark.parametrize(("method", "path"), [("GET", "/v1/nothing"), ("GET", "/v1/ask"), ("POST", "/v1/sources/a")])
def test_what_is_not_there_is_a_problem_too(service: Service, method: str, path: str) -> None:
    answer = service.call(method, path)
    assert_problem(answer, 404 if path.endswith("nothing") else 405)
