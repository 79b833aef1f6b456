"""Where an eval keeps its store: a file in its work folder, or a Neo4j database that the evals have to themselves.

There is one database for all: what it holds is of the last suite or bench that ran on it. A folder says of what its store
was made; the database's own id goes with that, so that a store that another run has taken the place of is made anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from contract.store import Store
from evals.records import Options
from graph.bolt.database import Address
from graph.bolt.emptying import claim, empty, store_id
from graph.bolt.store import open_store as open_bolt
from graph.embedded.store import open_store as open_embedded
from service.settings import FILE, load
from service.wiring import address_of

_MARK = "written-by"


def address(options: Options) -> Address | None:
    """The database of ``--store neo4j://HOST:PORT``, with the other settings of a store; None for files."""
    return None if options.store == FILE else address_of(load(store=options.store))


def is_made(options: Options, folder: Path, by: str) -> bool:
    """Whether the store of this folder was made whole, by what ``by`` is the id of, and is still there."""
    mark, where = folder / _MARK, address(options)
    made_by = by if where is None else f"{by} {store_id(where)}"
    return mark.is_file() and mark.read_text(encoding="utf-8") == made_by


def note(options: Options, folder: Path, by: str) -> None:
    """Write down what the store of this folder was made by."""
    where = address(options)
    (folder / _MARK).write_text(by if where is None else f"{by} {claim(where)}", encoding="utf-8")


def clear(options: Options, folder: Path) -> None:
    """An empty folder and no store. A database that holds what no eval wrote is refused and left as it is."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    where = address(options)
    if where is not None:
        empty(where)


@contextmanager
def opened(options: Options, folder: Path, *, model: str, dimension: int) -> Iterator[Store]:
    """The store of this folder, closed at the end."""
    where = address(options)
    store: Store
    if where is None:
        store = open_embedded(folder / "store.db", model=model, dimension=dimension, durable=False)
    else:
        store = open_bolt(where, model=model, dimension=dimension)
        claim(where)
    try:
        yield store
    finally:
        store.close()
