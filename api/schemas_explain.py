"""The bodies of explanations, as OpenAPI shows them. ``service.explain.shapes`` fills them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from api.schemas import AnswerOut, Body, Day, HeldBackOut, RetrievedOut, RevisionOut, Words

Address = Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class DiffBody(Body):
    """A question at two points of one axis. The other axis stands at ``valid_at`` or ``known_at``; now if absent."""

    question: Words
    start: Annotated[Day, Field(alias="from", description="One point in time")]
    end: Annotated[Day, Field(alias="to", description="Another one")]
    axis: Literal["valid", "known"] = "valid"
    valid_at: Annotated[Day | None, Field(description="In force when, if the axis is known; now if absent")] = None
    known_at: Annotated[Day | None, Field(description="As known when, if the axis is valid; now if absent")] = None


class WhyNotBody(Body):
    """A question, and the source that one would have expected in its answer."""

    question: Words
    uri: Address
    valid_at: Annotated[Day | None, Field(description="In force when; now if absent")] = None
    known_at: Annotated[Day | None, Field(description="As known when; now if absent")] = None


class ReplayBody(Body):
    """``question``: its words, where the trace does not keep them."""

    question: Words | None = None


class CauseOut(BaseModel):
    """What happened to a source that either answer rests on; ``at`` is on the axis that was asked about."""

    happened: Literal["superseded", "started", "ended", "ingested", "deleted", "undone", "live_read"]
    uri: str
    revision: str | None
    at: str | None
    section: str | None
    by_uri: str | None
    by_revision: str | None
    rule: str | None


class DiffOut(BaseModel):
    """``lost`` and ``gained``: the claims that only the first or the second answer has."""

    axis: Literal["valid", "known"]
    same: bool
    before: AnswerOut
    after: AnswerOut
    lost: list[str]
    gained: list[str]
    causes: list[CauseOut]


class IntervalOut(BaseModel):
    valid_from: str | None
    valid_to: str | None


class EndingOut(BaseModel):
    uri: str
    revision: str | None
    rule: str


class LineOut(BaseModel):
    revision_id: str
    revision: str | None
    holds: list[IntervalOut]
    ended_by: list[EndingOut]


class PieceOut(BaseModel):
    """Where one passage stopped, and what the retrievers thought of it; ``words`` of the question stand in it."""

    passage_id: str
    path: list[str]
    stage: str | None
    reason: str | None
    by: list[RetrievedOut]
    words: list[str]
    bm25: float
    cosine: float | None
    text: str


class WhyNotOut(BaseModel):
    """How far the source came: ``revisions`` are told where it is not in force."""

    uri: str
    fate: Literal["cited", "admitted", "dropped", "not_proposed", "other_version", "not_in_force"]
    valid_at: str
    known_at: str
    abstained: str | None
    asked: list[str]
    passages: list[PieceOut]
    held_back: list[HeldBackOut]
    revisions: list[LineOut]


class NamedOut(BaseModel):
    revision_id: str
    uri: str
    revision: str | None


class EdgeOut(BaseModel):
    newer: NamedOut
    older: NamedOut
    effective: str | None
    rule: str
    section: str | None


class LiteralOut(BaseModel):
    datatype: str
    value: str
    unit: str | None
    high: str | None
    raw: str


class FactOut(BaseModel):
    fact_id: str
    subject: str
    predicate: str
    object: LiteralOut
    qualifiers: dict[str, str]


class GroundOut(BaseModel):
    """The words, the revision that has them, and the edges that keep it in force or ended it."""

    claim_id: str | None
    passage_id: str | None
    path: list[str]
    quoted: str
    source: RevisionOut
    holds: list[IntervalOut]
    in_force: bool
    ended: list[EdgeOut]
    ended_by: list[EdgeOut]
    facts: list[FactOut]


class WhyOut(BaseModel):
    """``live_reads``: ids of live reads that an answer rests on; they are of their moment."""

    id: str
    about: Literal["answer", "fact", "passage", "revision"]
    valid_at: str
    known_at: str
    grounds: list[GroundOut]
    live_reads: list[str]


class DroppedOut(BaseModel):
    id: str
    reason: str


class StageOut(BaseModel):
    name: str
    kept: int
    dropped: list[DroppedOut]
    detail: dict[str, Any]


class TraceOut(BaseModel):
    """Ids, counts and rules; no content unless the settings say so."""

    id: str
    asked_at: str
    question_sha256: str
    valid_at: str | None
    known_at: str | None
    asked: dict[str, Any]
    stages: list[StageOut]
    versions: dict[str, str]
    outcome: dict[str, Any]


class ChangedOut(BaseModel):
    what: str
    then: Any
    now: Any


class ReplayOut(BaseModel):
    """``changed`` is of the question's own course; ``moved`` of what it runs on."""

    trace_id: str
    same: bool
    changed: list[ChangedOut]
    moved: list[ChangedOut]
    again: TraceOut


class EffectOut(BaseModel):
    """A revision or section that would hold at other times than now."""

    uri: str
    revision: str | None
    revision_id: str
    section: str | None
    before: list[IntervalOut]
    after: list[IntervalOut]
    by: list[EndingOut]


class ContestedOut(BaseModel):
    """A conflict that would stand otherwise; ``before`` is null where there is none now. ``values`` are those left."""

    conflict_id: str
    subject: str
    predicate: str
    before: str | None
    after: str
    values: list[LiteralOut]


class JoinedByOut(BaseModel):
    name: str
    of: str
    rule: str


class JoinedOut(BaseModel):
    """An entity that is several now, or goes under fewer names."""

    entity_id: str
    name: str
    aliases: list[str]
    by: list[JoinedByOut]


class PreviewOut(BaseModel):
    """What putting the document would do; nothing was written."""

    dry_run: Literal[True] = True
    document: dict[str, Any]
    effects: list[EffectOut]
    conflict_changes: list[ContestedOut]
    merges: list[JoinedOut]
