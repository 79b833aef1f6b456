"""Validity and version: what is not in force is held back, with what took its place.

A reader is told only what the reader may know: a reason that rests on a revision it may not read is no reason here, and
the piece is not named at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assembly.propositions import stated
from assembly.state import AssemblyRequest, State, passed
from contract.access import Holding
from contract.evidence import HeldBack, Located, Reason
from contract.history import Supersession
from contract.records import Revision
from contract.time import BEGINNING, END, Instant, Interval

_SHOWN = 10  # lapsed candidates looked at
_PLACES = 2  # a lapsed candidate is told if it would have been among so many of the best


def in_force(request: AssemblyRequest, state: State) -> State:
    """Drop what is not valid at the time asked, and say which lapsed pieces would have answered and why they do not."""
    pinned = request.view.scope.holding is Holding.ANY
    at = request.valid_at
    dropped = {
        item.id: Reason.NOT_IN_FORCE.value
        for item in state.items
        if item.at is not None and not pinned and at not in item.at.valid
    }
    lapsed = () if pinned else _lapsed(request, state)
    held = held_back(request, lapsed)
    return passed(state, "freshness", dropped, held, lapsed=len(lapsed), explained=len(held))


def held_back(request: AssemblyRequest, lapsed: Sequence[Located]) -> tuple[HeldBack, ...]:
    """Lapsed pieces with their reason, one a revision; those without a reason that the reader may know are left out."""
    edges = request.lapsed_view.supersessions({found.revision.id for found in lapsed})
    newer = _revisions(request, (edge.newer for edge in edges), lapsed)
    held: dict[str, HeldBack] = {}
    for found in lapsed:
        reasoned = _reason(found, [edge for edge in edges if edge.older == found.revision.id], newer, request.valid_at)
        if reasoned is not None:
            held.setdefault(found.revision.id, reasoned)
    return tuple(held.values())


def _lapsed(request: AssemblyRequest, state: State) -> tuple[Located, ...]:
    """What the question asks for as lapsed sources state it; for a plain question also what would have answered."""
    ids = [each.at.passage.id for asked in state.propositions for each in stated(request.lapsed_view, asked)]
    if request.decision is None:
        ids.extend(_would_have_answered(request))
    return request.lapsed_view.located(dict.fromkeys(ids))


def _would_have_answered(request: AssemblyRequest) -> list[str]:
    """The lapsed candidates that would have been among the best by cosine, the one score that compares across both; where
    there is none, the best by words."""
    close = sorted((one.cosine for one in request.candidates if one.cosine is not None), reverse=True)
    if close:
        least = close[:_PLACES][-1]
        return [one.passage_id for one in request.lapsed[:_SHOWN] if one.cosine is not None and one.cosine >= least]
    if not request.candidates:
        return []
    return [one.passage_id for one in request.lapsed if any(by.rank <= _PLACES for by in one.by)][:_PLACES]


def _revisions(request: AssemblyRequest, ids: Iterable[str], lapsed: Sequence[Located]) -> dict[str, Revision]:
    """The readable revisions with these ids."""
    wanted = set(ids)
    if not wanted:
        return {}
    near = {uri: request.view.revisions(uri) for uri in {found.revision.uri for found in lapsed}}
    known = {revision.id: revision for revisions in near.values() for revision in revisions}
    if not wanted <= known.keys():
        known |= {revision.id: revision for revision in request.view.revisions()}
    return {revision_id: known[revision_id] for revision_id in wanted if revision_id in known}


def _reason(found: Located, edges: Sequence[Supersession], newer: dict[str, Revision], at: Instant) -> HeldBack | None:
    metadata = found.revision.metadata
    start, end = metadata.valid_from, metadata.valid_to
    if start is not None and at < start:
        return _held(found, Reason.NOT_YET, end)
    if end is not None and end <= at:
        return _held(found, Reason.EXPIRED, end)
    within = {None, found.passage.section, found.passage.section.partition("~")[0]}
    ended = [edge for edge in edges if edge.effective <= at and edge.newer in newer and edge.section in within]
    if not ended:
        return None
    edge = max(ended, key=lambda each: (each.effective, each.newer))
    return _held(found, Reason.SUPERSEDED, edge.effective, newer[edge.newer])


def _held(found: Located, reason: Reason, until: Instant | None, by: Revision | None = None) -> HeldBack:
    metadata = found.revision.metadata
    return HeldBack(
        passage_id=found.passage.id,
        uri=metadata.uri,
        revision=metadata.revision,
        stage="freshness",
        reason=reason,
        by_uri=by.metadata.uri if by else None,
        by_revision=by.metadata.revision if by else None,
        valid_from=metadata.valid_from,
        valid_to=until,
    )


def known_validity(request: AssemblyRequest, found: Iterable[Located]) -> dict[str, Interval]:
    """The intervals of revisions as far as this reader may know them, by revision id: an end that only a revision explains
    which the reader may not read stays open."""
    located = {each.revision.id: each for each in found}
    effective: dict[str, set[Instant | None]] = {}
    for edge in request.view.supersessions(located):
        effective.setdefault(edge.older, set()).add(edge.effective)
    known: dict[str, Interval] = {}
    for revision_id, each in located.items():
        own, valid = each.revision.metadata, each.valid
        ends = {own.valid_to} | effective.get(revision_id, set())
        start = valid.start if _tells_start(request, each) else own.valid_from
        end = valid.end if valid.end in ends else own.valid_to
        known[revision_id] = Interval(BEGINNING if start is None else start, END if end is None else end)
    return known


def _tells_start(request: AssemblyRequest, found: Located) -> bool:
    """Whether the reader may know why a text holds from when it does: its own dates, or where one before it ended."""
    own, start = found.revision.metadata, found.valid.start
    if start in (own.valid_from, own.observed_at, found.revision.indexed_at):
        return True
    return any(start == near.metadata.valid_to for near in request.view.revisions(own.uri))
