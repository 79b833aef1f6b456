"""The default store: one SQLite file, and FAISS for what is derived from it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from contract.access import Audience, Scope
from contract.communities import Community, Summary
from contract.conflicts import ConflictEntry
from contract.errors import UnreadableDocument
from contract.evidence import Trace
from contract.history import Event
from contract.merges import MergeEntry
from contract.portable import Record
from contract.ports import Finding, Job, JobState, StoreState
from contract.records import Commit, Embedded, RevisionDraft
from contract.time import Instant
from graph import rows
from graph.columns import Columns
from graph.drafted import NothingToKeep, refuse_other_vectors
from graph.embedded import commits, ledger, merges
from graph.embedded.check import findings
from graph.embedded.columns import load_columns
from graph.embedded.communities import read_communities, read_summaries, replace_all
from graph.embedded.conflicts import add
from graph.embedded.database import Database, open_database
from graph.embedded.dumping import dump
from graph.embedded.loading import load
from graph.embedded.reader import SqlReader
from graph.embedded.searching import Search
from graph.embedded.statements import statements
from graph.embedded.states import read_history
from graph.view import View

_SQL = statements("log")
_CONTENT = statements("content")
_STORE = statements("store")


def open_store(path: Path, *, model: str, dimension: int, durable: bool = True) -> EmbeddedStore:
    """Open the store in the file ``path``, or make it.

    Raises ``StoreUnavailable`` for a file that is locked, cannot be written or is no store, ``StoreMismatch`` for a
    store of another embedder or of a newer schema. ``durable`` False gives up the last commits at a crash of the machine.
    """
    database = open_database(path, model=model, dimension=dimension, durable=durable)
    store = database.rows(_STORE["setting"], ("store",))[0][0]
    return EmbeddedStore(database, Search(database, dimension, store), model, dimension)


class EmbeddedStore:
    """``contract.store.Store``. Safe to share by threads."""

    def __init__(self, database: Database, search: Search, model: str, dimension: int) -> None:
        self._database = database
        self._search = search
        self._model = model
        self._dimension = dimension
        self._columns: dict[str, Columns] = {}
        self._lock = threading.Lock()
        self._wrote = False

    def state(self) -> StoreState:
        with self._database.snapshot():
            commit = self._database.rows(_SQL["last_commit"])[0][0]
            known_at = self._database.rows(_SQL["last_known_at"])[0][0]
        return StoreState(commit, known_at, self._model, self._dimension)

    def audiences(self) -> tuple[tuple[int, Audience], ...]:
        found = self._database.rows(_SQL["audiences"])
        return tuple((number, rows.audience(level, groups)) for number, level, groups in found)

    def view(self, scope: Scope) -> View:
        columns = self._columns_of(scope.tenant)
        return View(
            SqlReader(self._database, columns.tenant, scope.tenant), columns, scope, self._search.words, self._search
        )

    def history(self, tenant: str) -> tuple[Event, ...]:
        return read_history(self._database, tenant).history

    def families(self, tenant: str) -> Mapping[str, bool]:
        return {uri: bool(standing) for uri, standing in self._database.rows(_SQL["families"], (tenant,))}

    def missing(self, keys: Iterable[str]) -> frozenset[str]:
        return frozenset(row[0] for row in self._database.rows(_CONTENT["missing_vectors"], (rows.listed(set(keys)),)))

    def commit(self, draft: RevisionDraft, embedded: Embedded, at: Instant) -> Commit:
        """One revision, all or nothing. A draft that repeats what stands in every respect is not even logged."""
        refuse_other_vectors(embedded, self._model, self._dimension)
        try:
            with self._database.writing() as tx:
                done = commits.put(tx, draft, embedded, at)
            self._wrote = True
            return done
        except NothingToKeep as repeated:
            return repeated.commit
        except UnicodeEncodeError as error:
            raise UnreadableDocument(
                f"{draft.metadata.uri} holds half a character (a lone surrogate): save it as UTF-8 again"
            ) from error

    def delete(self, tenant: str, uri: str, at: Instant, *, purge: bool = False) -> Commit:
        with self._database.writing() as tx:
            done = commits.delete(tx, tenant, uri, at, purge=purge)
        if purge:
            self._search.vectors.drop()
            self._database.checkpoint()
        return done

    def undo(self, tenant: str, revision_id: str, at: Instant) -> Commit:
        with self._database.writing() as tx:
            return commits.undo(tx, tenant, revision_id, at)

    def check(self) -> tuple[Finding, ...]:
        return findings(self._database, self._search.vectors, self._dimension)

    # the whole
    def dump(self) -> Iterator[Record]:
        return dump(self._database, self.state())

    def load(self, records: Iterable[Record]) -> int:
        with self._database.writing() as tx:
            count = load(tx, records, self._model, self._dimension)
        self._wrote = True
        return count

    def reindex(self) -> tuple[str, ...]:
        return self._search.rebuild()

    def close(self) -> None:
        """Bring the vector index up to date if this process wrote, and let go of the file."""
        if self._wrote:
            self._search.vectors.keep()
        self._database.close()

    # communities
    def communities(self, tenant: str) -> tuple[Community, ...]:
        return read_communities(self._database, tenant)

    def summaries(self, tenant: str) -> tuple[Summary, ...]:
        return read_summaries(self._database, tenant)

    def replace_communities(
        self, tenant: str, communities: Iterable[Community], summaries: Iterable[Summary], at: Instant
    ) -> None:
        with self._database.writing() as tx:
            replace_all(tx, tenant, communities, summaries, at)

    # which entities are one
    def record_merges(self, tenant: str, entries: Iterable[MergeEntry], at: Instant) -> None:
        with self._database.writing() as tx:
            turn = commits.begin(tx, tenant, at, make=False)
            merges.add(tx, turn.tenant, entries, turn.at, turn.number)

    # conflicts
    def record_conflicts(self, tenant: str, entries: Iterable[ConflictEntry], at: Instant) -> None:
        with self._database.writing() as tx:
            add(tx, tenant, entries, at)

    # traces and jobs
    def save_trace(self, trace: Trace) -> None:
        ledger.save_trace(self._database, trace)

    def trace(self, tenant: str, trace_id: str) -> Trace | None:
        return ledger.trace(self._database, tenant, trace_id)

    def save_job(self, job: Job) -> None:
        ledger.save_job(self._database, job)

    def job(self, tenant: str, job_id: str) -> Job | None:
        return ledger.job(self._database, tenant, job_id)

    def jobs(self, tenant: str | None = None, state: JobState | None = None) -> tuple[Job, ...]:
        return ledger.jobs(self._database, tenant, state)

    def _columns_of(self, tenant: str) -> Columns:
        with self._lock:
            columns = load_columns(self._database, tenant, self._columns.get(tenant))
            if columns.tenant:
                self._columns[tenant] = columns
            return columns
