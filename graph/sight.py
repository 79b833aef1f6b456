"""What one view sees: its columns, its eligible passages, and how row ids, places and ids go together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from contract.access import Scope
from contract.evidence import Located, Scored
from contract.ports import Vector
from graph.bm25 import Posting
from graph.columns import PASSAGE, REVISION, SECTION, SECTION_CONTENT, Columns, Ints, places_of
from graph.eligibility import Eligible, Readable, eligible
from graph.rows import Row


class RowReader(Protocol):
    """How a store reads rows by their ids, in the shapes that ``graph.rows`` takes. What is gone is left out."""

    def revision_numbers(self, revision_ids: Iterable[str]) -> list[int]:
        """The row ids of revisions."""
        ...

    def revisions(self, numbers: Iterable[int]) -> list[Row]:
        """As ``graph.rows.revision`` takes them; the row id first, the metadata sixth."""
        ...

    def passages(self, numbers: Iterable[int]) -> list[Row]:
        """As ``graph.rows.passage`` takes them; the row id first, the section's path last."""
        ...

    def section(self, number: int) -> list[Row]:
        """As ``graph.rows.section`` takes it."""
        ...

    def section_names(self, numbers: Iterable[int]) -> list[Row]:
        """(row id, name)."""
        ...

    def sections_of_content(self, content: int) -> list[Row]:
        """(row id, name, the name of the section around it)."""
        ...

    def source(self, uri: str) -> list[int]:
        """The row id of a source of the tenant."""
        ...

    def labels(self, source: int) -> list[str | None]:
        """The different labels of a source's revisions."""
        ...

    def supersessions(self, numbers: Iterable[int]) -> list[Row]:
        """(newer, older, kind, effective, rule, section), by the older one, then by effective, newer, section and rule."""
        ...


@dataclass(frozen=True, eq=False)
class Sight:
    """A scope over the columns of its tenant. A *place* is where a row stands in the columns; all reads go by places."""

    read: RowReader
    columns: Columns
    scope: Scope

    @cached_property
    def same_scope(self) -> Scope:
        """What is worked out for a scope is kept under this one."""
        return self.columns.same_scope(self.scope)

    @cached_property
    def readable(self) -> Readable:
        """Kept with the columns: most questions are asked of one of few scopes."""
        return self.columns.readable.made(self.same_scope, self._readable)

    def _readable(self) -> Readable:
        scope = self.same_scope
        return Readable(self.columns, scope, self._numbers(scope.revisions), self._numbers(scope.without))

    def _numbers(self, revision_ids: frozenset[str]) -> Ints:
        return np.array(self.read.revision_numbers(sorted(revision_ids)) if revision_ids else [], dtype=np.int64)

    @cached_property
    def eligible(self) -> Eligible:
        """Kept as ``readable`` is."""
        return self.columns.eligible.made(self.same_scope, lambda: eligible(self.readable, self._may_know))

    @cached_property
    def located(self) -> dict[int, Located]:
        """Passages by place that were read for this view: one question comes back to the same few again and again."""
        return {}

    @cached_property
    def cosines(self) -> dict[Vector, dict[str, float]]:
        """By vector the cosines of passages that were asked for: one question asks for those of the same few again."""
        return {}

    @cached_property
    def postings(self) -> dict[str, Posting]:
        """Where the terms that this view was searched for stand in the scope."""
        return {}

    @cached_property
    def scored(self) -> dict[tuple[str, ...], tuple[Ints, NDArray[np.float64]]]:
        """The scores of the words that this view was searched for."""
        return {}

    def places(self, passage_ids: Iterable[str]) -> list[int]:
        """The places of those that the scope holds, in the order asked, each once."""
        numbers, size, inside = self.columns.numbers, self.columns.size, self.eligible.passages
        return [
            place
            for passage_id in dict.fromkeys(passage_ids)
            if (place := numbers.get(passage_id, size)) < size and inside[place]
        ]

    def numbers(self, places: Iterable[int]) -> list[int]:
        """The row ids of passages."""
        rows: list[int] = self.columns.passages[PASSAGE][np.fromiter(places, dtype=np.int64)].tolist()
        return rows

    def in_scope(self, rows: Iterable[int]) -> dict[int, str]:
        """Of passages by row id those that the scope holds, with their ids."""
        wanted = np.array(list(dict.fromkeys(rows)), dtype=np.int64)
        places = places_of(self.columns.passages[PASSAGE], wanted)
        inside = places >= 0
        inside[inside] = self.eligible.passages[places[inside]]
        ids = self.columns.ids
        return {row: ids[at] for row, at in zip(wanted[inside].tolist(), places[inside].tolist(), strict=True)}

    def content_of(self, passage_id: str) -> int | None:
        """The row id of the content of a passage, whatever the scope; None for one that is not here."""
        place = self.columns.place(passage_id)
        if place is None:
            return None
        return int(self.columns.sections[SECTION_CONTENT][self.columns.passage_section[place]])

    def _may_know(self, revision: int, section: int) -> bool:
        """Whether a readable act, in force or explained itself, retired a section of a revision in force."""
        readable, columns = self.readable, self.columns
        acting = np.flatnonzero(readable.acting & (readable.older == revision))
        standing = acting[(readable.in_force | readable.explained)[readable.newer[acting]]]
        named = {row[5] for row in self.read.supersessions(columns.edges[0][standing].tolist())}
        around = self.read.sections_of_content(int(columns.sections[SECTION_CONTENT][section]))
        return bool(named & set(_names(int(columns.sections[SECTION][section]), around)))

    def revision_rows(self, places: Iterable[int]) -> list[int]:
        """The row ids of revisions."""
        rows: list[int] = self.columns.revisions[REVISION][np.fromiter(places, dtype=np.int64)].tolist()
        return rows


def ranked(sight: Sight, places: Ints, scores: NDArray[np.float64], limit: int) -> tuple[Scored, ...]:
    """The best of some passages, by score, then id."""
    if limit <= 0:
        return ()
    if scores.size > limit:
        least = np.partition(scores, scores.size - limit)[scores.size - limit]
        places, scores = places[scores >= least], scores[scores >= least]
    ids = sight.columns.ids
    found = [Scored(ids[place], score) for place, score in zip(places.tolist(), scores.tolist(), strict=True)]
    return tuple(sorted(found, key=lambda each: (-each.score, each.passage_id))[:limit])


def _names(section: int, rows: Sequence[Row]) -> list[str]:
    """The names by which an act may hit a section: its own, its first part's, and those around it."""
    parents = {name: parent for _, name, parent in rows}
    name: str | None = next(name for row, name, _ in rows if row == section)
    found: list[str] = []
    while name is not None and name not in found:
        found += [name, name.rpartition("~")[0] or name]
        name = parents.get(name)
    return found
