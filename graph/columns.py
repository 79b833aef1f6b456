"""A tenant's states, revisions and passages as arrays, at one complete commit: the same for every store.

Immutable: a later commit makes a new ``Columns`` that shares what has not changed. Each table is an int64 array of shape
(columns, rows), rows by row id, so that a column is contiguous.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from contract.access import Scope
from contract.merges import MergeEntry
from contract.time import BEGINNING, Instant
from graph.keeping import Kept
from graph.rows import Row, merge_entry

if TYPE_CHECKING:
    from graph.eligibility import Eligible, Readable

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

# the rows of each table
REVISION, SOURCE, CONTENT, AUDIENCE, START, OWN_END, KNOWN, WITHDRAWN = range(8)
STATE, STATE_REVISION, STATE_SECTION, FROM, TO, KNOWN_FROM, KNOWN_TO = range(7)
EDGE, NEWER, OLDER, PARTIAL, ABSOLUTE, EFFECTIVE, EDGE_FROM, EDGE_TO = range(8)
SIGHTING, SEEN, ORIGINAL, SEEN_FROM, SEEN_TO = range(5)
SECTION, SECTION_CONTENT = range(2)
PASSAGE, PASSAGE_SECTION, VECTOR, LENGTH = range(4)

_KEPT_SCOPES = 16


@dataclass(frozen=True, eq=False)
class Columns:
    """``commit`` is the store's last one when this was read; ``tenant`` is 0 for one that is unknown."""

    tenant: int
    commit: int
    purges: int
    revisions: Ints
    states: Ints
    edges: Ints
    sightings: Ints
    sections: Ints
    passages: Ints
    ids: tuple[str, ...]  # of the passages
    numbers: Mapping[str, int] = field(repr=False)  # by id, the passage's place in the arrays; may know later ones
    merges: tuple[MergeEntry, ...] = ()
    # what was worked out for the scopes asked last, by ``same_scope``
    readable: Kept[Scope, Readable] = field(default_factory=lambda: Kept(_KEPT_SCOPES), repr=False)
    eligible: Kept[Scope, Eligible] = field(default_factory=lambda: Kept(_KEPT_SCOPES), repr=False)
    below_heads: Kept[Scope, frozenset[str]] = field(default_factory=lambda: Kept(_KEPT_SCOPES), repr=False)

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def state_revision(self) -> Ints:
        """By state, the place of its revision."""
        return places_of(self.revisions[REVISION], self.states[STATE_REVISION])

    @cached_property
    def state_section(self) -> Ints:
        """By state, the place of its section; -1 where the state is of the whole revision."""
        return places_of(self.sections[SECTION], self.states[STATE_SECTION])

    @cached_property
    def passage_section(self) -> Ints:
        """By passage, the place of its section."""
        return places_of(self.sections[SECTION], self.passages[PASSAGE_SECTION])

    @cached_property
    def states_by_section(self) -> tuple[Ints, Ints]:
        """The places of the states sorted by the place of their section, and where each section's begin (one more at the end)."""
        order = np.argsort(self.state_section, kind="stable")
        starts: Ints = np.searchsorted(self.state_section[order], np.arange(self.sections.shape[1] + 1))
        return order, starts

    @cached_property
    def merges_by_entity(self) -> Mapping[str, tuple[MergeEntry, ...]]:
        """By entity, the entries that name it, in their order."""
        found: dict[str, list[MergeEntry]] = defaultdict(list)
        for entry in self.merges:
            for each in entry.pair:
                found[each].append(entry)
        return {identity: tuple(entries) for identity, entries in found.items()}

    @cached_property
    def merges_known(self) -> Instant:
        """When the last entry became known."""
        return max((entry.known_at for entry in self.merges), default=BEGINNING)

    @cached_property
    def passages_by_section(self) -> tuple[Ints, Ints]:
        """The places of the passages sorted by the place of their section, and where each section's begin, as above."""
        order = np.argsort(self.passage_section, kind="stable")
        starts: Ints = np.searchsorted(self.passage_section[order], np.arange(self.sections.shape[1] + 1))
        return order, starts

    @cached_property
    def _valid_instants(self) -> Ints:
        times = (*self.states[[FROM, TO]], *self.revisions[[START, OWN_END]], self.edges[EFFECTIVE])
        return np.unique(np.concatenate(times))

    @cached_property
    def _known_instants(self) -> Ints:
        times = (
            *self.revisions[[KNOWN, WITHDRAWN]],
            *self.states[[KNOWN_FROM, KNOWN_TO]],
            *self.edges[[EDGE_FROM, EDGE_TO]],
            *self.sightings[[SEEN_FROM, SEEN_TO]],
        )
        return np.unique(np.concatenate(times))

    def same_scope(self, scope: Scope) -> Scope:
        """The scope at the last instants, not after its own, at which anything here begins or ends.

        Between two of those nothing changes: both scopes hold the same, and whoever asks as of now asks one scope again.
        """
        return replace(
            scope,
            valid_at=_last(self._valid_instants, scope.valid_at),
            known_at=_last(self._known_instants, scope.known_at),
        )

    @cached_property
    def audience(self) -> Ints:
        """By revision, who may read it: as its last sighting says, whatever the known time asked."""
        audience: Ints = self.revisions[AUDIENCE].copy()
        still: Ints = self.sightings[:, self.sightings[SEEN_TO] == np.iinfo(np.int64).max]
        again = places_of(self.revisions[REVISION], still[SEEN])
        for seen in np.argsort(again):
            first = places_of(self.revisions[REVISION], still[ORIGINAL][seen : seen + 1])
            audience[first] = self.revisions[AUDIENCE][again[seen]]
        return audience

    def revision_places(self, revisions: Ints) -> Ints:
        """Where these row ids stand among the revisions; -1 for one that is not there."""
        return places_of(self.revisions[REVISION], revisions)

    def section_states(self, section: int) -> Ints:
        """The places of the states of the section at this place."""
        order, starts = self.states_by_section
        states: Ints = order[starts[section] : starts[section + 1]]
        return states

    def place(self, passage_id: str) -> int | None:
        found = self.numbers.get(passage_id)
        return found if found is not None and found < self.size else None

    def section_passages(self, section: int) -> Ints:
        """The places of the passages of the section at this place, in document order."""
        order, starts = self.passages_by_section
        passages: Ints = order[starts[section] : starts[section + 1]]
        return passages


