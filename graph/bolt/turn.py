"""One change of the store being made: its transaction, the numbers it hands out, its known time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from contract.errors import NotFound
from contract.time import Instant
from graph.bolt.database import Transaction
from graph.bolt.names import Names
from graph.rows import Row

BATCH = 500  # rows written at once
LOOKED_UP = 5000  # keys looked up at once
Item = TypeVar("Item")


class Numbers:
    """The last row of each kind. They are handed out while the store is locked, and noted before it is let go."""

    def __init__(self, last: Mapping[str, int]) -> None:
        self._last = dict(last)

    def next(self, kind: str) -> int:
        number = self._last.get(kind, 0) + 1
        self._last[kind] = number
        return number

    def last(self, kind: str) -> int:
        return self._last.get(kind, 0)

    def noted(self) -> dict[str, int]:
        return dict(self._last)


@dataclass(frozen=True, slots=True)
class Turn:
    """``tenant`` is a row, ``number`` the commit's, ``at`` its known time, which never goes back for a tenant.

    ``token`` tells this attempt from any other, should the server be lost while it commits.
    """

    tx: Transaction
    numbers: Numbers
    tenant: int
    number: int
    at: Instant
    token: str
    names: Names

    def rows(self, name: str, parameters: Mapping[str, object]) -> list[Row]:
        return self.tx.rows(name, parameters)

    def do(self, name: str, parameters: Mapping[str, object]) -> None:
        self.tx.do(name, parameters)

    def batches(self, name: str, rows: Sequence[object], **parameters: object) -> None:
        """Run a query that takes ``$rows``, some hundred at once; never for none."""
        for batch in batched(rows):
            self.tx.do(name, {"rows": batch, **parameters})

    def found(self, name: str, keys: Sequence[object]) -> list[Row]:
        """Run a query that takes ``$keys``, some thousand at once: it only looks them up."""
        pieces = (list(keys[start : start + LOOKED_UP]) for start in range(0, len(keys), LOOKED_UP))
        return [row for piece in pieces for row in self.tx.rows(name, {"keys": piece})]


def begin(tx: Transaction, tenant: str, at: Instant, token: str, names: Names, *, make: bool) -> Turn:
    """Lock the store and take the next number. ``NotFound`` for a tenant that is unknown, unless it may be made."""
    store, row, last = tx.rows("write/begin", {"tenant": tenant})[0]
    numbers = Numbers(_integers(store))
    if row is None and not make:
        raise NotFound(f"there is no tenant {tenant!r}: ingest something into it first")
    if row is None:
        row, last = numbers.next("tenants"), at
        tx.do("write/make_tenant", {"row": row, "name": tenant, "known_at": at})
    return Turn(tx, numbers, row, numbers.next("commit"), max(at, last), token, names)


def end(turn: Turn, *, purges: int = 0) -> None:
    """Note the numbers, the commit and the tenant's known time: the last thing that a change writes."""
    commit = {"number": turn.number, "tenant": turn.tenant, "known_at": turn.at, "token": turn.token}
    turn.do("write/advance", {"numbers": turn.numbers.noted(), "commit": commit, "purges": purges})


def batched(rows: Sequence[Item]) -> list[list[Item]]:
    """In pieces of ``BATCH``."""
    iterator = iter(rows)
    return list(iter(lambda: list(islice(iterator, BATCH)), []))


def side_by_side(**rows: Sequence[object]) -> list[dict[str, object]]:
    """Parameters of a query that takes several lists, each in pieces of ``BATCH``; none where all lists are empty."""
    pieces = {name: batched(some) for name, some in rows.items()}
    longest = max(map(len, pieces.values()), default=0)
    return [{name: some[at] if at < len(some) else [] for name, some in pieces.items()} for at in range(longest)]


def _integers(store: Mapping[str, object]) -> dict[str, int]:
    """The numbers among the properties of the store's node."""
    kept = ("schema", "dimension", "lock")
    return {name: value for name, value in store.items() if isinstance(value, int) and name not in kept}
