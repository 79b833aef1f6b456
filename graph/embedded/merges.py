"""Which entities are one: entries are added, and never changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from contract.merges import MergeEntry
from contract.records import Content
from contract.time import Instant
from graph.embedded.statements import statements
from graph.merging import drawn, entry_key, handles
from graph.rows import listed, merge_columns

_SQL = statements("merges")


def draw(tx: sqlite3.Connection, tenant: int, name: str, content: Content, at: Instant, number: int) -> None:
    """Keep what follows from a content that is here now."""
    asked = {"tenant": tenant, "handles": listed(sorted(set(handles(content).values())))}
    alike = tx.execute(_SQL["alike"], asked).fetchall()
    for entry in drawn(name, content, alike):
        insert(tx, tenant, entry, at, number)


def insert(tx: sqlite3.Connection, tenant: int, entry: MergeEntry, at: Instant, number: int) -> None:
    """Keep one entry, as known from ``at``; not a second time what the service has found before."""
    row = {**merge_columns(entry), "tenant": tenant, "key": entry_key(entry, number), "known_at": at, "number": number}
    tx.execute(_SQL["insert"], row)


def forget_notes(tx: sqlite3.Connection, source: int) -> None:
    """Take the words out of what people said of entities that a source tells of."""
    tx.execute(_SQL["forget_notes"], {"source": source})


def add(tx: sqlite3.Connection, tenant: int, entries: Iterable[MergeEntry], at: Instant, number: int) -> None:
    """Keep entries of one commit."""
    for entry in entries:
        insert(tx, tenant, entry, at, number)
