"""How fast facts go into Neo4j: by the whole write path, beside a bare load of as many triples into the same server.

Every entity is told of by a passage with four facts. *long* documents hold 500 entities, *short* ones ten: a commit is one
document, so that short ones cost more a fact. ``to_bare`` = facts a second ÷ those of the bare load: two MERGE and a CREATE
for each triple, by the thousand. All three are timed on a server that is at work: the first tenth goes in before, as a new
store plans its queries and a new server compiles. What is written is made ready before the clock starts.
Needs ``--store neo4j://HOST:PORT``.
"""

from __future__ import annotations

import time

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
        kinds[kind] = {"facts_a_second": _written(options, max(LEAST, int(_SHARE[kind] * count)), on_a_page)}
    options.progress("loading bare triples", 2 / 3)
    bare = _bare(options, where, walk.linked(count, options.seed))
    for measures in kinds.values():
        measures["to_bare"] = round(measures["facts_a_second"] / bare, 3)
    return Result(
        suite="bench-neo4j-load",
        dataset="generated",
        n=count * 4,
        measures={**kinds["long"], "bare_facts_a_second": bare},
        by_kind=kinds,
        settings={"entities": str(count), "dimension": str(_DIMENSION), "seed": str(options.seed)},
        versions=versions(),
    )


def _written(options: Options, count: int, on_a_page: int) -> float:
    """Facts a second by the product's own commits, into a store that begins empty."""
    links = walk.linked(count, options.seed)
    drafts = [(generated.draft(page), page) for page in walk.pages(links, options.seed, on_a_page)]
    made = [(draft, generated.embedded(draft, page)) for draft, page in drafts]
    warm = max(1, round(_WARM * len(made)))
    folder = options.work / "bench-neo4j-load"
    places.clear(options, folder)
    with places.opened(options, folder, model=MODEL, dimension=_DIMENSION) as store:
        for number, (draft, embedded) in enumerate(made[:warm]):
            store.commit(draft, embedded, KNOWN + number)
        started = time.perf_counter()
        for number, (draft, embedded) in enumerate(made[warm:]):
            store.commit(draft, embedded, KNOWN + warm + number)
        taken = time.perf_counter() - started
    return round(sum(len(draft.content.facts) for draft, _ in made[warm:]) / taken, 1)


def _bare(options: Options, where: Address, links: walk.Links) -> float:
    """Triples a second by the least that a load can be."""
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
            started = time.perf_counter()
            _load(database, rows[warm:])
            taken = time.perf_counter() - started
        finally:
            database.close()
    places.clear(options, folder)
    return round((len(rows) - warm) / taken, 1)


def _load(database: Database, rows: list[dict[str, str]]) -> None:
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        database.writing(lambda tx, some=some: tx.do("store/bare_load", {"rows": some}))  # type: ignore[misc]
