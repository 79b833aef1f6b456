"""What the stages need from outside: stores, models, live sources.

Every read goes through a ``GraphView``, which is fixed to a ``Scope``: no read can forget tenant, audience or time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from contract.access import Audience, Scope
from contract.communities import Community, Summary, Theme
from contract.conflicts import ConflictEntry
from contract.evidence import FailedRead, Located, Observation, Scored, Stated, Trace
from contract.history import Event, Supersession
from contract.merges import Identity, MergeEntry
from contract.policy import LiveSourceRule
from contract.records import Commit, Definition, Embedded, Entity, Link, Mention, Revision, RevisionDraft, Section
from contract.time import Instant

Vector = bytes  # a little-endian float32 array of unit length


class GraphView(Protocol):
    """What one scope may see, at one complete commit. Results are in a stated order; ties go by id."""

    @property
    def scope(self) -> Scope: ...
    @property
    def commit(self) -> int:
        """The number of the commit this view is pinned to."""
        ...

    # passages
    def size(self) -> int:
        """How many passages the scope holds."""
        ...

    def passage_ids(self) -> tuple[str, ...]: ...
    def located(self, passage_ids: Iterable[str]) -> tuple[Located, ...]:
        """In the order asked; ids outside the scope are left out."""
        ...

    def section(self, passage_id: str) -> tuple[Section, str] | None:
        """The section a passage stands in, with its whole text."""
        ...

    def siblings(self, passage_id: str) -> tuple[str, ...]:
        """The ids of the passages of the same section, in document order."""
        ...

    # search
    def lexical(self, stems: Sequence[str], limit: int) -> tuple[Scored, ...]:
        """The best by BM25 with N, n and average length counted within the scope."""
        ...

    def bm25(self, stems: Sequence[str], passage_ids: Iterable[str]) -> Mapping[str, float]:
        """The same score for named passages (0.0 where no stem stands in one)."""
        ...

    def idf(self, stems: Iterable[str]) -> Mapping[str, float]:
        """ln(1 + (N − n + .5)/(n + .5)) within the scope; an unknown stem has n = 0."""
        ...

    def nearest(self, vector: Vector, limit: int) -> tuple[Scored, ...]:
        """The nearest by cosine among the scope's passages: as many as asked if there are as many."""
        ...

    def cosines(self, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]: ...
    def mean_cosine(self, vector: Vector) -> float:
        """The mean of the cosine over the scope's passages; 0.0 where there are none."""
        ...

    # the graph
    def named(self, keys: Iterable[str]) -> tuple[Definition, ...]:
        """The scope's definitions under any of these folded names."""
        ...

    def definitions(self, passage_ids: Iterable[str]) -> tuple[Definition, ...]:
        """What these passages define."""
        ...

    def defining(self, entity_ids: Iterable[str]) -> tuple[Definition, ...]:
        """Where in the scope these entities are defined."""
        ...

    def mentions(self, passage_ids: Iterable[str]) -> tuple[Mention, ...]:
        """What these passages name, by position: of overlapping names that are defined in the scope, the longest."""
        ...

    def mentioning(self, entity_ids: Iterable[str], limit: int) -> tuple[Mention, ...]:
        """Where in the scope these entities are named."""
        ...

    def entities(self, entity_ids: Iterable[str]) -> tuple[Entity, ...]:
        """Those that something readable tells of, in the order asked, each once: of several that are one, the one that stands
        for all. Every read gives that one's id, and takes any of theirs."""
        ...

    def identities(self, entity_ids: Iterable[str]) -> tuple[Identity, ...]:
        """The same with all that is counted as each, and why."""
        ...

    def joined_since(self, commit: int) -> tuple[Identity, ...]:
        """The entities of which an entry of a later commit holds some together, by id."""
        ...

    def stated(
        self,
        *,
        predicates: Iterable[str] = (),
        subject_ids: Iterable[str] = (),
        passage_ids: Iterable[str] = (),
        fact_ids: Iterable[str] = (),
        limit: int = 1000,
    ) -> tuple[Stated, ...]:
        """Facts stated in the scope that match every criterion given."""
        ...

    def linked(self, entity_ids: Iterable[str], limit: int = 1000, *, towards: bool = False) -> tuple[Link, ...]:
        """Where facts of the scope lead from these entities, or with ``towards`` from where they lead to them: what ``stated``
        says of facts whose object is an entity, each once, by subject, predicate and object. For a walk: no passage is read."""
        ...

    # sources and time
    def revisions(self, uri: str | None = None) -> tuple[Revision, ...]:
        """Readable revisions known and not withdrawn, whatever their validity: by URI, then start, then label order."""
        ...

    def in_force(self, uri: str) -> tuple[Revision, ...]:
        """The revisions of a source in force in this scope; more than one only in a standing family, head first."""
        ...

    def below_heads(self) -> frozenset[str]:
        """The ids of the revisions in force that are not the head of their standing family."""
        ...

    def supersessions(self, revision_ids: Iterable[str]) -> tuple[Supersession, ...]:
        """Edges that end or retire these revisions; both ends are among ``revisions()``."""
        ...

    def holds(self, uri: str) -> tuple[tuple[str, str | None, Instant, Instant], ...]:
        """(revision id, section or None, valid_from, valid_to) of readable revisions, as known at ``known_at``."""
        ...

    # conflicts
    def conflict_entries(self, conflict_ids: Iterable[str] | None = None) -> tuple[ConflictEntry, ...]:
        """What this reader may know of these conflicts, or of all, in the order in which it became known."""
        ...

    # communities
    def themes(self, level: int | None = None) -> tuple[Theme, ...]:
        """Communities with the widest summary this reader may read, all of whose passages are in the scope."""
        ...


