"""A sight over the file: rows by their ids, and by named statements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.rows import Row, listed
from graph.sight import Sight

_SQL = statements("read")


@dataclass(frozen=True, eq=False)
class EmbeddedSight(Sight):
    """A sight that also runs the statements of ``sql/read.sql``."""

    database: Database

    def rows(self, name: str, parameters: Sequence[object] | Mapping[str, object]) -> list[Row]:
        return self.database.rows(_SQL[name], parameters)


@dataclass(frozen=True, slots=True)
class SqlRows:
    """``graph.sight.RowReader`` by SQL."""

    database: Database

    def revision_numbers(self, revision_ids: Iterable[str]) -> list[int]:
        return [row[1] for row in self._read("revision_numbers", listed(revision_ids))]

    def revisions(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("revisions", listed(numbers))

    def passages(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("passages", listed(numbers))

    def section(self, number: int) -> list[Row]:
        return self._read("section", number)

    def section_names(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("section_names", listed(numbers))

    def sections_of_content(self, content: int) -> list[Row]:
        return self._read("sections_of_content", content)

    def source(self, tenant: str, uri: str) -> list[int]:
        return [row[0] for row in self._read("source", tenant, uri)]

    def labels(self, source: int) -> list[str | None]:
        return [row[0] for row in self._read("labels", source)]

    def supersessions(self, numbers: Iterable[int]) -> list[Row]:
        return self._read("supersessions", listed(numbers))

    def _read(self, name: str, *parameters: object) -> list[Row]:
        return self.database.rows(_SQL[name], parameters)
