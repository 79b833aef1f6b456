"""A store written out and read in again is the same store, to the last commit number; anything else is refused whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from contract.access import Holding
from contract.errors import StoreMismatch
from contract.portable import ContentRecord, EventRecord, Record, RevisionRecord, StateRecord, StoreHead
from contract.ports import GraphView
from contract.records import CommitOutcome
from contract.store import Store
from graph.bolt import loading
from graph.bolt.database import Address, Database
from graph.bolt.receiving import Receiving
from graph.bolt.store import open_store as open_bolt
from graph.embedded.store import EmbeddedStore, open_store
from tests import neo4j_server
from tests.store.drafts import DIMENSION, MODEL, TENANT, draft, everything, put, view
from tests.store.filled import READERS, fill

_MEAN = 8  # of a view's reads: a sum of floats, whose order a gap left by a purge may change


def alike(one: GraphView, other: GraphView) -> bool:
    """Whether every read of two views is the same."""
    here, there = list(everything(one)), list(everything(other))
    means = (here.pop(_MEAN), there.pop(_MEAN))
    return here == there and means[0] == pytest.approx(means[1], abs=1e-6)


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "full.db", model=MODEL, dimension=DIMENSION, durable=False)
    fill(opened)
    yield opened
    opened.close()


def test_a_loaded_store_is_the_same_store(full: Store, store: Store) -> None:
    records = list(full.dump())
    head = records[0]
    assert head == StoreHead(MODEL, DIMENSION, len(records) - 1)
    assert store.load(full.dump()) == len(records) - 1
    assert list(store.dump()) == records
    assert store.state() == full.state()
    assert store.audiences() == full.audiences()
    assert store.history(TENANT) == full.history(TENANT)
    assert store.families(TENANT) == full.families(TENANT)
    assert store.summaries(TENANT) == full.summaries(TENANT)
    for reader in READERS:
        for valid_at, known_at in [
            ("2027-01-01", "2027-01-01"),
            ("2025-07-01", "2027-01-01"),
            ("2027-01-01", "2026-01-05"),
        ]:
            for holding in (Holding.IN_FORCE, Holding.LAPSED):
                there, here = (view(each, valid_at, known_at, reader=reader, holding=holding) for each in (store, full))
                assert alike(there, here)
                assert there.themes() == here.themes()


def test_both_go_on_alike(full: Store, store: Store) -> None:
    """What comes after a copy does to the copy what it does to the original: repeats, sightings, acts that bind late."""
    store.load(full.dump())
    later = [
        draft("note", "About New York, and refunds.", observed_at="2025-04-01", title="Another title"),
        draft("law/2", "Article 2 goes.", valid_from="2026-02-01"),
        draft("later", "Repeals the note.", valid_from="2025-05-01", names={"Refunds within": "Refunds within"}),
        draft("purged", "Secret words of New York.", names={"Secret": "Secret"}, valid_from="2025-01-01"),
    ]
    for made in later:
        here, there = (put(each, made, "2026-03-01") for each in (full, store))
        assert there == here
    assert put(full, later[0], "2026-03-02").outcome is CommitOutcome.UNCHANGED
    put(store, later[0], "2026-03-02")
    assert alike(view(store), view(full))
    assert list(store.dump()) == list(full.dump())


def test_nothing_of_what_was_purged_is_written_out(full: Store) -> None:
    assert not any("Secret" in repr(record) for record in full.dump())
    purged = [record for record in full.dump() if isinstance(record, RevisionRecord) and record.purged]
    assert [record.metadata.uri for record in purged] == ["purged"]


def test_only_an_empty_store_takes_anything_in(full: Store, store: Store) -> None:
    before = list(full.dump())
    with pytest.raises(StoreMismatch, match="not empty"):
        full.load(store.dump())
    assert list(full.dump()) == before


def _with(records: list[Record], which: type, **changes: object) -> list[Record]:
    place = next(place for place, record in enumerate(records) if isinstance(record, which))
    return [*records[:place], replace(records[place], **changes), *records[place + 1 :]]  # type: ignore[type-var]


def test_a_stream_that_is_not_whole_leaves_the_store_empty(full: Store, store: Store) -> None:
    whole = list(full.dump())
    broken = {
        "announced": whole[:-1],
        "does not begin": whole[1:],
        "made by": _with(whole, StoreHead, model="another"),
        "names what did not come": _with(whole, StateRecord, revision_id="nobody's"),
        "EventRecord": _with(whole, EventRecord, uri="nowhere"),
        "RevisionRecord": [record for record in whole if not isinstance(record, ContentRecord)],
        "where none belongs": [*whole[:-1], whole[0]],
        "contradicts": [*whole[:2], whole[1], *whole[2:]],
    }
    if not isinstance(store, EmbeddedStore):  # each attempt makes the vector index again, which takes seconds
        broken = {says: broken[says] for says in ("EventRecord",)}
    for says, records in broken.items():
        with pytest.raises(StoreMismatch, match=says):
            store.load(records)
        assert list(store.dump()) == [StoreHead(MODEL, DIMENSION, 0)]
    assert store.load(whole) == len(whole) - 1


def test_indexes_are_made_again(full: Store, store: Store) -> None:
    store.load(full.dump())
    before = everything(view(store))
    assert len(set(store.reindex())) >= 2
    assert everything(view(store)) == before


def test_a_large_load_can_be_searched(full: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Neo4j the indexes of search go before it and are made again after it."""
    monkeypatch.setattr(loading, "LIGHT", 0)
    where = neo4j_server.uri()
    neo4j_server.empty(where)
    opened = open_bolt(Address(where), model=MODEL, dimension=DIMENSION)
    opened.load(full.dump())
    assert alike(view(opened), view(full))
    assert not opened.check()
    opened.close()


def test_another_embedder_is_refused_with_the_mend(full: Store, tmp_path: Path) -> None:
    other = open_store(tmp_path / "other.db", model="other", dimension=DIMENSION)
    with pytest.raises(StoreMismatch, match=r"by-hash .* other .*: set the embedder back"):
        other.load(full.dump())
    other.close()


def test_what_a_killed_load_left_is_gone_when_the_store_is_opened_again(full: Store, tmp_path: Path) -> None:
    """In SQLite a load is one transaction; in Neo4j it is many, and a mark stands until the last."""
    where = neo4j_server.uri()
    neo4j_server.empty(where)
    open_bolt(Address(where), model=MODEL, dimension=DIMENSION).close()
    database = Database(Address(where))
    database.writing(lambda tx: tx.do("write/load_begin"))
    receiving = Receiving(MODEL, DIMENSION)
    database.writing(lambda tx: receiving.take(tx, list(full.dump())[1:40]))
    database.close()
    store = open_bolt(Address(where), model=MODEL, dimension=DIMENSION)
    assert list(store.dump()) == [StoreHead(MODEL, DIMENSION, 0)]
    assert store.check() == ()
    assert put(store, draft("a", "a text", valid_from="2025-01-01")).number == 1
    store.close()
