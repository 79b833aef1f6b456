"""The bodies of requests and answers, as OpenAPI shows them. ``service.shapes`` fills them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Day = Annotated[datetime | date, Field(description="ISO 8601; a date is its first instant, UTC")]
Words = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class Body(BaseModel):
    """A request body: unknown keys are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class AskBody(Body):
    question: Words
    valid_at: Day | None = None
    known_at: Day | None = None
    decision: str | None = None
    subject: str | None = None


class SearchBody(Body):
    question: Words
    valid_at: Day | None = None
    known_at: Day | None = None
    limit: Annotated[int, Field(ge=1, le=1000)] = 10


class SourceBody(Body):
    """A document's new content. ``name`` tells the format by its ending; ``metadata`` has a document's metadata keys."""

    content: str
    name: Annotated[str, StringConstraints(min_length=1, max_length=255)] = "document.md"
    metadata: dict[str, Any] = {}


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
    outcome: Literal["unchanged"] = "unchanged"
    uri: str
    revision_id: str


class DeletedOut(BaseModel):
    uri: str
    commit: int
    withdrawn: list[str]
    purged: bool


class HealthOut(BaseModel):
    status: Literal["ok"] = "ok"


class ReadyOut(BaseModel):
    """Whether each part is usable."""

    ready: bool
    store: bool
    embedder: bool
    worker: bool


class Problem(BaseModel):
    """RFC 9457 problem details; ``code`` is stable."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
