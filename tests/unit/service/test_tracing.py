"""Spans: one a stage below the one around it, with ids and counts; off unless set, and clear where a part is missing."""

from __future__ import annotations

import sys

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from contract.errors import NotFound, SettingsError
from contract.watching import UNWATCHED, Watched
from service.settings import load
from service.telemetry.counting import Counted, exposed
from service.telemetry.spans import Traced
from service.telemetry.tracing import traced


def spans(fails: Exception | None = None) -> tuple[ReadableSpan, ...]:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    watch = Watched(Traced(provider.get_tracer("test")), UNWATCHED)
    with pytest.raises(type(fails)) if fails else UNWATCHED.stage(""), watch.stage("ask") as note:
        with watch.stage("retrieval") as inner:
            inner({"candidates": 3})
            if fails:
                raise fails
        note({"outcome": "answered"})
    return kept.get_finished_spans()


def test_a_stage_is_a_span_below_the_one_around_it() -> None:
    inner, outer = spans()
    assert (inner.name, outer.name) == ("retrieval", "ask")
    assert inner.parent is not None
    assert inner.parent.span_id == outer.context.span_id
    assert inner.attributes == {"vigente.candidates": 3}
    assert outer.attributes == {"vigente.outcome": "answered"}
    assert outer.status.is_ok


@pytest.mark.parametrize(("error", "code"), [(NotFound("no order of Ana"), "not_found"), (KeyError("Ana"), "KeyError")])
def test_a_failure_is_told_by_its_code_alone(error: Exception, code: str) -> None:
    for span in spans(error):
        assert (span.status.is_ok, span.status.description) == (False, code)
        assert "Ana" not in (span.to_json() or "")
        assert not span.events


def test_off_unless_set() -> None:
    with traced(load().telemetry) as watch:
        assert watch is UNWATCHED


@pytest.mark.parametrize("value", ["otlp", "otlp:collector", "jaeger:http://x", ""])
def test_where_spans_go_is_one_of_three(value: str) -> None:
    with pytest.raises(SettingsError, match="write it as none, console or otlp:http://HOST:4318"):
        load(telemetry=value)


def test_an_exporter_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with (
        pytest.raises(SettingsError, match="pip install opentelemetry-exporter-otlp-proto-http"),
        traced("otlp:http://127.0.0.1:4318"),
    ):
        pass


def test_counts_are_of_one_registry_alone() -> None:
    one, other = Counted(), Counted()
    with pytest.raises(NotFound), one.stage("ask"):
        raise NotFound("no such thing")
    assert b'vigente_questions_total{outcome="failed",reason="not_found"} 1.0' in exposed(one.registry)
    assert b"not_found" not in exposed(other.registry)
