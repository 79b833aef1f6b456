"""The production store: Neo4j."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from uuid import uuid4

from neo4j.exceptions import DriverError, IncompleteCommit, Neo4jError

from contract.access import Audience, Scope
from contract.communities import Community, Summary
from contract.conflicts import ConflictEntry
from contract.errors import StoreUnavailable, UnreadableDocument
from contract.evidence import Trace
from contract.history import Event
from contract.merges import MergeEntry
from contract.portable import Record
from contract.ports import Finding, Job, JobState, StoreState
from contract.records import Commit, CommitOutcome, Embedded, RevisionDraft
from contract.time import Instant
from graph.bolt import commits, ledger, merges
from graph.bolt.check import findings
from graph.bolt.communities import replace_all
from graph.bolt.conflicts import add
from graph.bolt.database import Address, Database, Transaction
from graph.bolt.dumping import dump
from graph.bolt.loading import clear_broken_load, load
from graph.bolt.names import Names
from graph.bolt.schema import open_database, remake_indexes
from graph.bolt.states import read_history
from graph.bolt.themes import read_themes
from graph.bolt.turn import Turn, batched, begin
from graph.bolt.views import Views
from graph.drafted import NothingToKeep, refuse_other_vectors
from graph.view import View


def open_store(address: Address, *, model: str, dimension: int) -> BoltStore:
    """Open the store at an address, or make it in an empty database.

    Raises ``StoreUnavailable`` for a server that cannot be reached, asked or written, ``StoreMismatch`` for one that is
    too old, and for a store of another embedder or of a newer schema.
    """
    database = open_database(address, model=model, dimension=dimension)
    try:
        clear_broken_load(database)
    except BaseException:
        database.close()
        raise
    return BoltStore(database, model, dimension)


class BoltStore:
    """``contract.store.Store``. Safe to share by threads."""

    def __init__(self, database: Database, model: str, dimension: int) -> None:
        self._database = database
        self._views = Views(database, dimension)
        self._names = Names()
        self._model = model
        self._dimension = dimension

    def state(self) -> StoreState:
        commit = self._database.rows("store/published")[0][0]
        known_at = self._database.rows("store/last_known_at")[0][0]
        return StoreState(commit, known_at, self._model, self._dimension)

    def audiences(self) -> tuple[tuple[int, Audience], ...]:
        found = self._database.rows("store/audiences")
        return tuple((row, Audience(level, frozenset(groups))) for row, level, groups in found)

    def view(self, scope: Scope) -> View:
        return self._views.view(scope)

    def history(self, tenant: str) -> tuple[Event, ...]:
        return read_history(self._database, tenant).history

    def families(self, tenant: str) -> Mapping[str, bool]:
        return dict(self._database.rows("store/families", {"tenant": tenant}))

    def missing(self, keys: Iterable[str]) -> frozenset[str]:
        wanted = set(keys)
        pieces = batched(sorted(wanted))
        known = (row[0] for some in pieces for row in self._database.rows("store/known_vectors", {"keys": some}))
        return frozenset(wanted.difference(known))

    def commit(self, draft: RevisionDraft, embedded: Embedded, at: Instant) -> Commit:
        """One revision, all or nothing. A draft that repeats what stands in every respect is not even logged."""
        refuse_other_vectors(embedded, self._model, self._dimension)
        try:
            return self._change(draft.tenant, at, lambda turn: commits.put(turn, draft, embedded), make=True)
        except NothingToKeep as repeated:
            return repeated.commit
        except UnicodeEncodeError as error:
            raise UnreadableDocument(
                f"{draft.metadata.uri} holds half a character (a lone surrogate): save it as UTF-8 again"
            ) from error

    def delete(self, tenant: str, uri: str, at: Instant, *, purge: bool = False) -> Commit:
        return self._change(tenant, at, lambda turn: commits.delete(turn, uri, purge=purge))

    def undo(self, tenant: str, revision_id: str, at: Instant) -> Commit:
        return self._change(tenant, at, lambda turn: commits.undo(turn, revision_id, tenant))

    def check(self) -> tuple[Finding, ...]:
        return findings(self._database, self._dimension)

    def dump(self) -> Iterator[Record]:
        return dump(self._database, self._model, self._dimension)

    def load(self, records: Iterable[Record]) -> int:
        return load(self._database, records, self._model, self._dimension)

    def reindex(self) -> tuple[str, ...]:
        return remake_indexes(self._database, self._dimension)

    def close(self) -> None:
        """Let go of the server."""
        self._database.close()

    # communities
    def communities(self, tenant: str) -> tuple[Community, ...]:
        return tuple(community for row in self._tenant(tenant) for community in read_themes(self._database, row)[0])

    def summaries(self, tenant: str) -> tuple[Summary, ...]:
        return tuple(summary for row in self._tenant(tenant) for _, summary in read_themes(self._database, row)[1])

    def replace_communities(
        self, tenant: str, communities: Iterable[Community], summaries: Iterable[Summary], at: Instant
    ) -> None:
        new, about = tuple(communities), tuple(summaries)

        def replace(turn: Turn) -> Commit:
            replace_all(turn, new, about)
            return _outside_the_log(turn)

        self._change(tenant, at, replace, make=True)

    # which entities are one
    def record_merges(self, tenant: str, entries: Iterable[MergeEntry], at: Instant) -> None:
        new = tuple(entries)

        def record(turn: Turn) -> Commit:
            merges.record(turn, new)
            return _outside_the_log(turn)

        self._change(tenant, at, record)

    # conflicts
    def record_conflicts(self, tenant: str, entries: Iterable[ConflictEntry], at: Instant) -> None:
        new = tuple(entries)

        def record(turn: Turn) -> Commit:
            add(turn, new)
            return _outside_the_log(turn)

        self._change(tenant, at, record)

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

    def _tenant(self, name: str) -> list[int]:
        return [row for row, _ in self._database.rows("write/find_tenant", {"name": name})]

    def _change(self, tenant: str, at: Instant, make_it: Callable[[Turn], Commit], *, make: bool = False) -> Commit:
        """One change in one transaction, then told to readers."""
        token = uuid4().hex
        made: list[Commit] = []

        def work(tx: Transaction) -> Commit:
            made[:] = [make_it(begin(tx, tenant, at, token, self._names, make=make))]
            return made[0]

        try:
            done = self._database.writing(work)
        except IncompleteCommit as lost:
            done = self._settled(made[0], token, lost)
        self._database.repeating(lambda tx: tx.do("write/publish", {"commit": done.number}))
        return done

    def _settled(self, made: Commit, token: str, lost: IncompleteCommit) -> Commit:
        """The server was lost while it committed: find out whether it is written, and say so."""
        at = self._database.address.uri
        try:
            asked = {"number": made.number, "token": token}
            written = self._database.repeating(lambda tx: tx.rows("write/settle", asked))[0][0]
        except (StoreUnavailable, DriverError, Neo4jError) as error:
            raise StoreUnavailable(
                f"Neo4j at {at} was lost while it committed, and whether it did is not known: start it and do it again, "
                "what is there already is found unchanged"
            ) from error
        if not written:
            raise StoreUnavailable(
                f"Neo4j at {at} was lost before it committed, and nothing was written: do it again"
            ) from lost
        return made


def _outside_the_log(turn: Turn) -> Commit:
    """A commit that puts no revision."""
    return Commit(turn.number, turn.at, CommitOutcome.REVISED, "")
