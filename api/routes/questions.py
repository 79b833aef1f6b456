"""Questions: the whole flow, and candidates alone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body

from api.auth import Reader
from api.errors import problems
from api.examples import ASKED, SEARCHED
from api.schemas import AnswerOut, AskBody, SearchBody, SearchOut
from api.state import Running
from service import shapes
from service.ask import AskRequest, begin, candidates
from service.ask import ask as answered

router = APIRouter(prefix="/v1", tags=["questions"], responses=problems(400, 403, 404, 413, 422, 503))


@router.post("/ask", response_model=AnswerOut, summary="Answer from what is in force, or decline with the reason")
def ask(body: Annotated[AskBody, Body(openapi_examples=ASKED)], reader: Reader, running: Running) -> dict[str, Any]:
    """Claims with citations; what was held back for a reason this reader may know; the trace's id."""
    request = AskRequest(
        question=body.question,
        principal=reader,
        valid_at=body.valid_at,
        known_at=body.known_at,
        decision=body.decision,
        subject=body.subject,
    )
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
