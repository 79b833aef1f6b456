"""One SQLite file: opening and migrating it, one writer, many readers."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from contract.errors import StoreMismatch, StoreUnavailable
from contract.ports import Migrated
from graph.embedded.migrating import BUSY_SECONDS, migrate
from graph.embedded.statements import statements

Row = tuple[Any, ...]

_SQL = statements("store")


class Database:
    """A migrated file. Made by ``open_database``, never by hand.

    Each thread reads by a connection of its own; writes go one at a time, in one immediate transaction each.
    """

    def __init__(self, path: Path, durable: bool) -> None:
        self.path = path
        self._durable = durable
        self._local = threading.local()
        self._lock = threading.Lock()
        self._guard = threading.Lock()  # of the readers alone: a new one must not wait for a write
        self._readers: dict[threading.Thread, sqlite3.Connection] = {}
        self._writer = self._connect()

    def rows(self, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> list[Row]:
        """Read, by this thread's own connection. Inside ``snapshot`` all reads see one commit."""
        with translated(self.path):
            found: list[Row] = self._reader().execute(sql, parameters).fetchall()
            return found

    def stream(self, sql: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
        """Read row by row: for what may be too much for memory. Inside ``snapshot``, or what is read may change under it."""
        with translated(self.path):
            yield from self._reader().execute(sql, parameters)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reads of this thread inside see the same complete commit. Snapshots may be nested."""
        reader = self._reader()
        if reader.in_transaction:
            yield
            return
        with translated(self.path):
            reader.execute(_SQL["begin"])
        try:
            yield
        finally:
            reader.execute(_SQL["rollback"])

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction of the only writer: all of it is kept, or nothing if the body raises."""
        with self._lock, translated(self.path):
            self._writer.execute(_SQL["begin_immediate"])
            try:
                yield self._writer
                self._writer.execute(_SQL["commit"])
            finally:
                if self._writer.in_transaction:
                    self._writer.execute(_SQL["rollback"])

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log into the file."""
        with self._lock, translated(self.path):
            self._writer.execute(_SQL["checkpoint"])

    def close(self) -> None:
        with self._lock, self._guard:
            for connection in (self._writer, *self._readers.values()):
                connection.close()
            self._readers.clear()

    def _reader(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = self._connect()
            with self._guard:  # a thread pool lets idle threads go: what they had open must not add up
                for thread in [thread for thread in self._readers if not thread.is_alive()]:
                    self._readers.pop(thread).close()
                self._readers[threading.current_thread()] = found
        return found

    def _connect(self) -> sqlite3.Connection:
        connection = _connect(self.path)
        connection.execute(_SQL["foreign_keys"])
        connection.execute(_SQL["secure_delete"])
        connection.execute(_SQL["full" if self._durable else "off"])
        return connection


def open_database(path: Path, *, model: str, dimension: int, durable: bool = True) -> Database:
    """Open or make the file, and migrate one of an older schema after a backup beside it.

    ``durable`` False leaves syncing to the operating system: a crash of the machine may lose the last commits.
    Raises ``StoreUnavailable`` for what cannot be opened or written, ``StoreMismatch`` for what was made by another
    embedder or a newer schema.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(
            f"{path.parent} cannot be made ({error}): choose another folder for the store"
        ) from error
    migrate_file(path)
    with translated(path):
        database = Database(path, durable)
    try:
        _match(database, model, dimension)
    except BaseException:
        database.close()
        raise
    return database


def migrate_file(path: Path) -> Migrated:
    """``migrating.migrate`` with SQLite's errors as ours."""
    with translated(path):
        return migrate(path)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's errors of operation as ours. Broken constraints are faults of ours and stay as they are."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.OperationalError as error:
        mend = {
            "database is locked": "another process is writing to it; try again when it is done",
            "unable to open database file": "give a path to a file in a folder that may be written to",
            "attempt to write a readonly database": "give this user the right to write to it and to its folder",
            "database or disk is full": "make room on the disk",
        }.get(str(error), "run `vigente store check`")
        raise StoreUnavailable(f"the store {path} failed ({error}): {mend}") from error
    except sqlite3.DatabaseError as error:
        if type(error) is not sqlite3.DatabaseError:
            raise
        raise StoreUnavailable(
            f"{path} is not a store that can be read ({error}): choose another path, or restore it from a backup"
        ) from error


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute(_SQL["wal"])
    return connection


def _match(database: Database, model: str, dimension: int) -> None:
    """The embedder and its dimension are written once, and must stay. ``store`` tells this file from any other."""
    wanted = {"model": model, "dimension": str(dimension), "store": uuid4().hex}
    if len(_settings(database, wanted)) < len(wanted):
        with database.writing() as tx:
            tx.executemany(_SQL["set"], wanted.items())
    for key, kept in _settings(database, ("model", "dimension")).items():
        if kept != wanted[key]:
            raise StoreMismatch(
                f"the store {database.path} was written with {key} {kept} and the embedder has {wanted[key]}: "
                "set the embedder back, or ingest into a new store"
            )


def _settings(database: Database, keys: Iterable[str]) -> dict[str, str]:
    return {key: value for key in keys for (value,) in database.rows(_SQL["setting"], (key,))}
