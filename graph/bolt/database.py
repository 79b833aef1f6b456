"""One Neo4j database: a pool of connections, reads by named queries, one transaction a write."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import neo4j
from neo4j import unit_of_work
from neo4j.exceptions import IncompleteCommit

from contract.errors import StoreUnavailable
from cypher import Query, query
from graph.bolt.errors import translated
from graph.rows import Row

Made = TypeVar("Made")
logging.getLogger("neo4j").addHandler(logging.NullHandler())  # what it logs of a lost server is told once, by our error


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is and who asks. ``uri`` is as the driver takes it; without ``user`` nobody signs in.

    ``database`` None is the user's own. ``pool`` is how many connections are open at most; ``wait_seconds`` how long a
    lost server is waited for, ``timeout_seconds`` how long one transaction may take.
    """

    uri: str
    user: str | None = None
    password: str | None = None
    database: str | None = None
    pool: int = 50
    wait_seconds: float = 15.0
    timeout_seconds: float = 300.0

    def __repr__(self) -> str:
        """Without the password: it must not reach a log or an error."""
        return f"Address({self.uri!r}, user={self.user!r}, database={self.database!r})"


@dataclass(frozen=True, slots=True)
class Transaction:
    """A transaction that is open: what runs in it is kept together or not at all."""

    tx: neo4j.ManagedTransaction | neo4j.Transaction

    def rows(self, name: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """Run a query of ``cypher/`` and give its rows."""
        return _run(self.tx, query(name), parameters or {})

    def do(self, name: str, parameters: Mapping[str, object] | None = None) -> None:
        """Run a query that gives nothing. It may go out together with the next one."""
        self.tx.run(query(name).text, dict(parameters or {}))


class Database:
    """A server that answers. Made by ``graph.bolt.schema.open_database``. Safe to share by threads."""

    def __init__(self, address: Address) -> None:
        self.address = address
        auth = None if address.user is None else (address.user, address.password or "")
        with translated(address.uri):
            self.driver = neo4j.GraphDatabase.driver(
                address.uri,
                auth=auth,
                max_connection_pool_size=address.pool,
                connection_timeout=address.wait_seconds,
                connection_acquisition_timeout=address.wait_seconds * 2,
                max_transaction_retry_time=address.wait_seconds,
                notifications_min_severity="OFF",
                telemetry_disabled=True,
                user_agent="vigente",
            )

    def rows(self, name: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """Read by a query of ``cypher/``. Each read sees what is committed when it runs: see ``cypher/README.md``.

        It goes out in one message, which takes half the time of a transaction's three; what the server asks to be tried
        again is, in a transaction.
        """
        asked, given = query(name), dict(parameters or {})
        alone = neo4j.Query(asked.text, timeout=self.address.timeout_seconds)
        with translated(self.address.uri), self._session(neo4j.READ_ACCESS) as session:
            try:
                return [tuple(record.values()) for record in session.run(alone, given)]
            except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
                if not error.is_retryable():
                    raise
        return self._transaction(neo4j.READ_ACCESS, lambda tx: _run(tx, asked, given))

    def writing(self, work: Callable[[Transaction], Made]) -> Made:
        """Run ``work`` in one transaction, again if the server asks for it. It must be ready to be run more than once.

        ``neo4j.exceptions.IncompleteCommit`` goes through: whether it is written is not known, and who writes can tell.
        """
        return self._transaction(neo4j.WRITE_ACCESS, lambda tx: work(Transaction(tx)))

    def repeating(self, work: Callable[[Transaction], Made]) -> Made:
        """The same for work that does no harm when it is done twice: if the server is lost while it commits, it is done again."""
        try:
            return self.writing(work)
        except IncompleteCommit:
            try:
                return self.writing(work)
            except IncompleteCommit as lost:
                raise StoreUnavailable(f"Neo4j at {self.address.uri} is lost again and again: see its log") from lost

    @contextmanager
    def once(self, timeout_seconds: float | None = None) -> Iterator[Transaction]:
        """One transaction that is never run again: kept where the body ends, nothing of it where it raises."""
        with (
            translated(self.address.uri),
            self._session(neo4j.WRITE_ACCESS) as session,
            session.begin_transaction(timeout=timeout_seconds) as tx,
        ):
            yield Transaction(tx)
            tx.commit()

    def alone(self, text: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run a statement of a migration: it commits by itself."""
        with translated(self.address.uri), self.driver.session(database=self.address.database) as session:
            session.run(text, dict(parameters or {})).consume()

    def close(self) -> None:
        self.driver.close()

    def _session(self, access: str) -> neo4j.Session:
        """``fetch_size`` −1: a result comes whole, not by the thousand."""
        return self.driver.session(database=self.address.database, default_access_mode=access, fetch_size=-1)

    def _transaction(self, access: str, work: Callable[[neo4j.ManagedTransaction], Made]) -> Made:
        limited = unit_of_work(timeout=self.address.timeout_seconds)(work)
        with translated(self.address.uri), self._session(access) as session:
            run = session.execute_read if access == neo4j.READ_ACCESS else session.execute_write
            return run(limited)


def _run(tx: neo4j.ManagedTransaction | neo4j.Transaction, asked: Query, parameters: Mapping[str, object]) -> list[Row]:
    return [tuple(record.values()) for record in tx.run(asked.text, dict(parameters))]
