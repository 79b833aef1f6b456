"""Whether indexes, edges and records agree."""

from __future__ import annotations

from collections.abc import Iterator

from contract.ports import Finding
from contract.time import BEGINNING, END
from graph.bolt.database import Database
from graph.bolt.schema import TEXT_INDEX, VECTOR_INDEX, expected_indexes, vector_dimension
from graph.bolt.states import WHOLE, current, read_history
from graph.plan import Open, planned

_RESTORE = "restore the store from a backup, or ingest again into a new one"
_REINDEX = "run `vigente store reindex`"
_CONTENTS = {
    "vector_missing": "passage {} has no vector of the store's dimensions",
    "passage_without_content": "passage {} stands in no content",
    "content_without_revision": "no revision carries the content {}",
}
_NOTHING = Open({}, {}, {})


def findings(database: Database, dimension: int) -> tuple[Finding, ...]:
    """What is wrong; nothing in a whole store. Reads everything once, as it is committed then: writers should rest."""
    return (
        *_indexes(database, dimension),
        *_contents(database, dimension),
        *_edges(database),
        *(finding for (tenant,) in database.rows("store/tenants") for finding in _states(database, tenant)),
    )


def _indexes(database: Database, dimension: int) -> Iterator[Finding]:
    there = {name: (state, options) for name, state, options in database.rows("store/indexes")}
    for name in sorted(expected_indexes()):
        state = there[name][0] if name in there else "missing"
        if state != "ONLINE":
            yield Finding("index", f"the index {name} is {state.lower()}", _REINDEX)
    kept = vector_dimension(there[VECTOR_INDEX][1]) if VECTOR_INDEX in there else dimension
    if kept != dimension:
        yield Finding("index", f"the index {VECTOR_INDEX} has {kept} dimensions and the store {dimension}", _REINDEX)
    if there.get(TEXT_INDEX, ("",))[0] != "ONLINE":
        return
    for tenant, passages, indexed in database.rows("store/counts_by_tenant"):
        if passages != indexed:
            yield Finding(
                "full_text", f"of {passages} passages of tenant {tenant} the full text knows {indexed}", _REINDEX
            )


def _contents(database: Database, dimension: int) -> Iterator[Finding]:
    for code, identity in database.rows("store/check_passages", {"dimension": dimension}):
        yield Finding(code, _CONTENTS[code].format(identity), _RESTORE)
    for (identity,) in database.rows("store/check_hulls", {"beginning": BEGINNING, "end": END}):
        yield Finding("hull", f"passage {identity} is not marked with when and by whom it may be shown", _RESTORE)


def _edges(database: Database) -> Iterator[Finding]:
    for kind, row in database.rows("store/check_edges"):
        yield Finding("reference", f"{kind} {row} is not between the nodes that it names", _RESTORE)
    for key, entity in database.rows("store/check_names"):
        yield Finding("name", f"the name {key!r} leads to {entity}, where no passage defines it", _RESTORE)


def _states(database: Database, tenant: str) -> Iterator[Finding]:
    """What is open now against what follows from the log."""
    log = read_history(database, tenant)
    plan = planned(log, _NOTHING, END)
    revisions = database.rows("store/revisions_of_tenant", {"tenant": tenant})
    ids = {row: identity for identity, row, _, _ in revisions}
    wanted = {
        (ids[revision], WHOLE if section is None else section, start, end)
        for revision, section, start, end in plan.states
    }
    kept = set(database.rows("store/open_states_of_tenant", {"tenant": tenant}))
    for revision in sorted({row[0] for row in wanted ^ kept}):
        yield Finding("state", f"what is kept of when revision {revision} holds does not follow from the log", _RESTORE)
    withdrawn = {identity for identity, _, gone, _ in revisions if gone}
    for revision in sorted(withdrawn ^ plan.derived.withdrawn):
        yield Finding("withdrawn", f"whether revision {revision} is withdrawn does not follow from the log", _RESTORE)
    stands = {row for row in current(plan).values() if row is not None}
    marked = {row for _, row, _, current_of in revisions if current_of is not None}
    for row in sorted(stands ^ marked):
        yield Finding("current", f"whether revision {ids[row]} stands for its source is not as marked", _RESTORE)
