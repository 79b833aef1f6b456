"""The stores that must all behave alike. A further one joins ``OPENERS``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graph.embedded.store import EmbeddedStore, open_store
from tests.store.drafts import DIMENSION, MODEL

Opener = Callable[[Path], EmbeddedStore]


def _embedded(folder: Path) -> EmbeddedStore:
    """Without syncing to the disk, which only matters when the machine itself fails."""
    return open_store(folder / "store.db", model=MODEL, dimension=DIMENSION, durable=False)


OPENERS: dict[str, Opener] = {"embedded": _embedded}


@pytest.fixture(params=sorted(OPENERS), scope="module")
def opener(request: pytest.FixtureRequest) -> Opener:
    """Opens a store in a folder; a second call on one folder opens the same store."""
    return OPENERS[request.param]


@pytest.fixture
def store(opener: Opener, tmp_path: Path) -> Iterator[EmbeddedStore]:
    """An empty store, found whole at the end of the test."""
    opened = opener(tmp_path)
    yield opened
    assert opened.check() == ()
    opened.close()
