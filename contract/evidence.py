"""What a question makes: candidates, evidence, packets, claims, answers, traces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from contract.access import MOST
from contract.records import Authority, Fact, Literal, Passage, Revision, Span
from contract.time import Instant, Interval


# -- the question ---------------------------------------------------------------------------------------------------
class Basis(StrEnum):
    """Who fixed the question's ``valid_at``."""

    DEFAULT = "default"
    CALLER = "caller"
    QUESTION = "question"


class Intent(StrEnum):
    SPECIFIC = "specific"
    THEMATIC = "thematic"  # what is it about, overview: communities may answer
    VERSIONS = "versions"  # which versions exist
    CHANGES = "changes"  # since when a thing is there, what changed


class Aspect(StrEnum):
    """What of a source's versions a question asks for."""

    LIST = "list"
    COUNT = "count"
    EXISTS = "exists"
    OLDEST = "oldest"
    NEWEST = "newest"
    BEFORE = "before"  # the version before the one that the question names
    AFTER = "after"
    SINCE = "since"  # which version a thing came with
    UNTIL = "until"  # which version it went with
    CHANGED = "changed"  # what one version has against another


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read. ``valid_at`` is a date found in the words; ``versions`` are labels it names; ``identifiers`` are
    codes to be found exactly. ``decision`` is a declared decision it asks for, about ``subject``; ``predicates`` are
    declared predicates it names. ``aspect`` is set where it asks about versions or changes. ``qualifiers`` is the scope it
    asks for ("for Premium customers")."""

    text: str
    language: str
    stems: tuple[str, ...]
    valid_at: Instant | None = None
    date_text: str | None = None
    versions: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    intent: Intent = Intent.SPECIFIC
    decision: str | None = None
    subject: str | None = None
    predicates: tuple[str, ...] = ()
    aspect: Aspect | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()


# -- retrieval ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with one method's raw score. Scores of different methods do not compare."""

    passage_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One method's opinion on a candidate: ``rank`` from 1, ``score`` raw."""

    method: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something retrieval proposes. ``score`` is the fused one and orders candidates; ``cosine`` to the question if known."""

    passage_id: str
    score: float
    by: tuple[Retrieved, ...]
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Located:
    """A passage with the revision that carries it under a scope, and what holds there.

    ``valid`` is the interval in which this text is in force around ``valid_at`` (for a lapsed one: in which it last was;
    empty if it never was). ``authority``, ``uri`` and the rest are the revision's metadata.
    """

    passage: Passage
    revision: Revision
    path: tuple[str, ...]
    valid: Interval


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact with one assertion of it, located: who says it, where, and when it is valid. ``extractor`` found it there."""

    fact: Fact
    span: Span
    at: Located
    extractor: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """One read of a live source. ``values`` are its facts by predicate; ``text`` shows them and can be cited.

    ``spans`` gives where each predicate's value stands in ``text``.
    """

    id: str
    source: str
    uri: str
    subject: str
    observed_at: Instant
    text: str
    values: Mapping[str, Literal]
    spans: Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class FailedRead:
    """A live read that gave nothing. ``reason`` is for the trace, never for a reader."""

    source: str
    subject: str
    reason: str


# -- assembly -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Evidence:
    """An admitted candidate with its whole contract. ``doc`` is its formal id in the packet ("DOC_1")."""

    evidence_id: str
    doc: str
    source_id: str
    uri: str
    title: str
    source_type: str
    authority: Authority
    tenant: str
    revision: str | None
    revision_id: str
    language: str
    valid_from: Instant | None
    valid_to: Instant | None
    indexed_at: Instant | None
    observed_at: Instant | None
    subject: str
    path: tuple[str, ...]
    text: str
    retrieved_by: tuple[Retrieved, ...]
    rank: int
    score: float
    facts: tuple[Stated, ...] = ()
    observation: Observation | None = None
    ordinal: int | None = None  # the passage's place in its document


