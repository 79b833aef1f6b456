"""A tenant's columns read from the file, from where an earlier reading left off."""

from __future__ import annotations

from dataclasses import dataclass

from graph.columns import Columns, caught_up, nothing
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.rows import Row

_SQL = statements("columns")
_LOG = statements("log")


def load_columns(database: Database, tenant: str, before: Columns | None) -> Columns:
    """The tenant's columns at the last complete commit, made from an earlier reading where there is one."""
    with database.snapshot():
        commit = database.rows(_LOG["last_commit"])[0][0]
        if before is not None and before.commit == commit:
            return before
        found = database.rows(_SQL["tenant"], (tenant,))
        number, _, purges = found[0] if found else (0, 0, 0)
        if before is None or before.tenant != number or before.purges != purges:
            before = nothing(number, purges)
        return caught_up(before, commit, _Rows(database, number))


@dataclass(frozen=True, slots=True)
class _Rows:
    """``graph.columns.ColumnRows`` by SQL."""

    database: Database
    tenant: int

    def changed(self, table: str, since: int) -> list[Row]:
        return self.database.rows(_SQL[table], {"tenant": self.tenant, "since": since})

    def added(self, table: str, last: int) -> list[Row]:
        return self.database.rows(_SQL[table], {"tenant": self.tenant, "last": last})
