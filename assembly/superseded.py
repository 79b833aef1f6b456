"""What another source said of a proposition until one that holds now took its place: members that the first rung removes."""

from __future__ import annotations

from dataclasses import dataclass

from assembly.propositions import stated
from assembly.state import AssemblyRequest, Proposition
from contract.evidence import Stated
from contract.time import BEGINNING, END, Instant


@dataclass(frozen=True, slots=True)
class Retired:
    """A lapsed statement, and a statement in force of the source that superseded its source."""

    said: Stated
    by: Stated


def retired(request: AssemblyRequest, proposition: Proposition) -> tuple[Retired, ...]:
    """Lapsed statements of other sources that would hold now by their own dates, with those that took their place.

    Both are readable for this reader: what a hidden source retires leaves no sign. Of a source's revisions the latest that
    had begun speaks for it.
    """
    current = {each.at.revision.id: each for each in proposition.statements}
    lapsed = [each for each in stated(request.lapsed_view, proposition) if _by_its_dates(each, request.valid_at)]
    if not current or not lapsed:
        return ()
    latest: dict[str, Instant] = {}
    for each in lapsed:
        latest[each.at.revision.uri] = max(latest.get(each.at.revision.uri, BEGINNING), _start(each))
    speaking = [each for each in lapsed if _start(each) == latest[each.at.revision.uri]]
    edges = request.lapsed_view.supersessions({each.at.revision.id for each in speaking})
    newer = {
        edge.older: current[edge.newer]
        for edge in edges
        if edge.newer in current and edge.effective <= request.valid_at
    }
    found = ((each, newer.get(each.at.revision.id)) for each in speaking)
    return tuple(Retired(each, by) for each, by in found if by and by.at.revision.uri != each.at.revision.uri)


def _by_its_dates(said: Stated, at: Instant) -> bool:
    end = said.at.revision.metadata.valid_to
    return _start(said) <= at < (END if end is None else end)


def _start(said: Stated) -> Instant:
    start = said.at.revision.metadata.valid_from
    return BEGINNING if start is None else start
