"""The explanations over HTTP, and what they keep from who may not know."""

from __future__ import annotations

import pytest

from tests.http.serving import Service, assert_problem, document

QUESTION = "What is the refund window?"


def test_a_difference_names_its_cause(service: Service) -> None:
    body = {"question": QUESTION, "from": "2026-01-01", "to": "2026-04-01"}
    found = service.call("POST", "/v1/diff", json=body).json()
    assert not found["same"]
    assert [(one["happened"], one["revision"], one["by_revision"]) for one in found["causes"]] == [
        ("superseded", "A", "B")
    ]


def test_why_and_why_not(service: Service) -> None:
    trace = service.ask(QUESTION)["trace_id"]
    found = service.call("GET", f"/v1/why/{trace}").json()
    assert found["about"] == "answer"
    ground = found["grounds"][0]
    assert ground["in_force"]
    fact = service.call("GET", f"/v1/why/{ground['facts'][0]['fact_id']}").json()
    assert fact["about"] == "fact"
    absent = service.call("POST", "/v1/why-not", json={"question": QUESTION, "uri": ground["source"]["uri"]}).json()
    assert absent["fate"] == "cited"


def test_a_trace_is_shown_and_run_again(service: Service) -> None:
    trace = service.ask(QUESTION)["trace_id"]
    shown = service.call("GET", f"/v1/traces/{trace}").json()
    assert shown["id"] == trace
    assert {stage["name"] for stage in shown["stages"]} >= {"conflicts", "relevance"}
    again = service.call("POST", f"/v1/traces/{trace}/replay", json={"question": QUESTION}).json()
    assert again["same"], again["changed"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1/why/none", None),
        ("GET", "/v1/traces/none", None),
        ("POST", "/v1/traces/none/replay", {"question": QUESTION}),
        ("POST", "/v1/why-not", {"question": QUESTION, "uri": "policy/none"}),
    ],
)
def test_what_is_not_here_is_one_sentence(service: Service, method: str, path: str, body: object) -> None:
    assert_problem(service.call(method, path, json=body), 404, "not_found")


def test_a_dry_run_of_a_put_writes_nothing(service: Service) -> None:
    commit = service.parts.product.store.state().commit
    content = document("The vessel Elena berths at quay one.", title="Berth", language="en", valid_from="2025-01-01")
    tried = service.call("PUT", "/v1/sources/notices/elena?dry_run=true", json={"content": content})
    assert tried.status_code == 200, tried.text
    assert tried.json()["dry_run"] is True
    assert [(one["uri"], one["before"]) for one in tried.json()["effects"]] == [("notices/elena", [])]
    assert (tried.json()["conflict_changes"], tried.json()["merges"]) == ([], [])
    assert service.parts.product.store.state().commit == commit
