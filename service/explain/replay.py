"""A trace run again: the same answer from the same state of the store, or exactly what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from contract.access import Principal
from contract.errors import NotFound, RequestError
from contract.evidence import Basis, StageRecord, Trace
from contract.ids import canonical, digest
from service.ask import AskRequest, told
from service.wiring import Product

_OF_THE_RUN = frozenset({"milliseconds"})  # what no two runs share


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that is not as it was: its place ("stages.relevance.kept"), then and now."""

    what: str
    then: Any
    now: Any


@dataclass(frozen=True, slots=True)
class Replayed:
    """``changed`` is of the question's own course; ``moved`` of what it runs on (versions, the store's last commit)."""

    trace: Trace
    again: Trace
    changed: tuple[Changed, ...]
    moved: tuple[Changed, ...]

    @property
    def same(self) -> bool:
        return not self.changed


def readable_trace(product: Product, principal: Principal, trace_id: str) -> Trace | None:
    """A trace of the reader's tenant by somebody who could read no more than they can."""
    trace = product.store.trace(principal.tenant, trace_id)
    if trace is None or trace.level > principal.level or not set(trace.groups) <= principal.groups:
        return None
    return trace


def trace_of(product: Product, principal: Principal, trace_id: str) -> Trace:
    """The same; hidden and absent look alike: ``NotFound``."""
    found = readable_trace(product, principal, trace_id)
    if found is None:
        raise NotFound(f"no trace {trace_id!r} here for this reader: 'vigente ask --json' and POST /v1/ask give its id")
    return found


def replay(product: Product, principal: Principal, trace_id: str, question: str | None = None) -> Replayed:
    """Ask again as it was asked: the reader, both times and the present of then. Nothing is written.

    A trace keeps the question's words only where the settings say so (``trace_content``); else they must be given, and
    ``RequestError`` is raised for other words. Live sources are read anew: what they say now may differ.
    """
    trace = trace_of(product, principal, trace_id)
    words = question if question is not None else trace.outcome.get("question")
    if words is None:
        raise RequestError(
            "this trace keeps no words of its question: give the question again (or set VIGENTE_TRACE_CONTENT)"
        )
    if digest(words.encode("utf-8", "surrogatepass")) != trace.question_sha256:
        raise RequestError("these are not the words of that question: give them exactly as they were asked")
    caller = trace.asked.get("valid_at_from") == Basis.CALLER
    request = AskRequest(
        question=words,
        principal=Principal(trace.tenant, principal.subject, trace.level, frozenset(trace.groups)),
        valid_at=trace.valid_at if caller else None,
        known_at=trace.known_at,
        decision=trace.asked.get("decision"),
        subject=trace.asked.get("subject"),
        max_tokens=trace.asked.get("max_tokens"),
    )
    _, again = told(replace(product, clock=lambda: trace.asked_at), request)
    return Replayed(
        trace, again, tuple(_course(trace, again)), tuple(_differing("versions", trace.versions, again.versions))
    )


def _course(then: Trace, now: Trace) -> Iterator[Changed]:
    for field in ("valid_at", "known_at"):
        if getattr(then, field) != getattr(now, field):
            yield Changed(field, getattr(then, field), getattr(now, field))
    for one, other in zip_longest(then.stages, now.stages):
        yield from _stage(one, other)
    yield from _differing("outcome", then.outcome, now.outcome)


def _stage(then: StageRecord | None, now: StageRecord | None) -> Iterator[Changed]:
    if then is None or now is None or then.name != now.name:
        yield Changed("stages", then and then.name, now and now.name)
        return
    yield from _differing(f"stages.{then.name}", _fields(then), _fields(now))


def _fields(stage: StageRecord) -> dict[str, Any]:
    return {"kept": stage.kept, "dropped": stage.dropped, **stage.detail}


def _differing(where: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Changed]:
    """By key, in the plain form that a store gives back."""
    for name in sorted((then.keys() | now.keys()) - _OF_THE_RUN):
        one, other = canonical(then.get(name)), canonical(now.get(name))
        if one != other:
            yield Changed(f"{where}.{name}", one, other)
