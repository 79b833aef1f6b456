"""What one view sees: its columns, its eligible passages, and how row ids, places and ids go together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from contract.access import Scope
from graph.embedded.columns import PASSAGE, REVISION, SECTION, SECTION_CONTENT, Columns, Ints
from graph.embedded.database import Database
from graph.embedded.eligibility import Eligible, Readable, eligible
from graph.embedded.rows import Row, listed
from graph.embedded.statements import statements

_SQL = statements("read")


@dataclass(frozen=True, eq=False)
class Sight:
    """A scope over the columns of its tenant. A *place* is where a row stands in the columns; all reads go by places."""

    database: Database
    columns: Columns
    scope: Scope

    @cached_property
    def readable(self) -> Readable:
        return Readable(
            self.columns, self.scope, self._numbers(self.scope.revisions), self._numbers(self.scope.without)
        )

    def _numbers(self, revision_ids: frozenset[str]) -> Ints:
        found = self.database.rows(_SQL["revision_numbers"], (listed(sorted(revision_ids)),)) if revision_ids else []
        return np.fromiter((row[1] for row in found), dtype=np.int64, count=len(found))

    @cached_property
    def eligible(self) -> Eligible:
        return eligible(self.readable, self._may_know)

    def rows(self, name: str, parameters: Sequence[object] | Mapping[str, object]) -> list[Row]:
        return self.database.rows(_SQL[name], parameters)

    def places(self, passage_ids: Iterable[str]) -> list[int]:
        """The places of those that the scope holds, in the order asked, each once."""
        found = (self.columns.place(passage_id) for passage_id in dict.fromkeys(passage_ids))
        return [place for place in found if place is not None and self.eligible.passages[place]]

    def numbers(self, places: Iterable[int]) -> list[int]:
        """The row ids of passages."""
        rows: list[int] = self.columns.passages[PASSAGE][np.fromiter(places, dtype=np.int64)].tolist()
        return rows

    def in_scope(self, rows: Iterable[int]) -> dict[int, str]:
        """Of passages by row id those that the scope holds, with their ids."""
        wanted = np.unique(np.fromiter(rows, dtype=np.int64))
        keys = self.columns.passages[PASSAGE]
        places: Ints = np.searchsorted(keys, wanted)
        inside = places < keys.size
        inside[inside] = (keys[places[inside]] == wanted[inside]) & self.eligible.passages[places[inside]]
        ids = self.columns.ids
        return {row: ids[at] for row, at in zip(wanted[inside].tolist(), places[inside].tolist(), strict=True)}

    @cached_property
    def contents(self) -> frozenset[int]:
        """The row ids of the contents of which the scope holds anything."""
        return frozenset(np.unique(self.columns.sections[SECTION_CONTENT][self.eligible.sections]).tolist())

    def _may_know(self, revision: int, section: int) -> bool:
        """Whether a readable act, in force or explained itself, retired a section of a revision in force."""
        readable, columns = self.readable, self.columns
        acting = np.flatnonzero(readable.acting & (readable.older == revision))
        standing = acting[(readable.in_force | readable.explained)[readable.newer[acting]]]
        numbers = columns.edges[0][standing].tolist()
        content = int(columns.sections[SECTION_CONTENT][section])
        named = {row[5] for row in self.rows("supersessions", (listed(numbers),))}
        around = self.rows("sections_of_content", (content,))
        return bool(named & set(_names(int(columns.sections[SECTION][section]), around)))

    def revision_rows(self, places: Iterable[int]) -> list[int]:
        rows: list[int] = self.columns.revisions[REVISION][np.fromiter(places, dtype=np.int64)].tolist()
        return rows


def _names(section: int, rows: list[Row]) -> list[str]:
    """The names by which an act may hit a section: its own, its first part's, and those around it."""
    parents = {name: parent for _, name, parent in rows}
    name: str | None = next(name for row, name, _ in rows if row == section)
    found: list[str] = []
    while name is not None and name not in found:
        found += [name, name.rpartition("~")[0] or name]
        name = parents.get(name)
    return found
