"""POST /v1/ask with ``Accept: text/event-stream``: stages, verified claims, and the answer that is given without it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.errors import problem_of
from api.streaming import wants_events
from tests.http.serving import PATIENCE, Headers, Service, assert_problem, document, running

EVENTS = {"Accept": "text/event-stream"}
Event = tuple[str, dict[str, Any]]


def events(service: Service, question: str, headers: Headers | None = None, **more: Any) -> list[Event]:
    """The events of a question as a client reads them."""
    sent = {"question": question, **more}
    with service.client.stream("POST", "/v1/ask", headers={**EVENTS, **(headers or {})}, json=sent) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        return list(read(answer.iter_lines()))


def read(lines: Iterator[str]) -> Iterator[Event]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


@pytest.mark.parametrize(
    "asked",
    [
        {"question": "What is the refund window?", "valid_at": "2026-04-01"},
        {"question": "¿Cuál es el plazo de reembolso?", "valid_at": "2025-06-01"},
        {"question": "How deep is the harbour?", "valid_at": "2026-04-01"},
    ],
    ids=["en", "es", "declined"],
)
def test_the_events_join_to_the_answer_that_is_given_without_them(service: Service, asked: dict[str, Any]) -> None:
    known = {**asked, "known_at": "2026-04-21T12:00:00Z"}
    told = events(service, **known)
    whole = service.call("POST", "/v1/ask", json=known).json()
    *before, (last, answer) = told
    assert last == "answer"
    assert {**answer, "trace_id": ""} == {**whole, "trace_id": ""}
    assert [data for name, data in before if name == "claim"] == answer["claims"]
    assert all(data["verdict"] == "supported" for name, data in before if name == "claim")
    assert {name for name, _ in before} <= {"stage", "claim"}


def test_stages_come_in_order_and_a_claim_not_before_its_evidence_is_admitted(service: Service) -> None:
    told = events(service, "Can I refund order 1042?")
    names = [data["stage"] if name == "stage" else name for name, data in told]
    places = [
        names.index(each) for each in ("question", "retrieval", "live", "assembly", "claim", "grounding", "answer")
    ]
    assert places == sorted(places)
    assert "assembly.without_conflict" in names
    assert names.count("claim") == 3
    assert all(set(data) == {"stage"} for name, data in told if name == "stage")


def test_what_is_declined_tells_no_claim(service: Service) -> None:
    told = events(service, "Can I refund order 9999?")
    assert "claim" not in [name for name, _ in told]
    assert told[-1][1]["abstained"] == "live_read_failed"


def test_the_events_of_what_is_hidden_are_those_of_what_is_not_there(service: Service) -> None:
    hiding, empty = {"X-Vigente-Tenant": "hiding"}, {"X-Vigente-Tenant": "empty"}
    said = document("The berth fee is 310 USD.", title="Berth fee", level=2, valid_from="2026-01-01")
    service.put_whole("fees/berth", said, {**hiding, "X-Vigente-Level": "2"})
    question = "What is the berth fee?"
    times = {"valid_at": "2026-04-01", "known_at": "2026-04-22"}
    told, plain = (blank(events(service, question, headers, **times)) for headers in (hiding, empty))
    assert told == plain
    assert told[-1][1]["abstained"] == "no_evidence"


def blank(told: list[Event]) -> list[Event]:
    """Without the trace's name."""
    return [(name, {**data, "trace_id": ""} if name == "answer" else data) for name, data in told]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"question": "¿?"}, 400, "invalid_question"),
        ({"question": "refund", "decision": "no_such"}, 404, "not_found"),
        ({"question": ""}, 422, "invalid_request"),
    ],
)
def test_what_cannot_be_asked_is_a_problem_with_its_status(
    service: Service, body: dict[str, Any], status: int, code: str
) -> None:
    assert_problem(service.call("POST", "/v1/ask", EVENTS, json=body), status, code)


def test_what_goes_wrong_on_the_way_is_the_last_event(tmp_path: Path) -> None:
    with running(tmp_path / "vigente.db") as one:
        with closing(sqlite3.connect(tmp_path / "vigente.db", timeout=PATIENCE)) as connection:
            connection.execute("DROP TABLE traces")
        told = events(one, "What is the refund window?")
    name, problem = told[-1]
    assert (name, problem["status"], problem["code"]) == ("error", 503, "store_unavailable")
    assert set(problem) == {"type", "title", "status", "detail", "code"}
    assert {name for name, _ in told[:-1]} == {"stage"}


def test_a_fault_of_the_service_is_told_without_its_words() -> None:
    problem = problem_of(RuntimeError("the words of a document"))
    assert (problem.status, problem.code) == (500, "internal")
    assert "words" not in problem.detail


@pytest.mark.parametrize(
    ("accept", "events"),
    [
        (None, False),
        ("application/json", False),
        ("*/*", False),
        ("text/event-stream", True),
        ("application/json;q=0.5, Text/Event-Stream;q=0.9", True),
    ],
)
def test_events_are_given_to_who_names_them(accept: str | None, events: bool) -> None:
    assert wants_events(accept) is events
