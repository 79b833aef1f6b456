"""A whole store as a stream of records: what a backup holds, and what goes from one store to another.

Records name each other by ids, URIs and names, never by a store's own row numbers, and come in an order in which each
names only what came before it: the head, then tenants, audiences, commits, sources, contents, revisions, events, states,
supersessions, sightings, merges, communities, summaries, conflicts, traces, jobs; within a kind in the order in which the store
made them. What follows from the records alone (indexes, relations between sources, where names stand) is not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from contract.access import Audience
from contract.communities import Community, Summary
from contract.conflicts import ConflictEntry
from contract.evidence import Trace
from contract.history import Act, SupersessionKind
from contract.merges import MergeEntry
from contract.ports import Job
from contract.records import Content, Embedded, Metadata
from contract.time import Instant


@dataclass(frozen=True, slots=True)
class StoreHead:
    """The first record: the embedder that the vectors are of, and how many records follow."""

    model: str
    dimension: int
    records: int


@dataclass(frozen=True, slots=True)
class TenantRecord:
    """``known_at`` is the known time of its last commit, which never goes back."""

    name: str
    known_at: Instant


@dataclass(frozen=True, slots=True)
class AudienceRecord:
    """An interned audience with its id."""

    number: int
    audience: Audience


@dataclass(frozen=True, slots=True)
class CommitRecord:
    number: int
    tenant: str
    known_at: Instant


@dataclass(frozen=True, slots=True)
class SourceRecord:
    tenant: str
    uri: str
    standing: bool


@dataclass(frozen=True, slots=True)
class ContentRecord:
    """A content with all that was drawn from it. ``embedded.vectors`` holds the vectors that no earlier content brought.

    ``opened`` is the number of the commit that brought it.
    """

    tenant: str
    uri: str
    content: Content
    embedded: Embedded
    opened: int


@dataclass(frozen=True, slots=True)
class RevisionRecord:
    """A revision as the log keeps it. ``purged``: its content was removed for real, and only ids and hashes are left.

    ``identity`` is what makes the same upload the same; ``text_sha256`` is of the content's text, ``sha256`` of the file.
    ``withdrawn_at`` is the open end while the revision lives. ``opened`` and ``closed`` are numbers of commits.
    """

    id: str
    tenant: str
    metadata: Metadata
    acts: tuple[Act, ...]
    content_id: str
    text_sha256: str
    sha256: str
    identity: str
    purged: bool
    known_at: Instant
    withdrawn_at: Instant
    opened: int
    closed: int | None


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One entry of the log: ``kind`` is put, delete, undo or standing; ``number`` that of its commit."""

    tenant: str
    uri: str
    kind: str
    revision_id: str | None
    known_at: Instant
    number: int


@dataclass(frozen=True, slots=True)
class StateRecord:
    """When a revision (``section`` None), or one of its sections, holds: both intervals, and the commits that made them."""

    revision_id: str
    section: str | None
    valid_from: Instant
    valid_to: Instant
    known_from: Instant
    known_to: Instant
    opened: int
    closed: int | None


@dataclass(frozen=True, slots=True)
class SupersessionRecord:
    newer: str
    older: str
    section: str | None
    kind: SupersessionKind
    effective: Instant
    rule: str
    known_from: Instant
    known_to: Instant
    opened: int
    closed: int | None


@dataclass(frozen=True, slots=True)
class SightingRecord:
    """The revision ``again`` is a copy of ``original``, seen again."""

    again: str
    original: str
    known_from: Instant
    known_to: Instant
    opened: int
    closed: int | None


@dataclass(frozen=True, slots=True)
class MergeRecord:
    tenant: str
    entry: MergeEntry


@dataclass(frozen=True, slots=True)
class CommunityRecord:
    tenant: str
    community: Community
    made_at: Instant


@dataclass(frozen=True, slots=True)
class SummaryRecord:
    tenant: str
    summary: Summary


@dataclass(frozen=True, slots=True)
class ConflictRecord:
    tenant: str
    entry: ConflictEntry


Record = (
    StoreHead
    | TenantRecord
    | AudienceRecord
    | CommitRecord
    | SourceRecord
    | ContentRecord
    | RevisionRecord
    | EventRecord
    | StateRecord
    | SupersessionRecord
    | SightingRecord
    | MergeRecord
    | CommunityRecord
    | SummaryRecord
    | ConflictRecord
    | Trace
    | Job
)


class Portable(Protocol):
    """A store that can be written out whole, and read in whole into an empty one."""

    def dump(self) -> Iterator[Record]:
        """Everything, as at one complete commit, the head first. Two stores that hold the same give equal records."""
        ...

    def load(self, records: Iterable[Record]) -> int:
        """Take in what ``dump`` gave, all or nothing; how many records came.

        Raises ``StoreMismatch`` for a store that is not empty, records of another embedder, or a stream that ends early
        or names what it does not bring.
        """
        ...

    def reindex(self) -> tuple[str, ...]:
        """Make every index again from the records; the names of those made."""
        ...
