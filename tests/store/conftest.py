"""The stores that must all behave alike. A further one joins ``OPENERS``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from contract.store import Store
from graph.bolt.database import Address
from graph.bolt.store import open_store as open_bolt
from graph.embedded.store import EmbeddedStore, open_store
from tests import neo4j_server
from tests.store.drafts import DIMENSION, MODEL

Opener = Callable[[Path], Store]


def _embedded(folder: Path) -> EmbeddedStore:
    """Without syncing to the disk, which only matters when the machine itself fails."""
    return open_store(folder / "store.db", model=MODEL, dimension=DIMENSION, durable=False)


def _neo4j(folder: Path) -> Store:
    """There is one database: opening a store for another folder empties it, and a store left open for the last one is gone."""
    where = neo4j_server.uri()
    if not neo4j_server.held_by(where, folder):
        neo4j_server.empty(where, holder=folder)
    return open_bolt(Address(where), model=MODEL, dimension=DIMENSION)


OPENERS: dict[str, Opener] = {"embedded": _embedded, "neo4j": _neo4j}


@pytest.fixture(params=sorted(OPENERS), scope="module")
def opener(request: pytest.FixtureRequest) -> Opener:
    """Opens a store in a folder; a second call on one folder opens the same store."""
    if request.param == "neo4j":
        neo4j_server.uri()
    return OPENERS[request.param]


@pytest.fixture
def store(opener: Opener, tmp_path: Path) -> Iterator[Store]:
    """An empty store, found whole at the end of the test."""
    opened = opener(tmp_path)
    yield opened
    assert opened.check() == ()
    opened.close()
