"""The examples on the server, which has one database: copied from a file, again where another test has emptied it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from contract.portable import Record
from tests import neo4j_server
from tests.flows.desk import Desk, desk

_OURS = "the examples"


class Shelf:
    """``kept`` is the examples to read, ``lent`` a copy to change."""

    def __init__(self, where: str, folder: Path, until: ExitStack, records: tuple[Record, ...]) -> None:
        self._where, self._folder, self._until, self._records = where, folder, until, records
        self._desk: Desk | None = None

    def kept(self) -> Desk:
        """The examples as they are in the file. Tests only read them."""
        if self._desk is None or not neo4j_server.held_by(self._where, _OURS):
            self._until.close()
            neo4j_server.empty(self._where, holder=_OURS)
            self._desk = self._until.enter_context(desk(self._folder, store=self._where))
            self._desk.product.store.load(self._records)
        return self._desk

    @contextmanager
    def lent(self, folder: Path) -> Iterator[Desk]:
        """The same, for one test."""
        neo4j_server.empty(self._where)
        with desk(folder, store=self._where) as here:
            here.product.store.load(self._records)
            yield here
