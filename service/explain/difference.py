"""One question at two points of either axis: both answers, and what of the sources made them differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.evidence import Abstention, Answer, Reason
from contract.history import Delete, Event, Put, Supersession, Undo
from contract.ports import GraphView
from contract.records import Revision
from contract.time import END, Instant, Interval
from service.ask import AskRequest, answer_of, layers
from service.scoping import view_of
from service.wiring import Product


class Axis(StrEnum):
    VALID = "valid"  # the world's time
    KNOWN = "known"  # this service's


class Happened(StrEnum):
    """What came between the two points."""

    SUPERSEDED = "superseded"  # a revision, or a section of it, was ended by another
    STARTED = "started"
    ENDED = "ended"
    INGESTED = "ingested"
    DELETED = "deleted"
    UNDONE = "undone"
    LIVE_READ = "live_read"  # a live source was read for one of the two alone: it says nothing about the past


_OF_TIME = frozenset({Reason.SUPERSEDED, Reason.EXPIRED, Reason.NOT_YET, Reason.NOT_IN_FORCE})


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that happened to a source that either answer rests on, at ``at`` on the axis that was asked about."""

    happened: Happened
    uri: str
    label: str | None = None
    at: Instant | None = None
    section: str | None = None
    by_uri: str | None = None
    by_label: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """``lost`` and ``gained`` are the texts of claims that only the first or the second answer has."""

    axis: Axis
    before: Answer
    after: Answer
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    causes: tuple[Cause, ...]

    @property
    def same(self) -> bool:
        return (self.before.text, self.before.abstained) == (self.after.text, self.after.abstained)


def difference(
    product: Product, request: AskRequest, start: Instant, end: Instant, axis: Axis = Axis.VALID
) -> Difference:
    """Ask at ``start`` and at ``end``; the causes are what happened between to the sources by which the answers differ."""
    before, after = (answer_of(layers(product, _at(request, axis, point))) for point in (start, end))
    said, says = [claim.text for claim in before.claims], [claim.text for claim in after.claims]
    return Difference(
        axis=axis,
        before=before,
        after=after,
        lost=tuple(text for text in said if text not in says),
        gained=tuple(text for text in says if text not in said),
        causes=_causes(product, request, before, after, Interval(min(start, end), max(start, end)), axis),
    )


def _at(request: AskRequest, axis: Axis, point: Instant) -> AskRequest:
    return replace(request, valid_at=point) if axis is Axis.VALID else replace(request, known_at=point)


def _causes(
    product: Product, request: AskRequest, before: Answer, after: Answer, between: Interval, axis: Axis
) -> tuple[Cause, ...]:
    uris = _concerned(before, after)
    if axis is Axis.KNOWN:
        found = _known(product, request, uris, between)
    else:
        view = view_of(product, request.principal, before.valid_at, before.known_at)
        found = _valid(view, uris, between)
    order = sorted(found, key=lambda one: (one.at if one.at is not None else END, one.uri, one.happened))
    return tuple(dict.fromkeys((*order, *_live(before, after))))


def _concerned(before: Answer, after: Answer) -> frozenset[str]:
    """The sources that one of the two answers cites and the other does not; where one is declined, those it held back too."""
    apart = _cited(before) ^ _cited(after)
    if before.abstained != after.abstained:
        apart |= _held(before) ^ _held(after)
    return frozenset(uri for uri, _ in apart)


def _cited(answer: Answer) -> set[tuple[str, str]]:
    """(URI, revision)."""
    cited = {link.evidence_id for claim in answer.claims for link in claim.citations}
    return {(item.uri, item.revision_id) for item in answer.evidence if item.evidence_id in cited}


def _held(answer: Answer) -> set[tuple[str, str]]:
    """(URI, what was said of it), of what time alone held back."""
    lapsed = [item for item in answer.held_back if item.reason in _OF_TIME]
    by = {(item.by_uri, str(item.by_revision)) for item in lapsed if item.by_uri}
    return by | {(item.uri, f"{item.revision} {item.reason}") for item in lapsed}


