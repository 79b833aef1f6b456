"""Which passages a scope holds, and by which states: worked out on the columns before any search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from contract.access import Holding, Scope
from contract.time import BEGINNING, Instant, Interval
from graph.columns import (
    ABSOLUTE,
    CONTENT,
    EDGE_FROM,
    EDGE_TO,
    EFFECTIVE,
    FROM,
    KNOWN,
    KNOWN_FROM,
    KNOWN_TO,
    LENGTH,
    NEWER,
    OLDER,
    OWN_END,
    PARTIAL,
    REVISION,
    SECTION_CONTENT,
    SEEN,
    SEEN_FROM,
    SEEN_TO,
    START,
    TO,
    VECTOR,
    WITHDRAWN,
    Columns,
    Ints,
    Mask,
    ranges,
)
from graph.intervals import Intervals, union

RetiredBy = Callable[[int, int], bool]  # (place of a revision, place of a section): may the reader know who retired it?


@dataclass(frozen=True, eq=False)
class Readable:
    """What one reader may know of the revisions at one known time, whatever their validity.

    ``revisions`` are readable, known and not withdrawn; ``listed`` of them are no sightings. ``states`` and ``edges`` are
    those known of readable revisions, of edges on both sides.
    """

    columns: Columns
    scope: Scope
    pins: Ints  # row ids of the scope's pinned revisions
    left_out: Ints  # and of those that it leaves out

    @cached_property
    def revisions(self) -> Mask:
        of = self.columns.revisions
        at = self.scope.known_at
        allowed = np.isin(self.columns.audience, np.fromiter(self.scope.audience_ids, dtype=np.int64))
        mask: Mask = allowed & (of[KNOWN] <= at) & (at < of[WITHDRAWN])
        return mask

    @cached_property
    def contents(self) -> frozenset[int]:
        """The row ids of the contents of the revisions that the reader may know, whether or not they hold."""
        return frozenset(np.unique(self.columns.revisions[CONTENT][self.revisions]).tolist())

    @cached_property
    def listed(self) -> Mask:
        of, at = self.columns.sightings, self.scope.known_at
        known = (of[SEEN_FROM] <= at) & (at < of[SEEN_TO])
        mask = self.revisions.copy()
        mask[self.columns.revision_places(of[SEEN][known])] = False
        return mask

    @cached_property
    def states(self) -> Mask:
        of, at = self.columns.states, self.scope.known_at
        known = (of[KNOWN_FROM] <= at) & (at < of[KNOWN_TO])
        mask: Mask = known & self.revisions[self.columns.state_revision]
        return mask

    @cached_property
    def holding(self) -> Mask:
        """The states that hold at ``valid_at``."""
        of, at = self.columns.states, self.scope.valid_at
        mask: Mask = self.states & (of[FROM] <= at) & (at < of[TO])
        return mask

    @cached_property
    def pinned(self) -> Mask:
        """The readable revisions that the scope is pinned to."""
        return self.revisions & np.isin(self.columns.revisions[REVISION], self.pins)

    @cached_property
    def chosen(self) -> Mask:
        """The states that hold, of pinned revisions alone if the scope is pinned, without those that it leaves out."""
        mask = self.holding
        if self.scope.revisions:
            mask = mask & self.pinned[self.columns.state_revision]
        if self.left_out.size:
            kept = ~np.isin(self.columns.revisions[REVISION], self.left_out)
            mask = mask & kept[self.columns.state_revision]
        return mask

    @cached_property
    def whole(self) -> Mask:
        """The states that are of a whole revision."""
        return self.columns.state_section < 0

    @cached_property
    def in_force(self) -> Mask:
        """The revisions that hold at ``valid_at``."""
        mask = np.zeros(self.revisions.shape, dtype=np.bool_)
        mask[self.columns.state_revision[self.holding & self.whole]] = True
        return mask

    @cached_property
    def edges(self) -> Mask:
        return self._known_edges & self.revisions[self.newer] & self.revisions[self.older]

    @cached_property
    def _known_edges(self) -> Mask:
        of, at = self.columns.edges, self.scope.known_at
        mask: Mask = (of[EDGE_FROM] <= at) & (at < of[EDGE_TO])
        return mask

    @cached_property
    def newer(self) -> Ints:
        return self.columns.revision_places(self.columns.edges[NEWER])

    @cached_property
    def older(self) -> Ints:
        return self.columns.revision_places(self.columns.edges[OLDER])

    @cached_property
    def last_end(self) -> Ints:
        """By revision, where its last hold before ``valid_at`` ended; the beginning of time if it never held."""
        of = self.columns.states
        past = self.states & self.whole & (of[TO] <= self.scope.valid_at)
        ends = np.full(self.revisions.shape, BEGINNING, dtype=np.int64)
        np.maximum.at(ends, self.columns.state_revision[past], of[TO][past])
        return ends

    @cached_property
    def acting(self) -> Mask:
        """The edges that can be why the older one is not in force now.

        A correction or nullity always is. Another is from its effective time on, while the newer one has not ended, and
        if the older one did not hold again since; what has ended by its own date is judged at its end.
        """
        of, own_end = self.columns.edges, self.columns.revisions[OWN_END]
        at = np.minimum(self.scope.valid_at, own_end[self.older] - 1)
        begun = (of[EFFECTIVE] <= at) & (own_end[self.newer] > at)
        mask: Mask = self.edges & ((of[ABSOLUTE] == 1) | (begun & (of[EFFECTIVE] >= self.last_end[self.older])))
        return mask

    @cached_property
    def explained(self) -> Mask:
        """The revisions that do not hold at ``valid_at`` for a reason that the reader may know.

        Not begun or ended by their own dates; or ended by one that is readable and in turn in force or explained. What
        only a hidden revision explains is left out, and with it what it explains: hidden and absent must look alike.
        """
        of, at = self.columns.revisions, self.scope.valid_at
        absolute = np.zeros(self.revisions.shape, dtype=np.bool_)
        absolute[self._older_of_absolute()] = True
        by_own_dates = ((of[START] > at) & ~absolute) | ((of[OWN_END] <= at) & (self.last_end == of[OWN_END]))
        candidates = self.listed & ~self.in_force
        whole = self.acting & (self.columns.edges[PARTIAL] == 0)
        newer, older = self.newer[whole], self.older[whole]
        explained = candidates.copy()
        while True:
            by_others = np.zeros_like(explained)
            by_others[older[(self.in_force | explained)[newer]]] = True
            left = candidates & (by_own_dates | by_others) & explained
            if np.array_equal(left, explained):
                return explained
            explained = left

    @cached_property
    def hidden_ends(self) -> frozenset[tuple[int, Instant]]:
        """(place of a revision, where a hidden one ends it), if no readable one ends it at the same time."""

        def ends(edges: Mask) -> set[tuple[int, Instant]]:
            return set(zip(self.older[edges].tolist(), self.columns.edges[EFFECTIVE][edges].tolist(), strict=True))

        return frozenset(ends(self._known_edges & ~self.edges) - ends(self.edges))

    def _older_of_absolute(self) -> Ints:
        """Of corrections and nullities known, hidden ones too, whom they hit."""
        older: Ints = self.older[self._known_edges & (self.columns.edges[ABSOLUTE] == 1)]
        return older


@dataclass(frozen=True, eq=False)
class Eligible:
    """The passages of one scope: a mask over the tenant's, and the statistics of those alone."""

    readable: Readable
    sections: Mask
    passages: Mask
    carriers: dict[int, tuple[int, Interval]] = field(default_factory=dict, repr=False)  # by section, where looked for

    @cached_property
    def places(self) -> Ints:
        return np.flatnonzero(self.passages)

    @cached_property
    def count(self) -> int:
        return int(np.count_nonzero(self.passages))

    @cached_property
    def vectors(self) -> Ints:
        """The row ids of the passages' vectors, ascending, each once."""
        return np.unique(self.by_vector[0])

    @cached_property
    def by_vector(self) -> tuple[Ints, Ints]:
        """The row ids of the passages' vectors, ascending, and the place of each one's passage."""
        vectors = self.readable.columns.passages[VECTOR][self.places]
        order = np.argsort(vectors, kind="stable")
        return vectors[order], self.places[order]

    @cached_property
    def average_length(self) -> float:
        lengths = self.readable.columns.passages[LENGTH]
        return float(lengths[self.passages].sum()) / self.count if self.count else 0.0

    @cached_property
    def contents(self) -> frozenset[int]:
        """The row ids of the contents of which the scope holds anything."""
        return frozenset(np.unique(self.readable.columns.sections[SECTION_CONTENT][self.sections]).tolist())

    @cached_property
    def key(self) -> bytes:
        """The same for scopes that hold the same passages of the same columns."""
        return np.packbits(self.passages).tobytes()


