"""Writers that meet, and clients, servers and networks that die in the middle of a commit: Neo4j."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import neo4j
import pytest

from contract.errors import StoreMismatch, StoreUnavailable
from contract.history import Put
from contract.records import CommitOutcome
from graph.bolt.database import Address
from graph.bolt.schema import refuse_version
from graph.bolt.store import BoltStore, open_store
from tests import neo4j_server
from tests.neo4j_server import PASSWORD
from tests.store.drafts import DIMENSION, MODEL, TENANT, draft, put, texts, view
from tests.wire import Wire

ROOT = Path(__file__).parents[2]
PASSAGES = 12
_WRITER = """
import sys
from graph.bolt.database import Address
from graph.bolt.store import open_store
from tests.store.drafts import DIMENSION, MODEL, draft, put

store = open_store(Address(sys.argv[1]), model=MODEL, dimension=DIMENSION)
for number in range(500):
    passages = [f"{sys.argv[2]} {number} part {part} Name{part}" for part in range(12)]
    made = draft(f"doc/{number % 5}", passages, names={f"Name{number}": f"Name{number}"}, valid_from=f"{1500 + number}-01-01")
    print(put(store, made).revision_id, flush=True)
"""


def _opened(where: str, **more: object) -> BoltStore:
    return open_store(Address(where, **{"wait_seconds": 20.0, **more}), model=MODEL, dimension=DIMENSION)  # type: ignore[arg-type]


@pytest.fixture
def where() -> Iterator[str]:
    """The server of the run, emptied."""
    address = neo4j_server.uri()
    neo4j_server.empty(address)
    yield address
    neo4j_server.empty(address)


def _whole(store: BoltStore, told: set[str]) -> None:
    """Nothing is half there, and what was said to be written is."""
    assert store.check() == ()
    assert told <= {event.revision_id for event in store.history(TENANT) if isinstance(event, Put)}
    seen = view(store)
    located = seen.located(seen.passage_ids())
    for revision in {each.revision.id for each in located}:
        assert sum(each.revision.id == revision for each in located) == PASSAGES


def test_eight_writers_on_shared_entities_and_one_source(where: str) -> None:
    stores = [_opened(where) for _ in range(2)]

    def write(name: int) -> list[int]:
        store, numbers = stores[name % 2], []
        for turn in range(2):
            own = draft(
                f"doc/{name}", f"{name} {turn} on Refund", names={"Refund": "Refund"}, valid_from=f"202{turn}-01-01"
            )
            shared = draft(
                "one", f"by {name} {turn}", names={"Refund": "Refund"}, valid_from=f"20{10 + 2 * name + turn}-01-01"
            )
            numbers += [put(store, made).number for made in (own, shared)]
        return numbers

    with ThreadPoolExecutor(8) as pool:
        numbers = [number for found in pool.map(write, range(8)) for number in found]
    assert sorted(numbers) == list(range(1, 33))
    store = stores[0]
    assert store.check() == ()
    assert store.state().commit == 32
    assert len(view(store).in_force("one")) == 1
    with neo4j.GraphDatabase.driver(where) as driver:
        current = "MATCH (r:Revision {uri: 'one'}) WHERE r.current_of IS NOT NULL RETURN count(r)"
        assert driver.execute_query(current).records[0][0] == 1
        assert driver.execute_query("MATCH (e:Entity {name: 'Refund'}) RETURN count(e)").records[0][0] == 1
    for each in stores:
        each.close()


def test_a_client_is_killed_in_the_middle_of_commits(where: str) -> None:
    told: list[str] = []
    for round_, seconds in enumerate((0.3, 0.7)):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, where, f"writer{round_}"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert writer.stdout
        told.append(writer.stdout.readline().strip())
        time.sleep(seconds)
        writer.send_signal(signal.SIGKILL)
        told += [line.strip() for line in writer.stdout if len(line) == 33]
        writer.wait()
        store = _opened(where)
        _whole(store, set(told))
        store.close()


def test_a_commit_whose_answer_is_lost_is_found_out(where: str) -> None:
    wire = Wire(where)
    store = _opened(wire.uri)
    wire.fail = "after"
    done = put(store, draft("a", "first", valid_from="2025-01-01"))
    assert (done.number, done.outcome) == (1, CommitOutcome.NEW), "it was written, and the store found out"
    assert texts(view(store)) == ["first"]
    wire.fail = "before"
    with pytest.raises(StoreUnavailable, match="nothing was written: do it again"):
        put(store, draft("a", "second", valid_from="2026-01-01"))
    assert texts(view(store)) == ["first"]
    assert put(store, draft("a", "second", valid_from="2026-01-01")).number == 2
    assert texts(view(store)) == ["second"]
    assert store.check() == ()
    store.close()
    wire.close()


@pytest.fixture
def own() -> neo4j_server.Server:
    """The server that may be killed, emptied; it asks for a password."""
    server = neo4j_server.standing(neo4j_server.guarded())
    neo4j_server.empty(server.uri, PASSWORD)
    return server


@pytest.mark.timeout(600)
def test_a_server_is_killed_in_the_middle_of_commits(own: neo4j_server.Server) -> None:
    with pytest.raises(StoreUnavailable, match="VIGENTE_STORE_PASSWORD"):
        _opened(own.uri, user="neo4j", password="wrong-password")
    store = _opened(own.uri, user="neo4j", password=PASSWORD, pool=4, wait_seconds=2.0)
    told: list[str] = []
    failed: list[StoreUnavailable] = []

    def write() -> None:
        try:
            for number in range(1000):
                passages = [f"{number} part {part}" for part in range(PASSAGES)]
                told.append(put(store, draft(f"doc/{number}", passages, valid_from="2025-01-01")).revision_id)
        except StoreUnavailable as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    while len(told) < 3:
        time.sleep(0.05)
    own.stop(signal.SIGKILL)
    writer.join()
    assert len(failed) == 1
    assert PASSWORD not in str(failed[0])
    with pytest.raises(StoreUnavailable, match="no Neo4j answers"):
        view(store).passage_ids()
    store.close()
    own.start()
    again = _opened(own.uri, user="neo4j", password=PASSWORD)
    _whole(again, set(told))
    assert put(again, draft("later", ["x"] * PASSAGES, valid_from="2025-01-01")).outcome is CommitOutcome.NEW
    again.close()


def test_no_server_is_one_sentence_at_once() -> None:
    where = f"bolt://127.0.0.1:{neo4j_server.free_port()}"
    with pytest.raises(StoreUnavailable, match=rf"no Neo4j answers at {where}: start it"):
        open_store(Address(where, wait_seconds=0.2), model=MODEL, dimension=DIMENSION)


@pytest.mark.parametrize("version", ["5.26.0", "4.4.38", "2025.12.1", "aura"])
def test_an_older_server_is_refused_with_what_would_be_lost(version: str) -> None:
    with pytest.raises(StoreMismatch, match=rf"Neo4j {version} .* filter.* use 2026"):
        refuse_version(version, "community", "bolt://x")


@pytest.mark.parametrize("version", ["2026.08.1", "2026.1", "2027.01.0-beta"])
def test_a_newer_server_is_taken(version: str) -> None:
    refuse_version(version, "enterprise", "bolt://x")


def test_another_embedder_and_another_database_are_refused(where: str) -> None:
    with neo4j.GraphDatabase.driver(where) as driver:
        driver.execute_query("CREATE (:Thing)")
        with pytest.raises(StoreUnavailable, match="something else"):
            _opened(where)
        driver.execute_query("MATCH (n:Thing) DELETE n")
        _opened(where).close()
        with pytest.raises(StoreMismatch, match=r"model by-hash .* other: set the embedder back"):
            open_store(Address(where), model="other", dimension=DIMENSION)
        with pytest.raises(StoreMismatch, match=rf"dimension {DIMENSION} .* 768"):
            open_store(Address(where), model=MODEL, dimension=768)
        driver.execute_query("MATCH (s:Store) SET s.schema = 999")
        with pytest.raises(StoreMismatch, match="schema 999"):
            _opened(where)


def test_a_vector_index_of_another_size_is_made_again(where: str) -> None:
    _opened(where).close()
    with neo4j.GraphDatabase.driver(where) as driver:
        driver.execute_query("DROP INDEX passage_embedding")
        driver.execute_query(
            "CREATE VECTOR INDEX passage_embedding FOR (n:Passage) ON n.embedding OPTIONS {indexConfig: {`vector.dimensions`: 8}}"
        )
    store = _opened(where)
    put(store, draft("a", "found", valid_from="2025-01-01"))
    assert store.check() == ()
    store.close()


def test_check_finds_what_is_wrong(where: str) -> None:
    store = _opened(where)
    put(store, draft("a", {"one": "first on X", "two": "second"}, names={"X": "X"}, valid_from="2025-01-01"))
    assert store.check() == ()
    broken = {
        "MATCH ()-[h:HOLDS]->(:Section) DELETE h": {"state", "hull"},
        "MATCH (p:Passage) WITH p LIMIT 1 REMOVE p.embedding": {"vector_missing"},
        "MATCH ()-[d:DEFINES]->() DELETE d": {"name"},
        "MATCH (r:Revision) REMOVE r.current_of": {"current"},
        "MATCH (p:Passage)-[e:PART_OF]->() WITH e LIMIT 1 DELETE e": {"passage_without_content"},
        "DROP INDEX passage_text": {"index"},
    }
    with neo4j.GraphDatabase.driver(where) as driver:
        for query, codes in broken.items():
            driver.execute_query(query)
            found = store.check()
            assert codes <= {finding.code for finding in found}
            assert all(finding.message and finding.mend for finding in found)
    store.close()
    store = _opened(where)
    assert "index" not in {finding.code for finding in store.check()}
    store.close()
