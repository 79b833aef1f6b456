"""The bodies of requests and answers, as OpenAPI shows them. ``service.shapes`` fills them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StringConstraints, WithJsonSchema

from contract.errors import InvalidDate
from contract.time import Instant, parse


def _instant(value: object) -> Instant:
    """A date as text only: a number would be taken for seconds since 1970, and 2026 for a day of that year."""
    if not isinstance(value, str):
        raise InvalidDate(f"a date is not a date as {type(value).__name__}: write it as the text 2026-03-31")
    return parse(value[:_LONGEST_DATE])


_LONGEST_DATE = 40  # characters
Day = Annotated[
    Instant,
    PlainValidator(_instant),
    WithJsonSchema(
        {
            "type": "string",
            "anyOf": [{"format": "date"}, {"format": "date-time"}],
            "maxLength": _LONGEST_DATE,
            "description": "ISO 8601; a date is its first instant, UTC",
        }
    ),
]
Words = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Subject = Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9][\w .:@/-]*$")]
FileName = Annotated[str, StringConstraints(max_length=255, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]


class Body(BaseModel):
    """A request body: unknown keys are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AskBody(Body):
    """A question. ``decision`` and ``subject`` ask for a declared decision without its words."""

    question: Words
    valid_at: Annotated[Day | None, Field(description="In force when; now if absent")] = None
    known_at: Annotated[Day | None, Field(description="As known when; now if absent")] = None
    decision: Annotated[Name | None, Field(description="A decision that the policy file declares")] = None
    subject: Annotated[Subject | None, Field(description="What the decision is about")] = None


class SearchBody(Body):
    """Words, codes or a question."""

    question: Words
    valid_at: Annotated[Day | None, Field(description="In force when; now if absent")] = None
    known_at: Annotated[Day | None, Field(description="As known when; now if absent")] = None
    limit: Annotated[int, Field(ge=1, le=1000)] = 10


class SourceBody(Body):
    """A document's new content. ``name`` tells the format by its ending; ``metadata`` has a document's metadata keys."""

    content: str
    name: FileName = "document.md"
    metadata: dict[str, Any] = {}


class StageOut(BaseModel):
    """A stage that is over, by its name: ``retrieval``, ``assembly.eligible``."""

    stage: str


class CitationOut(BaseModel):
    evidence_id: str
    doc: str
    start: int
    end: int


class ClaimOut(BaseModel):
    id: str
    text: str
    citations: list[CitationOut]
    verdict: Literal["supported", "contradicted", "unsupported"]
    support: float
    derived_by: str | None


class EvidenceOut(BaseModel):
    doc: str
    evidence_id: str
    source_id: str
    uri: str
    title: str
    source_type: str
    authority: Literal["live", "governing", "supporting", "informal"]
    revision: str | None
    valid_from: str | None
    valid_to: str | None
    indexed_at: str | None
    observed_at: str | None
    subject: str
    path: list[str]
    retrieved_by: list[str]
    rank: int
    score: float
    text: str


class RemovedOut(BaseModel):
    member: str
    rule: str


class ConflictOut(BaseModel):
    conflict_id: str
    proposition: str
    aligned: Annotated[bool, Field(description="Seen in prose: sentences that are equal save for one number")]
    members: list[str]
    stands: list[str]
    removed: list[RemovedOut]
    resolution: str | None
    rule: str | None


class HeldBackOut(BaseModel):
    uri: str
    revision: str | None
    stage: str
    reason: str
    by_uri: str | None
    by_revision: str | None
    valid_from: str | None
    valid_to: str | None


class ScopeOut(BaseModel):
    valid_at: str
    known_at: str
    valid_at_from: Literal["default", "caller", "question"]


class AnswerOut(BaseModel):
    answer: str
    language: str
    abstained: (
        Literal["no_evidence", "below_threshold", "unresolved_conflict", "live_read_failed", "unsupported"] | None
    )
    scope: ScopeOut
    claims: list[ClaimOut]
    evidence: list[EvidenceOut]
    conflicts: list[ConflictOut]
    held_back: list[HeldBackOut]
    required_behavior: Literal["answer", "show_both", "abstain", "escalate"]
    trace_id: str


class RetrievedOut(BaseModel):
    method: str
    rank: int
    score: float


class CandidateOut(BaseModel):
    passage_id: str
    uri: str
    revision: str | None
    path: list[str]
    score: float
    cosine: float | None
    by: list[RetrievedOut]
    valid_from: str | None
    valid_to: str | None
    text: str


class SearchOut(BaseModel):
    question: str
    candidates: list[CandidateOut]


class JobOut(BaseModel):
    """Durable work. ``outcome`` is set when it is done, ``reason`` (one sentence) when it failed."""

    id: str
    kind: str
    state: Literal["queued", "running", "done", "failed"]
    step: str
    progress: float
    outcome: dict[str, Any] | None
    reason: str | None
    created_at: str
    updated_at: str


class UnchangedOut(BaseModel):
    """The source has this content already: nothing was written or embedded."""

    outcome: Literal["unchanged"] = "unchanged"
    uri: str
    revision_id: str


class DeletedOut(BaseModel):
    """``withdrawn``: the revisions that this ended, of those that the caller may read."""

    uri: str
    commit: int
    withdrawn: list[str]
    purged: bool


class RevisionOut(BaseModel):
    """``revision`` is its label; ``origins`` says where each key of its metadata came from."""

    revision_id: str
    uri: str
    revision: str | None
    title: str
    source_type: str
    authority: Literal["live", "governing", "supporting", "informal"]
    sha256: str
    valid_from: str | None
    valid_to: str | None
    indexed_at: str | None
    observed_at: str | None
    origins: dict[str, str]


class CellOut(BaseModel):
    row: str
    column: str


class SideOut(BaseModel):
    """Where one side of a change stands: offsets into the passage's text, and the words there."""

    passage_id: str
    start: int
    end: int
    text: str


class ChangeOut(BaseModel):
    """``count``: how many sentences, lines or places were taken together; ``whole``: a whole section."""

    id: str
    kind: Literal["added", "removed", "moved", "reworded", "value"]
    novelty: Literal["new", "restored", "returns"]
    path: list[str]
    cell: CellOut | None
    old: SideOut | None
    new: SideOut | None
    count: int
    whole: bool


class HeadOut(BaseModel):
    revision_id: str
    revision: str | None
    valid_from: str | None


class SourceOut(BaseModel):
    """A source, named by its head, else by its last revision. Only a standing one has more than one in force."""

    uri: str
    title: str
    source_type: str
    authority: Literal["live", "governing", "supporting", "informal"]
    language: str
    standing: bool
    revisions: int
    in_force: list[HeadOut]
    indexed_at: str


class SourcesOut(BaseModel):
    sources: list[SourceOut]
    more: Annotated[bool, Field(description="Whether there are more: ask again with `after` the last one's URI")]


class ChangesOut(BaseModel):
    """What ``newer`` has against ``older``; without an older one, or in notes, all that it says."""

    uri: str
    family: Literal["revisions", "notes"]
    older: RevisionOut | None
    newer: RevisionOut
    changes: list[ChangeOut]


class HealthOut(BaseModel):
    status: Literal["ok"] = "ok"


class ReadyOut(BaseModel):
    """Whether each part is usable."""

    ready: bool
    store: bool
    index: bool
    embedder: bool
    worker: bool


class Problem(BaseModel):
    """RFC 9457 problem details; ``code`` is stable."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
