"""Spans of OpenTelemetry for every stage: how a stage becomes one, and where they are sent."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version

from opentelemetry.context import attach, detach
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import (
    BatchSpanProcessor,
    ConsoleSpanExporter,
    SimpleSpanProcessor,
    SpanExporter,
)
from opentelemetry.trace import Status, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from contract.errors import SettingsError, VigenteError
from contract.watching import Measure, Note

CONSOLE, OTLP = "console", "otlp:"
_EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"
_PATH = "/v1/traces"


class Traced:
    """Each stage is a span below the one around it. A failure is told by its code: what an error says may quote a document."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    @contextmanager
    def stage(self, name: str) -> Iterator[Note]:
        with self._tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as span:

            def note(measures: Mapping[str, Measure]) -> None:
                span.set_attributes({f"vigente.{key}": value for key, value in measures.items()})

            done = False
            try:
                yield note
                done = True
            finally:
                if not done:
                    span.set_status(Status(StatusCode.ERROR, _failure(sys.exception())))


@contextmanager
def below(headers: Mapping[str, str]) -> Iterator[None]:
    """Spans made within are below the one that a caller's headers name, if they name one. What else they bring is not taken."""
    token = attach(TraceContextTextMapPropagator().extract(headers))
    try:
        yield
    finally:
        detach(token)


@contextmanager
def sending(where: str) -> Iterator[Traced]:
    """What watches for ``console`` or ``otlp:URL``; what is left is sent at the end. ``SettingsError`` without an exporter."""
    about = Resource.create({"service.name": "vigente", "service.version": version("vigente")})
    provider = TracerProvider(resource=about, shutdown_on_exit=False)
    provider.add_span_processor(_processor(where))
    try:
        yield Traced(provider.get_tracer("vigente"))
    finally:
        provider.shutdown()


def _processor(where: str) -> SpanProcessor:
    if where == CONSOLE:
        written = ConsoleSpanExporter(out=sys.stderr, formatter=lambda span: f"{span.to_json(indent=None)}\n")
        return SimpleSpanProcessor(written)
    return BatchSpanProcessor(_over_http(where.removeprefix(OTLP).rstrip("/")))


def _over_http(url: str) -> SpanExporter:
    try:
        module = import_module(_EXPORTER)
    except ImportError as error:
        raise SettingsError(
            "VIGENTE_TELEMETRY=otlp:… needs the exporter of OTLP: pip install opentelemetry-exporter-otlp-proto-http"
        ) from error
    made: SpanExporter = module.OTLPSpanExporter(endpoint=url if url.endswith(_PATH) else url + _PATH)
    return made


def _failure(error: BaseException | None) -> str:
    return error.code if isinstance(error, VigenteError) else type(error).__name__
