"""A database that measurements have to themselves: they mark it as theirs, and may empty it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from contract.errors import StoreUnavailable
from cypher import query
from graph.bolt.database import Address, Database


def empty(address: Address) -> None:
    """Remove a store that is marked or that nothing was ever written to, and its vector index: the next may be of another size.

    Raises ``StoreUnavailable`` for a database that holds anything else, and leaves that as it is.
    """
    with _database(address) as database:
        head = database.rows("store/head")
        nodes = database.rows("store/nodes")[0][0]
        theirs = not nodes or (head and (head[0][0].get("evals") or not head[0][0]["commit"]))
        if not theirs:
            raise StoreUnavailable(
                f"the database at {address.uri} holds what no eval wrote: give the evals a database of their own"
            )
        for name in ("store/drop_vectors", "store/empty"):
            database.alone(query(name).text)


def claim(address: Address) -> str:
    """Mark the store at an address as one that may be emptied; the id that it got when it was made."""
    with _database(address) as database:
        database.writing(lambda tx: tx.do("store/claim"))
        return str(database.rows("store/head")[0][0]["id"])


def store_id(address: Address) -> str | None:
    """The id of the store at an address; None where there is none."""
    with _database(address) as database:
        found = database.rows("store/head")
        return str(found[0][0]["id"]) if found else None


@contextmanager
def _database(address: Address) -> Iterator[Database]:
    database = Database(address)
    try:
        yield database
    finally:
        database.close()
