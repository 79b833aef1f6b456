"""The inbox of conflicts: what is open, whose it is, and what was decided."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path, Query

from api.auth import Reader, Writer
from api.conflict_examples import ASSIGNED, NOTED, REOPENED, RESOLVED
from api.conflict_schemas import (
    InboxListOut,
    InboxMetricsOut,
    InboxOut,
    Line,
    NoteBody,
    OwnerBody,
    ReopeningBody,
    ResolutionBody,
    Status,
)
from api.errors import problems
from api.schemas import Day
from api.state import Running
from service.inbox import inbox, shapes
from service.inbox.inbox import Asked
from service.inbox.metrics import metrics

router = APIRouter(prefix="/v1/conflicts", tags=["conflicts"], responses=problems(400, 403, 404, 422, 503))
Id = Annotated[
    str, Path(min_length=1, max_length=64, pattern="^[0-9a-f]+$", description="Its id, or the beginning of it")
]
ValidAt = Annotated[Day | None, Query(description="As of when; now and what is to come if absent")]
KnownAt = Annotated[Day | None, Query(description="As known when; now if absent")]
Limit = Annotated[int, Query(ge=1, le=1000)]
Spoken = Annotated[
    str | None, Header(alias="Accept-Language", max_length=100, description="es or en: how values are written")
]


@router.get("", response_model=InboxListOut, summary="What waits for somebody, the longest open first")
def get_conflicts(
    reader: Reader,
    running: Running,
    status: Annotated[list[Status] | None, Query(description="Only open ones if absent")] = None,
    predicate: Annotated[Line | None, Query(description="Of this predicate alone")] = None,
    owner: Annotated[Line | None, Query(description="Of this owner alone")] = None,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    limit: Limit = 100,
    accept_language: Spoken = None,
) -> dict[str, Any]:
    """Worked out from what the caller may read: hidden and absent look alike."""
    wanted = [inbox.Status(each) for each in status or ["open"]]
    found = [
        each
        for each in inbox.conflicts(running.product, Asked(reader, valid_at, known_at), wanted)
        if predicate in (None, each.predicate) and owner in (None, each.owner)
    ]
    return {"conflicts": [shapes.conflict(one, _language(accept_language)) for one in found[:limit]]}


@router.get("/metrics", response_model=InboxMetricsOut, summary="How many, for how long, of what, and settled by what")
def get_conflict_metrics(reader: Reader, running: Running, known_at: KnownAt = None) -> dict[str, Any]:
    """Of what the caller may read."""
    found = inbox.conflicts(running.product, Asked(reader, None, known_at), inbox.Status)
    return shapes.metrics(metrics(found, known_at or running.product.clock()))


@router.get("/{conflict_id}", response_model=InboxOut, summary="One conflict, with its members and its history")
def get_conflict(
    conflict_id: Id,
    reader: Reader,
    running: Running,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    accept_language: Spoken = None,
) -> dict[str, Any]:
    """Who says what, which rule set whom aside, and what happened."""
    found = inbox.conflict(running.product, Asked(reader, valid_at, known_at), conflict_id)
    return shapes.conflict(found, _language(accept_language))


@router.put("/{conflict_id}/owner", response_model=InboxOut, summary="Say whose it is")
def put_conflict_owner(
    conflict_id: Id, body: Annotated[OwnerBody, Body(openapi_examples=ASSIGNED)], writer: Writer, running: Running
) -> dict[str, Any]:
    """The conflict as it is then."""
    return shapes.conflict(inbox.assign(running.product, Asked(writer), conflict_id, body.owner), "en")


@router.post("/{conflict_id}/notes", response_model=InboxOut, summary="Write a note")
def post_conflict_note(
    conflict_id: Id, body: Annotated[NoteBody, Body(openapi_examples=NOTED)], writer: Writer, running: Running
) -> dict[str, Any]:
    """The conflict as it is then."""
    return shapes.conflict(inbox.note(running.product, Asked(writer), conflict_id, body.note), "en")


@router.post("/{conflict_id}/resolution", response_model=InboxOut, summary="Decide which value stands")
def post_conflict_resolution(
    conflict_id: Id, body: Annotated[ResolutionBody, Body(openapi_examples=RESOLVED)], writer: Writer, running: Running
) -> dict[str, Any]:
    """It counts as long as exactly the values that are left now are left. 400 where nothing is to be decided."""
    asked = replace(Asked(writer), valid_at=body.valid_at)
    done = inbox.resolve(running.product, asked, conflict_id, value=body.value, members=body.members, text=body.note)
    return shapes.conflict(done, "en")


@router.post("/{conflict_id}/reopening", response_model=InboxOut, summary="Take back what was decided")
def post_conflict_reopening(
    conflict_id: Id, body: Annotated[ReopeningBody, Body(openapi_examples=REOPENED)], writer: Writer, running: Running
) -> dict[str, Any]:
    """The conflict as it is then. 400 where nothing was decided."""
    asked = replace(Asked(writer), valid_at=body.valid_at)
    return shapes.conflict(inbox.reopen(running.product, asked, conflict_id, body.note), "en")


def _language(asked: str | None) -> str:
    return "es" if asked and asked.strip().lower().startswith("es") else "en"
