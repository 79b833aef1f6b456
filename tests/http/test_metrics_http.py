"""GET /metrics over the running service: what questions, documents and the inbox come to; and for whom."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.http.serving import Service, assert_problem, document, over, running
from tests.http.test_keys import new_key

Labels = tuple[tuple[str, str], ...]


def read(service: Service) -> dict[tuple[str, Labels], float]:
    """Each sample by its name and labels, as Prometheus reads the page."""
    answer = service.call("GET", "/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def grown(
    before: dict[tuple[str, Labels], float], after: dict[tuple[str, Labels], float], name: str, **labels: str
) -> float:
    key = name, tuple(sorted(labels.items()))
    return after.get(key, 0.0) - before.get(key, 0.0)


def test_what_a_question_comes_to_is_counted(service: Service) -> None:
    before = read(service)
    service.ask("¿Puedo reembolsar el pedido 1042?")
    service.ask("Can I refund order 9999?")
    assert_problem(service.call("POST", "/v1/ask", json={"question": "¿?"}), 400, "invalid_question")
    after = read(service)
    questions = "vigente_questions_total"
    assert grown(before, after, questions, outcome="answered", reason="") == 1
    assert grown(before, after, questions, outcome="declined", reason="live_read_failed") == 1
    assert grown(before, after, questions, outcome="failed", reason="invalid_question") == 1
    assert grown(before, after, "vigente_claims_total", verdict="supported") == 3
    assert grown(before, after, "vigente_held_back_total", reason="superseded") >= 1
    assert grown(before, after, "vigente_held_back_total", reason="not_authorised") >= 1
    assert grown(before, after, "vigente_live_reads_total", source="orders", read="true") == 1
    assert grown(before, after, "vigente_live_reads_total", source="orders", read="false") == 1
    for stage, times in {"ask": 3, "retrieval": 2, "assembly": 2, "assembly.live_read": 2, "grounding": 2}.items():
        assert grown(before, after, "vigente_stage_seconds_count", stage=stage) == times
        assert grown(before, after, "vigente_stage_seconds_bucket", stage=stage, le="+Inf") == times


def test_documents_jobs_the_store_and_the_inbox_are_told(tmp_path: Path) -> None:
    with running(tmp_path / "vigente.db") as one:
        said = {
            uri: document(f"Refund window: {days} days", title="Refunds", source_type="policy", valid_from="2026-01-01")
            for uri, days in (("policy/a", 14), ("policy/b", 30))
        }
        for uri, text in said.items():
            one.put_whole(uri, text)
        assert one.put("policy/a", said["policy/a"]).json()["outcome"] == "unchanged"
        assert over(one.client, one.put("policy/c", "# "))["state"] == "failed"
        found = read(one)
    assert grown({}, found, "vigente_documents_total", outcome="new", reason="") == 2
    assert grown({}, found, "vigente_documents_total", outcome="unchanged", reason="") == 1
    assert grown({}, found, "vigente_documents_total", outcome="refused", reason="empty_document") == 1
    assert grown({}, found, "vigente_vectors_total") >= 2
    assert grown({}, found, "vigente_store_commit") >= 2
    assert (grown({}, found, "vigente_jobs", state="done"), grown({}, found, "vigente_jobs", state="failed")) == (2, 1)
    assert all(found["vigente_up", (("part", part),)] == 1 for part in ("store", "index", "worker"))
    assert grown({}, found, "vigente_inbox_conflicts", status="open", tenant="default") == 1
    assert grown({}, found, "vigente_inbox_open", predicate="refund_window", tenant="default") == 1
    assert grown({}, found, "vigente_inbox_unowned", tenant="default") == 1


def test_with_keys_only_an_operator_reads_them(tmp_path: Path) -> None:
    entries, shown = [], {}
    for name, metrics in (("desk", False), ("operator", True)):
        key, said = new_key(name, "north", 0, [], writes=False)
        entries.append({**yaml.safe_load(said)[0], "metrics": metrics})
        shown[name] = {"Authorization": f"Bearer {key}"}
    (tmp_path / "keys.yaml").write_text(yaml.safe_dump({"keys": entries}), encoding="utf-8")
    with running(tmp_path / "vigente.db", auth="keys", auth_keys=tmp_path / "keys.yaml") as one:
        assert_problem(one.call("GET", "/metrics"), 401, "unauthorized")
        assert_problem(one.call("GET", "/metrics", shown["desk"]), 403, "forbidden")
        answer = one.call("GET", "/metrics", shown["operator"])
        assert answer.status_code == 200
        assert 'tenant="north"' in answer.text


def test_another_host_is_told_nothing(service: Service) -> None:
    assert_problem(service.call("GET", "/metrics", {"Host": "example.com"}), 403, "forbidden")


@pytest.mark.parametrize("word", ["refund", "reembols", "1042", "días"])
def test_no_word_of_a_question_or_document_is_in_them(service: Service, word: str) -> None:
    service.ask("¿Puedo reembolsar el pedido 1042?")
    lines = [line for line in service.call("GET", "/metrics").text.splitlines() if "predicate=" not in line]
    named = [line.rpartition(" ")[0] for line in lines if not line.startswith("#")]  # a number may hold any digits
    assert named
    assert not any(word in name for name in named)
