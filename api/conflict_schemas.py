"""The inbox of conflicts, as OpenAPI shows it. ``service.inbox.shapes`` fills the answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from api.schemas import Body, Day

Rule = Literal["superseded", "disjoint", "scope", "live", "governs", "human", "unresolved"]
Status = Literal["open", "decided", "settled", "closed"]
Line = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]
Note = Annotated[str, StringConstraints(max_length=4000, pattern=r"^[^\x00]*$")]


class OwnerBody(Body):
    """Whose it is from now on."""

    owner: Line


class NoteBody(Body):
    """What should be known of it."""

    note: Annotated[Note, StringConstraints(min_length=1)]


class ResolutionBody(Body):
    """Which of the values that are left stands: ``value``, or ``members`` that state it (URI, revision, passage or fact)."""

    value: Line | None = None
    members: Annotated[list[Line], Field(max_length=100, default_factory=list)]
    note: Annotated[Note, Field(description="Why, for the history")] = ""
    valid_at: Annotated[Day | None, Field(description="As of when; now and what is to come if absent")] = None


class ReopeningBody(Body):
    note: Annotated[Note, Field(description="Why, for the history")] = ""
    valid_at: Annotated[Day | None, Field(description="As of when; now and what is to come if absent")] = None


class MemberOut(BaseModel):
    """A statement: where it stands, what it says, and which rule set it aside (null: it stands)."""

    uri: str
    revision: str | None
    revision_id: str
    source_type: str
    authority: Literal["live", "governing", "supporting", "informal"]
    valid_from: str | None
    valid_to: str | None
    passage_id: str
    fact_id: str
    qualifiers: dict[str, str]
    value: str
    start: int
    end: int
    text: str
    removed_by: Rule | None


class SeenOut(BaseModel):
    """A member as it was then; ``value`` is null where its source was withdrawn since."""

    revision_id: str
    passage_id: str
    fact_id: str
    value: str | None


class EventOut(BaseModel):
    """One line of the history; ``by`` is null where the service saw it itself."""

    what: Literal["found", "changed", "closed", "reopened", "assigned", "noted", "resolved"]
    at: str
    by: str | None
    members: list[SeenOut]
    chosen: str | None
    owner: str | None
    note: str


class InboxOut(BaseModel):
    """A conflict as this reader may know it. ``open_since`` is when it became known as open."""

    conflict_id: str
    subject: str
    predicate: str
    status: Status
    resolution: Rule | None
    valid_at: str
    open_since: str | None
    owner: str | None
    members: list[MemberOut]
    history: list[EventOut]


class InboxListOut(BaseModel):
    conflicts: list[InboxOut]


class InboxMetricsOut(BaseModel):
    """Counts by status and by the rule that settled; ages of the open ones in days."""

    by_status: dict[Status, int]
    by_rule: dict[Rule, int]
    open_by_predicate: dict[str, int]
    unowned: int
    oldest_days: float | None
    median_days: float | None
