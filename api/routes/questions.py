"""Questions: the whole flow, and candidates alone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Header

from api.auth import Reader
from api.errors import problems
from api.examples import ASKED, SEARCHED, STREAMED
from api.schemas import AnswerOut, AskBody, SearchBody, SearchOut
from api.state import Running
from api.streaming import MEDIA_TYPE, streamed, wants_events
from service import shapes
from service.ask import AskRequest, begin, candidates
from service.ask import ask as answered

router = APIRouter(prefix="/v1", tags=["questions"], responses=problems(400, 403, 404, 413, 422, 503))


@router.post(
    "/ask",
    response_model=AnswerOut,
    summary="Answer from what is in force, or decline with the reason",
    responses={200: {"description": "The answer, or the events that lead to it", "content": {MEDIA_TYPE: STREAMED}}},
)
def ask(
    body: Annotated[AskBody, Body(openapi_examples=ASKED)],
    reader: Reader,
    running: Running,
    accept: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> Any:
    """Claims with citations; what was held back for a reason this reader may know; the trace's id.

    With `Accept: text/event-stream` as events: `stage` for each that is over, `claim` for each that is verified, and at last
    `answer`, which is what is given without it, or `error`, which is a problem.
    """
    request = AskRequest(
        question=body.question,
        principal=reader,
        valid_at=body.valid_at,
        known_at=body.known_at,
        decision=body.decision,
        subject=body.subject,
    )
    if wants_events(accept):
        return streamed(running.product, request, running.answering)
    return shapes.answer(answered(running.product, request))


@router.post("/search", response_model=SearchOut, summary="Candidates alone, with each method's rank and raw score")
def search(
    body: Annotated[SearchBody, Body(openapi_examples=SEARCHED)], reader: Reader, running: Running
) -> dict[str, Any]:
    """What retrieval proposes, before anything is admitted."""
    request = AskRequest(body.question, reader, body.valid_at, body.known_at)
    asked = begin(running.product, request)
    found, _, _ = candidates(running.product, asked)
    best = found.candidates[: body.limit]
    located = {item.passage.id: item for item in asked.view.located([one.passage_id for one in best])}
    shown = [shapes.candidate(one, located[one.passage_id]) for one in best if one.passage_id in located]
    return {"question": body.question, "candidates": shown}
