"""Spans over HTTP: below the caller's, whether the answer is told whole or as events."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.http.serving import running

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


def test_a_request_is_part_of_its_callers_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    caller = {"traceparent": f"00-{TRACE}-{SPAN}-01"}
    with running(tmp_path / "vigente.db", telemetry="console") as one:
        one.ask("What is the refund window?", caller)
        one.ask("What is the refund window?")
        one.call("POST", "/v1/ask", {**caller, "Accept": "text/event-stream"}, json={"question": "What is the fee?"})
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    flows = [span for span in told if span["name"] == "ask"]
    assert [span["context"]["trace_id"] == f"0x{TRACE}" for span in flows] == [True, False, True]
    assert [span["parent_id"] for span in flows] == [f"0x{SPAN}", None, f"0x{SPAN}"]
    assert {span["parent_id"] for span in told if span["name"] == "grounding"} == {
        span["context"]["span_id"] for span in flows
    }
