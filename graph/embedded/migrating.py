"""Schemas by number: a file is brought from whichever it has to the newest, one script at a time, after a backup.

A script makes one schema out of the one before it in one transaction of its own, and says so in ``user_version`` before
it commits. A file is therefore always of exactly one schema, whatever dies in between.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from contract.errors import StoreMismatch, StoreUnavailable
from contract.ports import Migrated
from graph.embedded.statements import migrations, statements
from language.sameness import handle

SIGNATURE = 1447642965  # "VIGU": the file's application id
BUSY_SECONDS = 30.0

_SQL = statements("store")
_CHECK = statements("check")


def migrate(path: Path) -> Migrated:
    """Bring the file to the newest schema, or make it. An older one is first copied beside it.

    Raises ``StoreUnavailable`` for a file of something else, ``StoreMismatch`` for one of a newer schema; SQLite's own
    errors go through.
    """
    scripts = migrations()
    newest = max(scripts)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        before = _one(connection, "schema")
        if _one(connection, "tables") and _one(connection, "application") != SIGNATURE:
            raise StoreUnavailable(f"{path} is a database of something else: choose another path for the store")
        if before > newest:
            raise StoreMismatch(
                f"{path} has schema {before}, newer than this version's {newest}: use a newer Vigente to open it"
            )
        connection.execute(_SQL["wal"])
        backup = path.with_name(f"{path.name}.schema-{before}.backup") if 0 < before < newest else None
        if backup is not None:
            _back_up(connection, backup)
        _run(connection, path, scripts, before)
    finally:
        connection.close()
    return Migrated(before, newest, None if backup is None else str(backup))


def _run(connection: sqlite3.Connection, path: Path, scripts: Mapping[int, str], before: int) -> None:
    for number in range(before + 1, max(scripts) + 1):
        _run_script(connection, number, scripts[number])
    if 0 < before < max(scripts):
        broken = connection.execute(_CHECK["foreign_keys"]).fetchone()
        if broken is not None:
            raise StoreUnavailable(
                f"{path} has a row of {broken[0]} that leads nowhere since its migration: put the backup beside it in its place"
            )


def _run_script(connection: sqlite3.Connection, number: int, script: str) -> None:
    """One migration, whole or not at all. Another process may have made it first."""
    connection.create_function("handle", 1, handle, deterministic=True)
    try:
        connection.executescript(script)
    except sqlite3.OperationalError:
        if connection.in_transaction:
            connection.execute(_SQL["rollback"])
        if _one(connection, "schema") < number:
            raise


def copy_file(path: Path, to: Path) -> None:
    """A copy of a file at one commit, whatever is written to it meanwhile."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _back_up(connection, to)
    finally:
        connection.close()


def _back_up(connection: sqlite3.Connection, to: Path) -> None:
    """A copy under another name until it is whole: a backup that is there can be used."""
    beside = to.with_name(f"{to.name}.{os.getpid()}")
    copy = sqlite3.connect(beside)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    beside.replace(to)


def _one(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(_SQL[name]).fetchone()[0]
    return value
