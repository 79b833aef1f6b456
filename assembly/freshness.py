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
from contract.time import Instant, Interval

_SHOWN = 10  # lapsed candidates looked at: what would have answered
_SURE = 3  # of these, how many are told whatever else is found


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
    held = _pertinent(request, state, held_back(request, lapsed))
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
    """What the question asks for as lapsed sources state it; for a plain question also the best lapsed candidates."""
    ids = [each.at.passage.id for asked in state.propositions for each in stated(request.lapsed_view, asked)]
    if request.decision is None:
        ids.extend(candidate.passage_id for candidate in request.lapsed[:_SHOWN])
    return request.lapsed_view.located(dict.fromkeys(ids))


def _pertinent(request: AssemblyRequest, state: State, held: Sequence[HeldBack]) -> tuple[HeldBack, ...]:
    """What states the asked propositions, the best few, and those whose source or successor is among what is kept."""
    near = {item.at.revision.uri for item in state.items if item.at}
    sure = {candidate.passage_id for candidate in request.lapsed[:_SURE]}
    listed = {candidate.passage_id for candidate in request.lapsed[:_SHOWN]}
    return tuple(
        each
        for each in held
        if each.passage_id in sure or each.passage_id not in listed or {each.uri, each.by_uri} & near
    )


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


def known_validity(request: AssemblyRequest, found: Located) -> Interval:
    """The interval of a piece as far as this reader may know it: an end that only a revision explains which the reader may
    not read stays open."""
    own = found.revision
    metadata = own.metadata
    near = request.view.revisions(metadata.uri)
    ends = {metadata.valid_to, *(edge.effective for edge in request.view.supersessions([own.id]))}
    starts = {metadata.valid_from, metadata.observed_at, own.indexed_at, *(each.metadata.valid_to for each in near)}
    known = Interval()
    start = found.valid.start if found.valid.start in starts else metadata.valid_from
    end = found.valid.end if found.valid.end in ends else metadata.valid_to
    return Interval(known.start if start is None else start, known.end if end is None else end)
