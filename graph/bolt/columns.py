"""A tenant's columns read from Neo4j, from where an earlier reading left off.

Reads are no snapshot there: each names the commit that it stops at. A purge in the middle takes rows away that the others
still speak of, so that the reading is done again.
"""

from __future__ import annotations

from dataclasses import dataclass

from contract.errors import StoreUnavailable
from contract.time import END
from graph.bolt.database import Database
from graph.columns import Columns, caught_up, nothing
from graph.rows import Row

_TRIES = 5


@dataclass(frozen=True, slots=True)
class Published:
    """The last commit that may be seen, and what is known of a tenant; ``row`` 0 for one that is not here."""

    commit: int
    row: int
    purges: int


def published(database: Database, tenant: str) -> Published:
    """What a view starts from."""
    ((commit, row, purges),) = database.rows("read/published", {"tenant": tenant})
    return Published(commit, row or 0, purges or 0)


def moved(database: Database, tenant: int) -> tuple[int, int]:
    """The last commit that was written, told of or not, and the tenant's purges."""
    ((commit, purges),) = database.rows("read/last_commit", {"tenant": tenant})
    return commit, purges or 0


def load_columns(database: Database, tenant: str, before: Columns | None) -> Columns:
    """The tenant's columns at the last complete commit, made from an earlier reading where there is one."""
    for _ in range(_TRIES):
        now = published(database, tenant)
        if before is None or (before.tenant, before.purges) != (now.row, now.purges):
            before = nothing(now.row, now.purges)
        if before.commit >= now.commit or not now.row:
            return before
        found = caught_up(before, now.commit, _Rows(database, now.row, before.commit, now.commit))
        if moved(database, now.row)[1] == now.purges:
            return found
        before = None
    raise StoreUnavailable(f"the tenant {tenant!r} is being purged again and again: try again when that is done")


@dataclass(frozen=True, slots=True)
class _Rows:
    """``graph.columns.ColumnRows`` by Cypher, between two commits."""

    database: Database
    tenant: int
    before: int
    commit: int

    def changed(self, table: str, since: int) -> list[Row]:
        ((rows,),) = self.database.rows(f"read/changed_{table}", {**self._between(since), "end": END})
        return list(rows)

    def added(self, table: str, last: int) -> list[Row]:
        ((rows,),) = self.database.rows(f"read/added_{table}", self._between(self.before))
        return [row for row in rows if row[0] > last]

    def _between(self, since: int) -> dict[str, object]:
        return {"tenant": self.tenant, "since": since, "commit": self.commit}
