"""How fast facts go into Neo4j: by the whole write path, beside a bare load of as many triples into the same server.

Every entity is told of by a passage with four facts. *long* documents hold 500 entities, *short* ones ten: a commit is one
document, so that short ones cost more a fact. ``facts_to_bare`` = facts a second ÷ those of the bare load: two MERGE and a CREATE
for each triple, by the thousand; ``records_to_bare`` the same of nodes and edges, of which a fact with its passage, names and
provenance is several. All three are timed on a server that is at work: the first tenth goes in before, as a new
store plans its queries and a new server compiles. What is written is made ready before the clock starts.
Needs ``--store neo4j://HOST:PORT``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from evals import generated, places
from evals.bench import walk
from evals.generated import KNOWN, MODEL, TENANT
from evals.product import versions
from evals.records import DataError, Options, Result
from graph.bolt.database import Address, Database

ENTITIES = 10_000
LEAST = 100
DOCUMENTS = {"long": 500, "short": 10}  # entities in each
_SHARE = {"long": 1.0, "short": 0.1}  # of all entities, so that neither kind takes the whole run
_AT_ONCE = 1000  # triples of the bare load
_WARM = 0.1  # the share that goes in before the clock starts
_DIMENSION = 8


def run(options: Options) -> Result:
    """``limit`` is how many entities there are, 10,000 without one; four facts each."""
    where = places.address(options)
    if where is None:
        raise DataError(
            "the load of Neo4j needs one: set --store neo4j://HOST:PORT to a database that evals have for themselves"
        )
    count = options.limit or ENTITIES
    if count < LEAST:
        raise DataError(f"{count} entities are too few to load: set --limit to {LEAST} or more")
    kinds: dict[str, dict[str, float]] = {}
    for kind, on_a_page in DOCUMENTS.items():
        options.progress(f"loading {kind} documents", len(kinds) / 3)
        kinds[kind] = _written(options, where, max(LEAST, int(_SHARE[kind] * count)), on_a_page)
    options.progress("loading bare triples", 2 / 3)
    bare = _bare(options, where, walk.linked(count, options.seed))
    for measures in kinds.values():
        for what in ("facts", "records"):
            rate = f"{what}_a_second"
            measures[f"{what}_to_bare"] = round(measures[rate] / bare[rate], 3)
    return Result(
        suite="bench-neo4j-load",
        dataset="generated",
        n=count * 4,
        measures=kinds["long"] | {f"bare_{name}": value for name, value in bare.items()},
        by_kind=kinds,
        settings={"entities": str(count), "dimension": str(_DIMENSION), "seed": str(options.seed)},
        versions=versions(),
    )


def _written(options: Options, where: Address, count: int, on_a_page: int) -> dict[str, float]:
    """By the product's own commits, into a store that begins empty."""
    links = walk.linked(count, options.seed)
    drafts = [(generated.draft(page), page) for page in walk.pages(links, options.seed, on_a_page)]
    made = [(draft, generated.embedded(draft, page)) for draft, page in drafts]
    warm = max(1, round(_WARM * len(made)))
    folder = options.work / "bench-neo4j-load"
    places.clear(options, folder)
    with places.opened(options, folder, model=MODEL, dimension=_DIMENSION) as store:
        for number, (draft, embedded) in enumerate(made[:warm]):
            store.commit(draft, embedded, KNOWN + number)
        with _timed(where, sum(len(draft.content.facts) for draft, _ in made[warm:])) as found:
            for number, (draft, embedded) in enumerate(made[warm:]):
                store.commit(draft, embedded, KNOWN + warm + number)
    return found


def _bare(options: Options, where: Address, links: walk.Links) -> dict[str, float]:
    """By the least that a load of triples can be."""
    folder = options.work / "bench-neo4j-load"
    places.clear(options, folder)
    with places.opened(options, folder, model=MODEL, dimension=_DIMENSION):
        rows = [
            {"subject": f"{TENANT}:{one}", "predicate": "goes_to", "object": f"{TENANT}:{other}"}
            for one, others in links.items()
            for other in others
        ]
        warm = round(_WARM * len(rows))
        database = Database(where)
        try:
            _load(database, rows[:warm])
            with _timed(where, len(rows) - warm) as found:
                _load(database, rows[warm:])
        finally:
            database.close()
    places.clear(options, folder)
    return found


@contextmanager
def _timed(where: Address, facts: int) -> Iterator[dict[str, float]]:
    """Fills in what went in a second, and how many records (nodes and edges) a fact is."""
    found: dict[str, float] = {}
    database = Database(where)
    try:
        before, started = _records(database), time.perf_counter()
        yield found
        taken = time.perf_counter() - started
        records = _records(database) - before
    finally:
        database.close()
    found["facts_a_second"] = round(facts / taken, 1)
    found["records_a_second"] = round(records / taken, 1)
    found["records_a_fact"] = round(records / facts, 2)


def _records(database: Database) -> int:
    return int(database.rows("store/nodes")[0][0]) + int(database.rows("store/edges")[0][0])


def _load(database: Database, rows: list[dict[str, str]]) -> None:
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        database.writing(lambda tx, some=some: tx.do("store/bare_load", {"rows": some}))  # type: ignore[misc]
