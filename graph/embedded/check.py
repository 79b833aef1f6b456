"""Whether indexes, states and records agree."""

from __future__ import annotations

from collections.abc import Iterator

from contract.errors import StoreUnavailable
from contract.ports import Finding
from contract.time import END
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.embedded.states import read_history
from graph.embedded.vectors import VectorIndex
from graph.plan import wanted_states
from graph.timeline import derive

_SQL = statements("check")
_LOG = statements("log")
_RESTORE = "restore a backup into a new store (`vigente store restore`), or ingest again into one"
_REINDEX = "make the indexes again (`vigente store reindex`)"


def findings(database: Database, vectors: VectorIndex, dimension: int) -> tuple[Finding, ...]:
    """What is wrong; nothing in a whole store. Reads everything once."""
    with database.snapshot():
        found = [
            *_file(database),
            *_contents(database, dimension),
            *(finding for (tenant,) in database.rows(_LOG["tenants"]) for finding in _states(database, tenant)),
            *_index(vectors),
        ]
    return (*found, *_full_text(database))


def _file(database: Database) -> Iterator[Finding]:
    for (message,) in database.rows(_SQL["integrity"]):
        if message != "ok":
            yield Finding("file", f"the file {database.path} is damaged: {message}", _RESTORE)
    for table, row, parent, _ in database.rows(_SQL["foreign_keys"]):
        yield Finding("reference", f"row {row} of {table} refers to a row of {parent} that is not there", _RESTORE)


def _contents(database: Database, dimension: int) -> Iterator[Finding]:
    for (identity,) in database.rows(_SQL["missing_vectors"], (4 * dimension,)):
        yield Finding("vector_missing", f"passage {identity} has no vector of {dimension} dimensions", _RESTORE)
    for (identity,) in database.rows(_SQL["passages_without_content"]):
        yield Finding("passage_without_content", f"passage {identity} stands in no content", _RESTORE)
    for (identity,) in database.rows(_SQL["contents_without_revision"]):
        yield Finding("content_without_revision", f"no revision carries the content {identity}", _RESTORE)


def _states(database: Database, tenant: str) -> Iterator[Finding]:
    """What is open now against what follows from the log."""
    log = read_history(database, tenant)
    derived = derive(log.history, END)
    ids = {row: identity for identity, row in log.revisions.items()}
    wanted = {(ids[revision], section, start, end) for revision, section, start, end in wanted_states(log, derived)}
    kept = set(database.rows(_SQL["open_states"], (tenant,)))
    for revision in sorted({row[0] for row in wanted ^ kept}):
        yield Finding("state", f"what is kept of when revision {revision} holds does not follow from the log", _RESTORE)
    withdrawn = {row[0] for row in database.rows(_SQL["withdrawn"], (tenant,))}
    for revision in sorted(withdrawn ^ derived.withdrawn):
        yield Finding("withdrawn", f"whether revision {revision} is withdrawn does not follow from the log", _RESTORE)


def _index(vectors: VectorIndex) -> Iterator[Finding]:
    problem = vectors.problem()
    if problem:
        yield Finding("vector_index", problem, _REINDEX)


def _full_text(database: Database) -> Iterator[Finding]:
    for name in ("lexical", "wording"):
        try:
            with database.writing() as tx:
                tx.execute(_SQL[name])
        except StoreUnavailable as error:
            yield Finding("full_text", f"the full-text index {name} is out of step: {error}", _REINDEX)
