"""Spans of whole flows, as a command writes them: every stage below its flow, and no word of a document or question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flows.conftest import Shell

QUIET = {"VIGENTE_TELEMETRY": "console"}


def told(stderr: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stderr.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_each_flow_is_a_tree_of_spans_without_content(kind: str, shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Berths\n\nThe vessel Ana berths at quay six.\n", encoding="utf-8")
    taken = shell("ingest", "a.md", "--json", **QUIET)
    asked = shell("ask", "Where does the vessel Ana berth?", "--json", **QUIET)
    refreshed = shell("communities", "refresh", "--json", **QUIET)
    for ran, flow, stages in (
        (taken, "ingest", {"ingest.reading", "ingest.embedding", "ingest.commit"}),
        (asked, "ask", {"question", "retrieval", "retrieval.lexical", "assembly", "assembly.eligible", "grounding"}),
        (refreshed, "communities", {"communities.projection", "communities.clustering", "communities.summaries"}),
    ):
        assert ran.code == 0
        assert ran.json
        spans = told(ran.err)
        assert stages < {span["name"] for span in spans}
        assert spans[-1]["name"] == flow
        assert spans[-1]["parent_id"] is None
        assert len({span["context"]["trace_id"] for span in spans}) == 1
        assert not any(word in ran.err for word in ("Ana", "vessel", "quay"))
    document = next(span for span in told(taken.err) if span["name"] == "ingest.commit")
    assert document["attributes"]["vigente.outcome"] == "new"
    assert told(asked.err)[-1]["attributes"]["vigente.trace_id"] == asked.json["trace_id"]
