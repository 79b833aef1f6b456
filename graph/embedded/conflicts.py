"""The inbox of conflicts: entries are added, and never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from contract.conflicts import ConflictEntry
from contract.time import Instant
from graph.conflicts import entry_columns, named_revisions
from graph.embedded.commits import begin
from graph.embedded.statements import statements
from graph.rows import listed

_SQL = statements("conflicts")


def add(tx: sqlite3.Connection, tenant: str, entries: Iterable[ConflictEntry], at: Instant) -> None:
    """Keep entries as one commit."""
    turn = begin(tx, tenant, at, make=False)
    for entry in entries:
        insert(tx, turn.tenant, entry, turn.at, turn.number)


def insert(tx: sqlite3.Connection, tenant: int, entry: ConflictEntry, at: Instant, number: int) -> None:
    """Keep one entry, as known from ``at``."""
    row = {**entry_columns(entry), "tenant": tenant, "known_at": at, "number": number}
    made = tx.execute(_SQL["insert"], row).fetchone()[0]
    tx.execute(_SQL["insert_sources"], {"entry": made, "revisions": listed(named_revisions(entry))})