def nothing(tenant: int, purges: int) -> Columns:
    """A tenant of which nothing is read yet."""

    def empty(columns: int) -> Ints:
        return np.empty((columns, 0), dtype=np.int64)

    return Columns(tenant, 0, purges, empty(8), empty(7), empty(8), empty(5), empty(2), empty(4), (), {})


class ColumnRows(Protocol):
    """How a store reads the rows of a tenant's tables, each in the order of the columns, by row id.

    ``changed``: rows of ``revisions``, ``states``, ``supersessions`` or ``sightings`` opened or closed after the commit
    ``since``; of ``merges`` the entries added after it, as ``graph.rows.merge_entry`` takes them. ``added``: rows of
    ``sections`` or ``passages`` beyond the row id ``last``; a passage's id comes fifth.
    """

    def changed(self, table: str, since: int) -> Sequence[Row]: ...
    def added(self, table: str, last: int) -> Sequence[Row]: ...


def caught_up(before: Columns, commit: int, read: ColumnRows) -> Columns:
    """The columns at a later commit, made from an earlier reading."""

    def changed(name: str, table: Ints) -> Ints:
        return merged(table, read.changed(name, before.commit))

    def added(name: str, table: Ints) -> Sequence[Row]:
        return read.added(name, int(table[0, -1]) if table.shape[1] else 0)

    passages = added("passages", before.passages)
    new_ids = tuple(row[4] for row in passages)
    numbers = before.numbers if isinstance(before.numbers, dict) else {}
    numbers.update(zip(new_ids, range(before.size, before.size + len(new_ids)), strict=True))
    return Columns(
        before.tenant,
        commit,
        before.purges,
        changed("revisions", before.revisions),
        changed("states", before.states),
        changed("supersessions", before.edges),
        changed("sightings", before.sightings),
        merged(before.sections, added("sections", before.sections)),
        merged(before.passages, [row[:4] for row in passages]),
        before.ids + new_ids,
        numbers,
        before.merges + tuple(merge_entry(row) for row in read.changed("merges", before.commit)),
    )


def merged(table: Ints, rows: Sequence[Row]) -> Ints:
    """A table with rows changed or added; what it was is left as it is."""
    if not rows:
        return table
    found = np.array(rows, dtype=np.int64).T
    last = table[0, -1] if table.shape[1] else np.int64(0)
    old, new = found[:, found[0] <= last], found[:, found[0] > last]
    if old.shape[1]:
        table = table.copy()
        table[:, np.searchsorted(table[0], old[0])] = old
    return np.concatenate([table, new], axis=1)


def places_of(keys: Ints, wanted: Ints) -> Ints:
    """Where each wanted key stands among sorted keys; -1 for one that is not there."""
    if not keys.size:
        return np.full(wanted.shape, -1, dtype=np.int64)
    places = np.searchsorted(keys, wanted)
    places[places == keys.size] = 0
    return np.where(keys[places] == wanted, places, -1)


def ranges(starts: Ints, counts: Ints) -> Ints:
    """The numbers of some ranges, one range after the other."""
    found: Ints = np.repeat(starts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    return found


def _last(instants: Ints, at: Instant) -> Instant:
    """The last of sorted instants that is not after ``at``; the beginning of time where all are."""
    before = int(np.searchsorted(instants, at, side="right"))
    return int(instants[before - 1]) if before else BEGINNING
