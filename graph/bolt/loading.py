"""An empty database filled from the records of ``contract.portable``.

It takes many transactions, as one would not fit into a server's memory. A mark stands in the database from the first to
the last, and one more transaction holds the lock of writers all the while and tells of the last commit at its end: until
then readers see an empty store. What a load leaves that is broken off is removed by it, or by whoever opens the store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from neo4j.exceptions import ConstraintError, IncompleteCommit

from contract.errors import StoreMismatch, StoreUnavailable
from contract.portable import ContentRecord, Record
from cypher import query
from graph.bolt.database import Database
from graph.bolt.merges import handle_every
from graph.bolt.receiving import Receiving
from graph.bolt.schema import drop_search, make_indexes
from graph.incoming import MEND, begun, ended, occupied
from graph.rows import Row

_WEIGHT = 1000  # records, or the sections and passages of contents, that go in at once
LIGHT = 5000
"""Of more records the indexes of search are made when all is in, as every mark that changes takes a passage through them anew.
Of fewer they stay: where an index comes or goes a server forgets all its plans."""


def load(database: Database, records: Iterable[Record], model: str, dimension: int) -> int:
    """Take in what a ``dump`` gave; how many records came after the head."""
    with database.once() as lock:
        lock.rows("write/lock_store", {})
        if database.rows("store/occupied")[0][0]:
            raise occupied()
        head, coming = begun(records, model, dimension)
        database.writing(lambda tx: tx.do("write/load_begin"))
        receiving = Receiving(model, dimension)
        try:
            if head.records > LIGHT:
                drop_search(database)
            count = ended(head, _take_in(database, receiving, coming))
            make_indexes(database, dimension)
        except BaseException:
            with suppress(StoreUnavailable):  # whoever opens it next clears it then
                _clear(database)
                make_indexes(database, dimension)
            raise
        last = receiving.numbers.last("commit")
        lock.do("write/load_end", {"numbers": receiving.numbers.noted(), "commit": last})
    return count


def clear_broken_load(database: Database) -> None:
    """Remove what a load left that was broken off; one that is going on is waited for."""
    if not database.rows("store/loading")[0][0]:
        return
    with database.once(database.address.timeout_seconds) as lock:
        lock.rows("write/lock_store", {})
        if database.rows("store/loading")[0][0]:
            _clear(database)


def _take_in(database: Database, receiving: Receiving, records: Iterator[Record]) -> int:
    count = 0
    try:
        for chunk in _chunks(records):
            with database.once() as tx:
                receiving.take(tx, chunk)
            count += len(chunk)
        for some in receiving.unmarked():
            with database.once() as tx:
                receiving.mark(tx, some)
        handle_every(database)
        for texts in _texts(database):
            with database.once() as tx:
                receiving.name(tx, texts)
        for sections in receiving.sections():
            with database.once() as tx:
                receiving.draw(tx, sections)
    except (ConstraintError, UnicodeEncodeError) as error:
        raise StoreMismatch(f"what came contradicts itself ({error}): {MEND}") from error
    except IncompleteCommit as lost:
        raise StoreUnavailable(
            f"Neo4j at {database.address.uri} was lost in the middle of a load: start it and load again, what came is removed"
        ) from lost
    return count


def _texts(database: Database) -> Iterator[list[Row]]:
    """The texts of all passages, some at once."""
    after = 0
    while found := database.rows("store/passage_texts", {"after": after, "limit": _WEIGHT}):
        yield found
        after = found[-1][0]


def _chunks(records: Iterator[Record]) -> Iterator[list[Record]]:
    chunk: list[Record] = []
    weight = 0
    for record in records:
        chunk.append(record)
        held = len(record.content.passages) + len(record.content.sections) if isinstance(record, ContentRecord) else 0
        weight += 1 + held
        if weight >= _WEIGHT:
            yield chunk
            chunk, weight = [], 0
    if chunk:
        yield chunk


def _clear(database: Database) -> None:
    database.alone(query("store/clear_load").text)
