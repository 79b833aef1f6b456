"""Counters in the form of Prometheus: what the stages told, since the process started, and how things stand when it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from sys import exception
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from contract.errors import VigenteError
from contract.watching import Measure, Note

CONTENT_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_FAILED = "failed"


class Counted:
    """Watches by counting. Safe to share by threads. One for a process: counts are of all tenants together."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._seconds = Histogram(
            "vigente_stage_seconds", "How long each stage took", ["stage"], buckets=_SECONDS, registry=self.registry
        )
        self._questions = self._counter("questions", "Questions by how they ended and why", "outcome", "reason")
        self._claims = self._counter("claims", "Claims of answers by their verdict", "verdict")
        self._conflicts = self._counter(
            "conflicts_met", "Conflicts that questions met, by what settled them", "resolution"
        )
        self._held_back = self._counter("held_back", "Candidates that were not admitted, by the reason told", "reason")
        self._live = self._counter("live_reads", "Reads of live sources by their success", "source", "read")
        self._documents = self._counter("documents", "Documents by what became of them and why", "outcome", "reason")
        self._vectors = self._counter("vectors", "Passages that were embedded")
        self._summaries = self._counter(
            "summaries", "Summaries of communities by what a refresh did with them", "outcome"
        )

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"vigente_{name}", about, labels, registry=self.registry)

    @contextmanager
    def stage(self, name: str) -> Iterator[Note]:
        told: dict[str, Measure] = {}
        started, done = perf_counter(), False
        try:
            yield told.update
            done = True
        finally:
            if not done:
                error = exception()
                told |= {"outcome": _FAILED, "reason": error.code if isinstance(error, VigenteError) else "internal"}
            self._seconds.labels(name).observe(perf_counter() - started)
            self._count(name, told)

    def _count(self, stage: str, told: Mapping[str, Measure]) -> None:
        ended = str(told.get("outcome", "")), str(told.get("reason", ""))
        match stage:
            case "ask":
                self._questions.labels(*ended).inc()
                for counter, name in (
                    (self._claims, "claims"),
                    (self._conflicts, "conflicts"),
                    (self._held_back, "held_back"),
                ):
                    for value, count in _under(name, told):
                        counter.labels(value).inc(count)
            case "ingest.commit":
                self._documents.labels(*ended).inc()
                self._vectors.inc(float(told.get("embedded", 0)))
            case "live":
                self._live.labels(str(told.get("source", "")), str(told.get("read", False)).lower()).inc()
            case "communities":
                for value in ("made", "kept", "dropped"):
                    self._summaries.labels(value).inc(float(told.get(value, 0)))


def exposed(*registries: CollectorRegistry) -> bytes:
    """The text of all these registries, one after the other."""
    return b"".join(map(generate_latest, registries))


def _under(name: str, told: Mapping[str, Measure]) -> Iterable[tuple[str, float]]:
    """Counts by value, as ``name.value``."""
    return [(key.removeprefix(f"{name}."), float(count)) for key, count in told.items() if key.startswith(f"{name}.")]
