"""What a store must keep of a log: rows wanted beside rows that are open now. Pure; a store only reads and writes rows.

A row is never changed but for closing its known interval. A row that opens and closes at one instant is empty, and so
never seen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.history import Derived, Event, Put
from contract.time import Instant, Interval
from graph.intervals import Intervals, minus, union
from graph.rows import Row, event
from graph.timeline import derive

State = tuple[int, int | None, Instant, Instant]  # revision, section, valid_from, valid_to
Edge = tuple[int, int, str | None, str, Instant, str]  # newer, older, section, kind, effective, rule
Seen = tuple[int, int]  # sighting, original

_LATER_PART = re.compile(r"~\d+$")


@dataclass(frozen=True, slots=True)
class Held:
    """A section as the log sees it. ``name`` is that of its first part; ``within`` are those of the sections around it."""

    row: int
    name: str
    within: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """A source with all that acts tie to it: their log, and what it stands for in rows."""

    sources: Mapping[str, int]
    history: tuple[Event, ...]
    revisions: Mapping[str, int]  # by id
    contents: Mapping[str, int | None]  # by revision id
    sections: Mapping[int, tuple[Held, ...]]  # by content

    def source_of(self) -> Mapping[str, int]:
        """Sources by revision id."""
        return {each.revision_id: self.sources[each.source] for each in self.history if isinstance(each, Put)}


@dataclass(frozen=True, slots=True)
class Open:
    """The rows of a component that are open now, with their row ids."""

    states: Mapping[State, int]
    edges: Mapping[Edge, int]
    seen: Mapping[Seen, int]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the derivation wants, each with its source, beside the rows that are open now."""

    derived: Derived
    component: Component
    states: Mapping[State, int]
    edges: Mapping[Edge, int]
    seen: Mapping[Seen, int]
    now: Open

    def changes_nothing(self) -> bool:
        return self.states.keys() == self.now.states.keys()

    def original(self, revision: int) -> int | None:
        """The revision that this one is a sighting of."""
        return next((first for again, first in self.seen if again == revision), None)

    def id_of(self, revision: int) -> str:
        return next(identity for identity, row in self.component.revisions.items() if row == revision)

    def is_repeat(self, new: int, twin: int) -> bool:
        """Whether the twin stands and the new revision would only take its place."""
        standing = (self.original(new) or new, twin)
        corrects = any(edge[:2] == standing and edge[5] == "correction" for edge in self.edges)
        corrected = any(edge[1] == twin and edge[5] == "correction" for edge in self.now.edges)
        return corrects and not corrected and self._only_renames(new, twin)

    def shortened(self) -> tuple[str, ...]:
        """Ids of the revisions that hold less than before."""
        before, after = _whole(self.now.states), _whole(self.states)
        less = (row for row in before if minus(union(before[row]), union(after.get(row, ()))))
        return tuple(sorted(self.id_of(row) for row in less))

    def _only_renames(self, new: int, twin: int) -> bool:
        """Whether what is wanted is what there is, with ``new`` in the place of ``twin``."""
        renamed = {(twin if revision == new else revision, *rest) for revision, *rest in self.states}
        return renamed == self.now.states.keys()


def assembled(
    sources: Mapping[str, int], log: Sequence[Row], sections_of: Callable[[Sequence[int]], Iterable[Row]]
) -> Component:
    """A component from the rows of its log, as ``graph.rows.event`` takes them.

    ``sections_of`` reads (content, section, name, parent) of contents, in the order of each document.
    """
    puts = [row for row in log if row[0] == "put"]
    contents = sorted({row[5] for row in puts if row[5] is not None})
    sections: dict[int, list[Row]] = defaultdict(list)
    for content, *rest in sections_of(contents):
        sections[content].append(tuple(rest))
    held = {content: _held(found) for content, found in sections.items()}
    names = {content: tuple(dict.fromkeys(each.name for each in found)) for content, found in held.items()}
    return Component(
        sources,
        tuple(event(row, names) for row in log),
        {row[3]: row[4] for row in puts},
        {row[3]: row[5] for row in puts},
        held,
    )


def planned(tied: Component, now: Open, at: Instant) -> Plan:
    """Derive again what holds for a component, as known at ``at``."""
    derived = derive(tied.history, at)
    source_of = tied.source_of()
    edges = {
        (tied.revisions[e.newer], tied.revisions[e.older], e.section, e.kind.value, e.effective, e.rule): source_of[
            e.older
        ]
        for e in derived.supersessions
    }
    seen = {
        (tied.revisions[again], tied.revisions[first]): source_of[again] for again, first in derived.sightings.items()
    }
    return Plan(derived, tied, wanted_states(tied, derived), edges, seen, now)


def wanted_states(tied: Component, derived: Derived) -> dict[State, int]:
    """The rows that a derivation stands for: each revision that holds, and each of its sections that does.

    A section holds where it and every section around it do.
    """
    source_of = tied.source_of()
    holds: dict[str, dict[str | None, list[Interval]]] = defaultdict(lambda: defaultdict(list))
    for hold in derived.holds:
        holds[hold.revision_id][hold.section].append(hold.valid)
    states: dict[State, int] = {}
    for identity, by_section in holds.items():
        row, source = tied.revisions[identity], source_of[identity]
        for valid in union(by_section[None]):
            states[row, None, valid.start, valid.end] = source
        for section in tied.sections.get(tied.contents[identity] or 0, ()):
            for valid in _common([union(by_section[name]) for name in (section.name, *section.within)]):
                states[row, section.row, valid.start, valid.end] = source
    return states


def _held(rows: Iterable[Row]) -> tuple[Held, ...]:
    """The sections of one content. A later part of a long section ("x~2") stands and falls with its first."""
    found = list(rows)
    parents = {name: parent for _, name, parent in found}

    def first(name: str) -> str:
        bare = _LATER_PART.sub("", name)
        return bare if bare in parents else name

    def around(name: str) -> tuple[str, ...]:
        found: dict[str, None] = {}
        parent = parents.get(name)
        while parent is not None and parent not in found:
            found[parent] = None
            parent = parents.get(parent)
        return tuple(dict.fromkeys(first(each) for each in found if each in parents))

    return tuple(Held(row, first(name), around(name)) for row, name, _ in found)


def _common(sets: Sequence[Intervals]) -> Intervals:
    """The instants that are in every one of the sets."""
    common = sets[0]
    for each in sets[1:]:
        common = minus(common, minus(common, each))
    return common


def _whole(states: Iterable[State]) -> dict[int, list[Interval]]:
    found: dict[int, list[Interval]] = defaultdict(list)
    for revision, section, start, end in states:
        if section is None:
            found[revision].append(Interval(start, end))
    return found