def eligible(readable: Readable, retired_by: RetiredBy) -> Eligible:
    """The passages that the scope holds."""
    scope, columns = readable.scope, readable.columns
    if scope.holding is Holding.IN_FORCE:
        sections = _sections_of(columns, readable.chosen)
    elif scope.holding is Holding.LAPSED:
        sections = _lapsed(readable, retired_by)
    else:
        sections = _carried(columns, readable.pinned)
    return Eligible(readable, sections, sections[columns.passage_section])


def carriers(found: Eligible, section: int) -> tuple[int, ...]:
    """The places of the revisions that may stand for a section of the scope; which of them is best is not said here."""
    readable, columns = found.readable, found.readable.columns
    scope = readable.scope
    states = columns.section_states(section)
    if scope.holding is Holding.IN_FORCE:
        states = states[readable.chosen[states]]
        return tuple(dict.fromkeys(columns.state_revision[states].tolist()))
    of_content = columns.revisions[CONTENT] == columns.sections[SECTION_CONTENT][section]
    if scope.holding is Holding.ANY:
        return tuple(np.flatnonzero(of_content & readable.pinned).tolist())
    lapsed = np.flatnonzero(of_content & readable.explained)
    if lapsed.size:
        return tuple(lapsed.tolist())
    return tuple(np.flatnonzero(of_content & readable.in_force).tolist())  # retired from one that is in force