@dataclass(frozen=True, slots=True)
class StoreState:
    """Where the store stands: last commit, when, and which embedder its vectors are of."""

    commit: int
    known_at: Instant
    model: str | None
    dimension: int | None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong in a store, with its mend."""

    code: str
    message: str
    mend: str


@dataclass(frozen=True, slots=True)
class Migrated:
    """From which schema a store came to which; ``backup`` is the copy of the older one, where there was one."""

    before: int
    after: int
    backup: str | None = None


class GraphStore(Protocol):
    """Writes, one atomic commit each, and the way to a view."""

    def state(self) -> StoreState: ...
    def audiences(self) -> tuple[tuple[int, Audience], ...]: ...
    def view(self, scope: Scope) -> GraphView: ...
    def history(self, tenant: str) -> tuple[Event, ...]: ...
    def families(self, tenant: str) -> Mapping[str, bool]:
        """Every URI ever known, with whether it is a standing family."""
        ...

    def missing(self, keys: Iterable[str]) -> frozenset[str]:
        """Which of these embedding keys have no vector yet."""
        ...

    def commit(self, draft: RevisionDraft, embedded: Embedded, at: Instant) -> Commit:
        """One revision, all or nothing. ``at`` is the known time; it never goes back."""
        ...

    def delete(self, tenant: str, uri: str, at: Instant, *, purge: bool = False) -> Commit:
        """A tombstone; with ``purge`` the content is removed for real and only ids and hashes stay."""
        ...

    def undo(self, tenant: str, revision_id: str, at: Instant) -> Commit: ...
    def check(self) -> tuple[Finding, ...]:
        """Whether indexes, states and records agree. Nothing found: the store is whole."""
        ...

    def close(self) -> None: ...


class CommunityStore(Protocol):
    def communities(self, tenant: str) -> tuple[Community, ...]: ...
    def summaries(self, tenant: str) -> tuple[Summary, ...]: ...
    def replace_communities(
        self, tenant: str, communities: Iterable[Community], summaries: Iterable[Summary], at: Instant
    ) -> None:
        """All at once."""
        ...


class MergeStore(Protocol):
    def record_merges(self, tenant: str, entries: Iterable[MergeEntry], at: Instant) -> None:
        """Add what a person said of entities, all at once, as known from ``at``. ``NotFound`` for a tenant that is not here."""
        ...


class ConflictStore(Protocol):
    def record_conflicts(self, tenant: str, entries: Iterable[ConflictEntry], at: Instant) -> None:
        """Add entries, all at once, as known from ``at``. ``NotFound`` for a tenant that is not here."""
        ...


class TraceStore(Protocol):
    def save_trace(self, trace: Trace) -> None: ...
    def trace(self, tenant: str, trace_id: str) -> Trace | None: ...


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """Durable background work. ``request`` and ``outcome`` are JSON texts."""

    id: str
    tenant: str
    kind: str
    request: str
    state: JobState
    created_at: Instant
    updated_at: Instant
    progress: float = 0.0
    step: str = ""
    outcome: str | None = None
    reason: str | None = None


class JobStore(Protocol):
    def save_job(self, job: Job) -> None: ...
    def job(self, tenant: str, job_id: str) -> Job | None: ...
    def jobs(self, tenant: str | None = None, state: JobState | None = None) -> tuple[Job, ...]:
        """Oldest first."""
        ...


class Embedder(Protocol):
    """Texts to vectors. ``limit`` is how many tokens it reads; a longer text is refused, never cut in silence."""

    @property
    def name(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    @property
    def limit(self) -> int: ...
    def count(self, text: str) -> int:
        """Tokens of one text, those the model adds included."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]: ...
    def query(self, text: str) -> Vector: ...


class Entailment(Protocol):
    """P(entailed), P(neutral), P(contradicted) of a claim given evidence."""

    @property
    def name(self) -> str: ...
    def judge(self, evidence: str, claim: str) -> tuple[float, float, float]: ...


@dataclass(frozen=True, slots=True)
class Usage:
    """What a generator was asked so far; a reply that was kept costs nothing."""

    calls: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


Form = TypeVar("Form")


class Generator(Protocol):
    """A language model that fills in forms. It is given a packet or a passage, never the store."""

    @property
    def name(self) -> str: ...
    @property
    def usage(self) -> Usage: ...
    def fill(self, instructions: str, material: str, form: type[Form]) -> Form:
        """A dataclass filled in from the material. Raises ``ModelUnavailable`` where the model cannot be reached, replies in
        another form, or its budget is spent."""
        ...


class LiveReader(Protocol):
    """Reads one thing of a system of record. It gives a failed read instead of raising: a failure is a finding."""

    def read(self, source: LiveSourceRule, subject: str, language: str) -> Observation | FailedRead: ...
