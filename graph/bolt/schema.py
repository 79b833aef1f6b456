"""Opening a database: which server it is, what schema it has, and whose vectors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from uuid import uuid4

from neo4j.exceptions import ClientError

from contract.errors import NotFound, StoreMismatch, StoreUnavailable
from contract.ports import Migrated
from cypher import migrations, query
from graph.bolt.database import Address, Database
from graph.bolt.merges import handle_every

OLDEST = 2026  # the first year of versions whose SEARCH filters inside the vector index
VECTOR_INDEX = "passage_embedding"
TEXT_INDEX = "passage_text"
_INDEX = {
    "vector.similarity_function": "cosine",
    "vector.quantization.type": "NONE",
    "vector.default_search_expansion_factor": 10,
    "vector.hnsw.m": 32,
    "vector.hnsw.ef_construction": 200,
}
_MADE = re.compile(r"(?:CONSTRAINT|INDEX) (\w+) IF NOT EXISTS")
_WAIT_SECONDS = 600
_HANDLED = 7  # the schema since which handles of names are as they are


def open_database(address: Address, *, model: str, dimension: int) -> Database:
    """Open the store at an address, and make or migrate it.

    Raises ``StoreUnavailable`` for a server that cannot be reached, asked or written, and for a database of something
    else; ``StoreMismatch`` for a server that is too old, and for a store of another embedder or of a newer schema.
    """
    database = Database(address)
    try:
        _refuse_old(database)
        _migrate(database, model, dimension)
        _match(database, model, dimension)
        publish_last(database)
    except BaseException:
        database.close()
        raise
    return database


def refuse_version(version: str, edition: str, at: str) -> None:
    """``StoreMismatch`` for a server that is too old: what would be lost, and what to use."""
    year = re.match(r"\d+", version)
    if year is None or int(year.group()) < OLDEST:
        raise StoreMismatch(
            f"Neo4j {version} ({edition}) at {at} is too old: its vector index cannot be searched under a filter, so "
            f"readers would be shown too little; use {OLDEST}.1 or newer, of any edition"
        )


def is_made_at(address: Address) -> bool:
    """Whether there is a store at an address."""
    database = Database(address)
    try:
        return bool(database.rows("store/head"))
    finally:
        database.close()


def migrate_at(address: Address) -> Migrated:
    """Bring the store at an address to the newest schema. ``NotFound`` where there is none."""
    database = Database(address)
    try:
        _refuse_old(database)
        found = database.rows("store/head")
        if not found:
            raise NotFound(f"there is no store at {address.uri}: set VIGENTE_STORE to one, or ingest to make it")
        store = found[0][0]
        return _migrate(database, store["model"], store["dimension"])
    finally:
        database.close()


def remake_indexes(database: Database, dimension: int) -> tuple[str, ...]:
    """Drop the indexes of search and make them again from the passages; their names."""
    drop_search(database)
    make_indexes(database, dimension)
    return (TEXT_INDEX, VECTOR_INDEX)


def drop_search(database: Database) -> None:
    """Let the indexes of search go; ``make_indexes`` makes them again from the passages."""
    for name in ("store/drop_vectors", "store/drop_text"):
        database.alone(query(name).text)


def expected_indexes() -> frozenset[str]:
    """The names of all indexes and constraints that the migrations make."""
    return frozenset(name for script in migrations().values() for name in _MADE.findall(script.text))


def lacking_indexes(database: Database) -> frozenset[str]:
    """Which of them are not there."""
    return expected_indexes().difference(name for name, _, _ in database.rows("store/indexes"))


def make_indexes(database: Database, dimension: int) -> None:
    """Make what is lacking of constraints and indexes, and wait until all can be used."""
    options = {"options": {"indexConfig": {**_INDEX, "vector.dimensions": dimension}}}
    for script in migrations().values():
        for statement in script.statements:
            if _MADE.search(statement):
                database.alone(statement, options if "options" in script.parameters else {})
    database.rows("store/await_indexes", {"seconds": _WAIT_SECONDS})


def vector_dimension(options: Mapping[str, object]) -> int | None:
    """The dimension of a vector index by its options."""
    config = options.get("indexConfig")
    found = config.get("vector.dimensions") if isinstance(config, Mapping) else None
    return int(found) if isinstance(found, int | float) else None


def publish_last(database: Database) -> None:
    """Tell readers of a commit whose writer was lost before it could."""
    store, published = _head(database)
    if published < int(str(store["commit"])):
        database.repeating(lambda tx: tx.do("write/publish", {"commit": tx.rows("write/lock_store")[0][0]["commit"]}))


def _refuse_old(database: Database) -> None:
    at = database.address.uri
    try:
        found = {name: (versions[0], edition) for name, versions, edition in database.rows("store/server")}
    except ClientError as error:
        raise StoreMismatch(f"what answers at {at} is no Neo4j ({error.code}): set VIGENTE_STORE to one") from error
    version, edition = found.get("Neo4j Kernel", ("", ""))
    if not version:
        raise StoreMismatch(f"what answers at {at} is no Neo4j: set VIGENTE_STORE to one")
    refuse_version(version, edition, at)


def _migrate(database: Database, model: str, dimension: int) -> Migrated:
    """Make the store, or bring it to the newest schema. Every statement may be run again: a migration that died goes on."""
    at, last = database.address.uri, max(migrations())
    found = database.rows("store/head")
    schema = found[0][0]["schema"] if found else 0
    if not found and database.rows("store/nodes")[0][0]:
        raise StoreUnavailable(f"the database at {at} holds something else: give the store one of its own")
    if schema > last:
        raise StoreMismatch(f"the store at {at} has schema {schema}, newer than {last}: use a newer Vigente to open it")
    if schema not in (0, last) or lacking_indexes(database):
        make_indexes(database, found[0][0]["dimension"] if found else dimension)
    if schema != last:
        _change(database, schema, {"schema": last, "model": model, "dimension": dimension, "id": uuid4().hex})
    return Migrated(schema, last)


def _change(database: Database, before: int, head: Mapping[str, object]) -> None:
    """Bring what an older store holds to the newest schema, and note that it has it. Writers wait, and who else migrates."""
    with database.once() as lock:
        if before:
            before = lock.rows("write/lock_store")[0][0]["schema"]
        for number in range(before + 1, max(migrations()) + 1) if before else ():
            for statement in migrations()[number].statements:
                if not _MADE.search(statement):
                    database.alone(statement)
        if 0 < before < _HANDLED:
            handle_every(database)
        lock.do("write/make_store", head)


def _match(database: Database, model: str, dimension: int) -> None:
    at = database.address.uri
    store, _ = _head(database)
    for name, wanted in (("model", model), ("dimension", dimension)):
        if store[name] != wanted:
            raise StoreMismatch(
                f"the store at {at} was written with {name} {store[name]} and the embedder has {wanted}: "
                "set the embedder back, or ingest into a new store"
            )
    there = {name: (state, options) for name, state, options in database.rows("store/indexes")}
    failed = {name for name in expected_indexes().intersection(there) if there[name][0] == "FAILED"}
    if failed & {TEXT_INDEX, VECTOR_INDEX} or vector_dimension(there[VECTOR_INDEX][1]) != dimension:
        remake_indexes(database, dimension)  # what is derived is made again
    if failed - {TEXT_INDEX, VECTOR_INDEX}:
        raise StoreUnavailable(f"the index {min(failed)} at {at} has failed: see the server's log for what it met")


def _head(database: Database) -> tuple[Mapping[str, object], int]:
    store, published = database.rows("store/head")[0]
    return store, published