def carried_alone(found: Eligible, sections: Ints) -> Mapping[int, tuple[int, Interval]]:
    """Of sections in force those that a single known state speaks for: the place of its revision, and when it holds.

    ``carriers`` and ``valid`` say the same of each, one by one; most sections of a scope are of this kind. One whose end only
    a hidden revision explains is left to them.
    """
    readable, columns = found.readable, found.readable.columns
    if readable.scope.holding is not Holding.IN_FORCE:
        return {}
    order, starts = columns.states_by_section
    counts = starts[sections + 1] - starts[sections]
    states = order[ranges(starts[sections], counts)]
    known = readable.states[states]
    of, states = np.repeat(sections, counts)[known], states[known]
    alone, first, number = np.unique(of, return_index=True, return_counts=True)
    states = states[first]
    kept = (number == 1) & readable.chosen[states]
    alone, states = alone[kept], states[kept]
    rows = (alone, columns.state_revision[states], columns.states[FROM][states], columns.states[TO][states])
    ends = readable.hidden_ends
    return {
        section: (revision, Interval(start, end))
        for section, revision, start, end in zip(*(row.tolist() for row in rows), strict=True)
        if (revision, end) not in ends
    }


def valid(found: Readable, section: int, revision: int) -> Interval:
    """When a section holds as carried by a revision, around ``valid_at``.

    Else when it last did, else when it first will, else an empty interval at the revision's start.
    """
    columns, at = found.columns, found.scope.valid_at
    spans = shown(found, revision, columns.section_states(section))
    begun = [span for span in spans if span.start <= at]
    start = int(columns.revisions[START][revision])
    return begun[-1] if begun else spans[0] if spans else Interval(start, start)


def shown(found: Readable, revision: int, states: Ints) -> Intervals:
    """When a revision holds by these states of it, as the reader may see it.

    An end that only a hidden revision explains is not shown: the span goes on to the revision's declared end.
    """
    columns = found.columns
    states = states[found.states[states] & (columns.state_revision[states] == revision)]
    ends = found.hidden_ends
    own_end = int(columns.revisions[OWN_END][revision])
    spans = zip(columns.states[FROM][states].tolist(), columns.states[TO][states].tolist(), strict=True)
    return union(Interval(start, own_end if (revision, end) in ends else end) for start, end in spans)


def _lapsed(readable: Readable, retired_by: RetiredBy) -> Mask:
    columns = readable.columns
    sections = _carried(columns, readable.explained)
    holding = _sections_of(columns, readable.holding)
    partly = np.unique(readable.older[readable.acting & (columns.edges[PARTIAL] == 1)])
    for revision in partly[readable.in_force[partly]].tolist():
        carried = _carried(columns, np.arange(readable.revisions.size) == revision)
        for section in np.flatnonzero(carried & ~holding & ~sections).tolist():
            sections[section] = retired_by(revision, section)
    return sections & ~holding


def _sections_of(columns: Columns, states: Mask) -> Mask:
    mask = np.zeros(columns.sections.shape[1], dtype=np.bool_)
    places = columns.state_section[states]
    mask[places[places >= 0]] = True
    return mask


def _carried(columns: Columns, revisions: Mask) -> Mask:
    """The sections of the contents of these revisions."""
    return np.isin(columns.sections[SECTION_CONTENT], columns.revisions[CONTENT][revisions])
