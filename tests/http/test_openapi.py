"""The OpenAPI document, and whether the service keeps to it whatever is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    positive_data_acceptance,
    unsupported_method,
)

from api.app import create_app
from api.examples import ASKED
from service.settings import load
from tests.http.serving import Service, refund_documents, running

SETTINGS = hypothesis.settings(
    max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck), database=None
)


DOCUMENT = create_app(load(host="127.0.0.1")).openapi()
CONFIG = schemathesis.Config.from_dict(
    {"generation": {"allow-extra-parameters": False}}
)  # a client sends headers of its own
api = schemathesis.openapi.from_dict(DOCUMENT, config=CONFIG)


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of its own: what is put and deleted here at random must not be missed elsewhere."""
    with running(tmp_path_factory.mktemp("tried") / "vigente.db") as one:
        for uri, content in refund_documents():
            one.put_whole(uri, content)
        yield one


@api.parametrize()
@SETTINGS
def test_every_answer_is_as_the_document_says(case: schemathesis.Case[Any], tried: Service) -> None:
    # A schema cannot say that a question has words, how many tokens they are, or that a form's field is JSON.
    refused: list[schemathesis.CheckFunction] = [positive_data_acceptance] if case.method in ("POST", "PUT") else []
    # A URI may have slashes: what can be put under the path of a source's changes is a source of that name.
    refused += [unsupported_method, allow_header_conformance] if case.path.endswith("/changes") else []
    case.call_and_validate(base_url=tried.url, timeout=60, excluded_checks=refused)


def test_operations_have_names_that_a_client_can_use() -> None:
    assert {(method, path): what["operationId"] for path, method, what in operations()} == {
        ("post", "/v1/ask"): "ask",
        ("post", "/v1/search"): "search",
        ("get", "/v1/sources"): "get_sources",
        ("put", "/v1/sources/{uri}"): "put_source",
        ("delete", "/v1/sources/{uri}"): "delete_source",
        ("get", "/v1/sources/{uri}/changes"): "get_changes",
        ("get", "/v1/conflicts"): "get_conflicts",
        ("get", "/v1/conflicts/metrics"): "get_conflict_metrics",
        ("get", "/v1/conflicts/{conflict_id}"): "get_conflict",
        ("put", "/v1/conflicts/{conflict_id}/owner"): "put_conflict_owner",
        ("post", "/v1/conflicts/{conflict_id}/notes"): "post_conflict_note",
        ("post", "/v1/conflicts/{conflict_id}/resolution"): "post_conflict_resolution",
        ("post", "/v1/conflicts/{conflict_id}/reopening"): "post_conflict_reopening",
        ("get", "/v1/entities"): "get_entities",
        ("get", "/v1/entities/{entity_id}"): "get_entity",
        ("get", "/v1/graph"): "get_graph",
        ("post", "/v1/merges"): "merge",
        ("post", "/v1/splits"): "split",
        ("get", "/v1/jobs/{job_id}"): "get_job",
        ("post", "/v1/diff"): "diff",
        ("post", "/v1/why-not"): "explain_absence",
        ("get", "/v1/why/{identity}"): "explain",
        ("get", "/v1/traces/{trace_id}"): "get_trace",
        ("post", "/v1/traces/{trace_id}/replay"): "replay_trace",
        ("get", "/healthz"): "healthz",
        ("get", "/readyz"): "readyz",
        ("get", "/metrics"): "metrics",
    }


def test_every_operation_has_its_group_its_summary_and_its_problems() -> None:
    groups = {tag["name"] for tag in DOCUMENT["tags"]}
    for path, _, what in operations():
        assert set(what["tags"]) <= groups
        assert what["summary"]
        for status, answer in what["responses"].items():
            if int(status) >= 400 and path.startswith("/v1"):
                assert list(answer["content"]) == ["application/problem+json"]
                assert answer["content"]["application/problem+json"]["schema"] == {
                    "$ref": "#/components/schemas/Problem"
                }


def test_what_is_referred_to_is_there() -> None:
    referred = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(DOCUMENT)))
    assert referred <= set(DOCUMENT["components"]["schemas"])


@pytest.mark.parametrize("name", ASKED)
def test_the_examples_can_be_sent_as_they_stand(service: Service, name: str) -> None:
    answer = service.call("POST", "/v1/ask", json=ASKED[name].get("value"))
    assert answer.status_code == 200, answer.text


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, what in methods.items():
            yield path, method, what
