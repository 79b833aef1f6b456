"""The service over either store: documents go in as jobs, answers follow what is in force, and everything can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import neo4j_server
from tests.flows.desk import TENANT
from tests.http.serving import Service, assert_problem, refund_documents, running

HEADERS = {"X-Vigente-Tenant": TENANT}
QUESTION = "What is the refund window?"
URI = "policy/refund.en"


def _refunds() -> list[tuple[str, str]]:
    return [(uri, content) for uri, content in refund_documents() if uri.endswith(".en")]


@pytest.fixture
def service(kind: str, tmp_path: Path, orders: str) -> Iterator[Service]:
    if kind == "neo4j":
        neo4j_server.empty(neo4j_server.uri())
    with running(neo4j_server.uri() if kind == "neo4j" else tmp_path / "store.db", tenant=TENANT) as one:
        yield one


def test_documents_go_in_answer_and_are_taken_back(service: Service) -> None:
    done = [service.put_whole(uri, content, HEADERS) for uri, content in _refunds()]
    assert [job["state"] for job in done] == ["done"] * 3
    answer = service.ask(QUESTION, HEADERS)
    assert "14 days" in answer["answer"]
    assert {piece["uri"] for piece in answer["evidence"]} >= {URI}
    assert "30 days" in service.ask(QUESTION, HEADERS, valid_at="2025-06-01")["answer"]

    changed = service.call("GET", f"/v1/sources/{URI}/changes?to=B", HEADERS)
    assert "30 days" in changed.text
    assert "14 days" in changed.text
    assert service.put(*next(refund for refund in _refunds() if refund[0] == URI), HEADERS).status_code == 200, (
        "unchanged"
    )
    assert service.call("DELETE", f"/v1/sources/{URI}", HEADERS).status_code == 200
    assert "days" not in service.ask(QUESTION, HEADERS)["answer"].replace("60 days", "")
    service.put_whole(*_refunds()[0], HEADERS)
    assert "30 days" in service.ask(QUESTION, HEADERS)["answer"]
    assert_problem(service.call("DELETE", "/v1/sources/no/such", HEADERS), 404)
    assert service.call("GET", "/readyz").status_code == 200
    assert service.parts.product.store.check() == ()