def _valid(view: GraphView, uris: Iterable[str], between: Interval) -> Iterable[Cause]:
    """What began and ended in the world between two instants, as the reader may know it."""
    every = {revision.id: revision for revision in view.revisions()}
    for uri in sorted(uris):
        own = [revision for revision in every.values() if revision.uri == uri]
        edges = [edge for edge in view.supersessions([one.id for one in own]) if edge.newer in every]
        ended = [edge for edge in edges if between.start < edge.effective <= between.end]
        yield from (_superseded(edge, every, edge.effective) for edge in ended)
        by = {(edge.newer, edge.effective) for edge in ended}
        for revision_id, section, start, end in view.holds(uri):
            if section is not None or revision_id not in every:
                continue
            of = every[revision_id]
            label = of.metadata.revision
            if between.start < start <= between.end and (revision_id, start) not in by:
                yield Cause(Happened.STARTED, uri, label, start)
            if between.start < end <= between.end and not any(
                edge.older == revision_id and edge.effective == end for edge in ended
            ):
                yield Cause(Happened.ENDED, uri, label, end)


def _known(product: Product, request: AskRequest, uris: frozenset[str], between: Interval) -> Iterable[Cause]:
    """What was told to the service between two instants about these sources, or about what supersedes them."""
    views = [view_of(product, request.principal, between.end, known) for known in (between.start, between.end)]
    readable = {revision.id: revision for view in views for revision in view.revisions()}
    ends = _ending(views[1], readable, uris)
    wanted = uris | {readable[edge.newer].uri for edges in ends.values() for edge in edges}
    for event in product.store.history(request.principal.tenant):
        if between.start < event.known_at <= between.end:
            yield from _told(event, readable, wanted, ends)


def _ending(view: GraphView, readable: Mapping[str, Revision], uris: frozenset[str]) -> dict[str, list[Supersession]]:
    """The edges that end revisions of these sources, by the newer revision."""
    found: dict[str, list[Supersession]] = {}
    for edge in view.supersessions([one.id for one in readable.values() if one.uri in uris]):
        if edge.newer in readable and edge.older in readable:
            found.setdefault(edge.newer, []).append(edge)
    return found


def _told(
    event: Event, readable: Mapping[str, Revision], wanted: frozenset[str], ends: Mapping[str, list[Supersession]]
) -> Iterable[Cause]:
    if isinstance(event, Put) and event.revision_id in readable and event.source in wanted:
        yield Cause(Happened.INGESTED, event.source, event.label, event.known_at)
        yield from (_superseded(edge, readable, event.known_at) for edge in ends.get(event.revision_id, ()))
    elif isinstance(event, Delete) and event.source in wanted:
        if any(revision.uri == event.source for revision in readable.values()):
            yield Cause(Happened.DELETED, event.source, None, event.known_at)
    elif isinstance(event, Undo) and event.revision_id in readable:
        of = readable[event.revision_id]
        if of.uri in wanted:
            yield Cause(Happened.UNDONE, of.uri, of.metadata.revision, event.known_at)


def _superseded(edge: Supersession, every: Mapping[str, Revision], at: Instant) -> Cause:
    older, newer = every[edge.older], every[edge.newer]
    return Cause(
        Happened.SUPERSEDED,
        older.uri,
        older.metadata.revision,
        at,
        edge.section,
        newer.uri,
        newer.metadata.revision,
        edge.rule,
    )


def _live(before: Answer, after: Answer) -> Iterable[Cause]:
    """A live source that one of the two was read from, or needed and could not be."""
    read = [{item.uri for item in answer.evidence if item.observation} for answer in (before, after)]
    failed = [answer.abstained is Abstention.LIVE_READ_FAILED for answer in (before, after)]
    if read[0] != read[1] and any(failed):
        yield from (Cause(Happened.LIVE_READ, uri) for uri in sorted(read[0] ^ read[1]))