class Reason(StrEnum):
    """Why an item was not admitted."""

    SCOPE = "scope"
    NOT_IN_FORCE = "not_in_force"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    NOT_YET = "not_yet"
    NOT_AUTHORISED = "not_authorised"  # may explain, does not authorise
    CONFLICT = "conflict"
    BELOW_THRESHOLD = "below_threshold"
    DUPLICATE = "duplicate"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A candidate that was not admitted: at which stage, why, and by what (readable for this reader)."""

    passage_id: str
    uri: str
    revision: str | None
    stage: str
    reason: Reason
    by_uri: str | None = None
    by_revision: str | None = None
    valid_from: Instant | None = None
    valid_to: Instant | None = None


class Resolution(StrEnum):
    SUPERSEDED = "superseded"
    DISJOINT = "disjoint"
    SCOPE = "scope"
    LIVE = "live"
    GOVERNS = "governs"
    HUMAN = "human"
    UNRESOLVED = "unresolved"


class Behavior(StrEnum):
    ANSWER = "answer"
    SHOW_BOTH = "show_both"
    ABSTAIN = "abstain"
    ESCALATE = "escalate"


class Abstention(StrEnum):
    NO_EVIDENCE = "no_evidence"
    BELOW_THRESHOLD = "below_threshold"
    UNRESOLVED_CONFLICT = "unresolved_conflict"
    LIVE_READ_FAILED = "live_read_failed"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Removed:
    """A member of a conflict set that a rung of the ladder removed."""

    member: str
    rule: Resolution


@dataclass(frozen=True, slots=True)
class ConflictSet:
    """Statements on one proposition that cannot all hold. The id is made from (tenant, subject, predicate) and stays.

    ``members`` and ``stands`` are evidence or passage ids; ``removed`` says which rung removed which. ``aligned``: no fact says
    so, but sentences that are equal save for one number; ``subject`` is then their common words, and there is no predicate.
    """

    conflict_id: str
    subject: str
    predicate: str
    members: tuple[str, ...]
    stands: tuple[str, ...]
    removed: tuple[Removed, ...]
    resolution: Resolution | None
    behavior: Behavior = Behavior.ANSWER
    abstained: Abstention | None = None
    aligned: bool = False


@dataclass(frozen=True, slots=True)
class EvidencePacket:
    """What the answer may use. ``abstained`` set means that nothing may be answered, and why."""

    question: Question
    evidence: tuple[Evidence, ...]
    conflicts: tuple[ConflictSet, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    behavior: Behavior = Behavior.ANSWER
    abstained: Abstention | None = None
    stages: tuple[StageRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What one stage did, for the trace: counts, ids dropped with reasons, and its own details."""

    name: str
    kept: int
    dropped: tuple[tuple[str, str], ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


# -- grounding ------------------------------------------------------------------------------------------------------
class Verdict(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Citation:
    """A span of one piece of evidence: offsets into ``Evidence.text``."""

    evidence_id: str
    doc: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement. ``derived_by`` names the decision that made it, if one did. 0 ≤ support ≤ 1."""

    id: str
    text: str
    citations: tuple[Citation, ...]
    verdict: Verdict = Verdict.UNSUPPORTED
    support: float = 0.0
    derived_by: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What leaves. With ``abstained`` set the text is the refusal, and there are no claims and no evidence."""

    text: str
    language: str
    abstained: Abstention | None
    valid_at: Instant
    known_at: Instant
    valid_at_from: Basis
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    conflicts: tuple[ConflictSet, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    behavior: Behavior = Behavior.ANSWER
    trace_id: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """The replayable record of one question: ids, counts and rules; no content unless the settings say so.

    ``level`` and ``groups`` are the reader's who asked: only who may read as much may see the trace. ``asked`` is what the
    caller fixed besides the question.
    """

    id: str
    tenant: str
    asked_at: Instant
    question_sha256: str
    valid_at: Instant
    known_at: Instant
    stages: tuple[StageRecord, ...]
    versions: Mapping[str, str]
    outcome: Mapping[str, Any]
    level: int = MOST
    groups: tuple[str, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
