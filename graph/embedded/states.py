"""What follows from the log, kept as rows: derived again at each commit for the sources that it touches.

A row is never changed but for closing its known interval. A row that opens and closes at one instant is empty, and so
never seen.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.history import Derived, Event, Put
from contract.time import END, Instant, Interval
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.intervals import Intervals, minus, union
from graph.rows import Row, event, listed
from graph.timeline import derive

State = tuple[int, int | None, Instant, Instant]  # revision, section, valid_from, valid_to
Edge = tuple[int, int, str | None, str, Instant, str]  # newer, older, section, kind, effective, rule
Seen = tuple[int, int]  # sighting, original

_LOG = statements("log")
_SQL = statements("states")
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
class Plan:
    """What the derivation wants, beside the rows that are open now."""

    derived: Derived
    component: Component
    states: Mapping[State, int]  # wanted: with their sources
    edges: Mapping[Edge, int]
    seen: Mapping[Seen, int]
    open_states: Mapping[State, int]  # open now: with their row ids
    open_edges: Mapping[Edge, int]
    open_seen: Mapping[Seen, int]

    def changes_nothing(self) -> bool:
        return self.states.keys() == self.open_states.keys()

    def original(self, revision: int) -> int | None:
        """The revision that this one is a sighting of."""
        return next((first for again, first in self.seen if again == revision), None)

    def id_of(self, revision: int) -> str:
        return next(identity for identity, row in self.component.revisions.items() if row == revision)

    def only_renames(self, new: int, twin: int) -> bool:
        """Whether what is wanted is what there is, with ``new`` in the place of ``twin``."""
        renamed = {(twin if revision == new else revision, *rest) for revision, *rest in self.states}
        return renamed == self.open_states.keys()

    def shortened(self) -> tuple[str, ...]:
        """Ids of the revisions that hold less than before."""
        before, after = _whole(self.open_states), _whole(self.states)
        less = (row for row in before if minus(union(before[row]), union(after.get(row, ()))))
        return tuple(sorted(self.id_of(row) for row in less))


def component(tx: sqlite3.Connection, tenant: int, uri: str) -> Component:
    """Read the log of a source and of all that acts tie to it."""
    sources = {name: row for row, name in tx.execute(_LOG["component"], {"tenant": tenant, "uri": uri})}
    return assembled(
        sources, tx.execute(_LOG["events_of_sources"], (listed(sources.values()),)).fetchall(), _reader(tx)
    )


def assembled(
    sources: Mapping[str, int], rows: Sequence[Row], read: Callable[[str, Sequence[object]], list[Row]]
) -> Component:
    """A component from the rows of its log; ``read`` runs a query."""
    puts = [row for row in rows if row[0] == "put"]
    contents = sorted({row[5] for row in puts if row[5] is not None})
    sections: dict[int, list[Row]] = defaultdict(list)
    for content, *rest in read(_LOG["sections_of_contents"], (listed(contents),)):
        sections[content].append(tuple(rest))
    held = {content: _held(found) for content, found in sections.items()}
    names = {content: tuple(dict.fromkeys(each.name for each in found)) for content, found in held.items()}
    return Component(
        sources,
        tuple(event(row, names) for row in rows),
        {row[3]: row[4] for row in puts},
        {row[3]: row[5] for row in puts},
        held,
    )


def read_history(database: Database, tenant: str) -> Component:
    """The whole log of a tenant."""
    with database.snapshot():
        sources = {uri: row for row, uri in database.rows(_LOG["sources"], (tenant,))}
        return assembled(sources, database.rows(_LOG["events_of_tenant"], (tenant,)), database.rows)


def plan(tx: sqlite3.Connection, tenant: int, uri: str, at: Instant) -> Plan:
    """Derive again what holds for a source and all that acts tie to it, as known at ``at``."""
    tied = component(tx, tenant, uri)
    derived = derive(tied.history, at)
    sources = listed(tied.sources.values())
    source_of = tied.source_of()
    return Plan(
        derived,
        tied,
        wanted_states(tied, derived),
        {
            (tied.revisions[e.newer], tied.revisions[e.older], e.section, e.kind.value, e.effective, e.rule): source_of[
                e.older
            ]
            for e in derived.supersessions
        },
        {
            (tied.revisions[again], tied.revisions[first]): source_of[again]
            for again, first in derived.sightings.items()
        },
        {tuple(row): key for key, *row in tx.execute(_SQL["open_states"], (sources,))},
        {tuple(row): key for key, *row in tx.execute(_SQL["open_supersessions"], (sources,))},
        {tuple(row): key for key, *row in tx.execute(_SQL["open_sightings"], (sources,))},
    )


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


def apply(tx: sqlite3.Connection, tenant: int, wanted: Plan, at: Instant, number: int) -> None:
    """Close the rows that no longer follow, open those that now do."""
    opening = {"tenant": tenant, "known_from": at, "known_to": END, "opened": number}
    closing = {"at": at, "number": number}
    _close(tx, "close_state", wanted.open_states, wanted.states, closing)
    _close(tx, "close_supersession", wanted.open_edges, wanted.edges, closing)
    _close(tx, "close_sighting", wanted.open_seen, wanted.seen, closing)
    for state, source in wanted.states.items():
        if state not in wanted.open_states:
            revision, section, start, end = state
            held = {"revision": revision, "section": section, "valid_from": start, "valid_to": end}
            tx.execute(_SQL["insert_state"], {**opening, **held, "source": source})
    for edge, source in wanted.edges.items():
        if edge not in wanted.open_edges:
            newer, older, name, kind, effective, rule = edge
            ends = {"newer": newer, "older": older, "section": name}
            why = {"kind": kind, "effective": effective, "rule": rule}
            tx.execute(_SQL["insert_supersession"], {**opening, **ends, **why, "source": source})
    for seen, source in wanted.seen.items():
        if seen not in wanted.open_seen:
            again = {"revision": seen[0], "original": seen[1]}
            tx.execute(_SQL["insert_sighting"], {**opening, **again, "source": source})


def _close(
    tx: sqlite3.Connection, name: str, opened: Mapping[Row, int], wanted: Mapping[Row, int], closing: dict[str, int]
) -> None:
    tx.executemany(_SQL[name], [{**closing, "row": row} for key, row in opened.items() if key not in wanted])


def _held(rows: Iterable[Row]) -> tuple[Held, ...]:
    """The sections of one content. A later part of a long section ("x~2") stands and falls with its first."""
    parents = {name: parent for _, name, parent in rows}

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

    return tuple(Held(row, first(name), around(name)) for row, name, _ in rows)


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


def _reader(tx: sqlite3.Connection) -> Callable[[str, Sequence[object]], list[Row]]:
    return lambda sql, parameters: tx.execute(sql, parameters).fetchall()
