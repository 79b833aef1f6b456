"""Questions: the whole flow, and candidates alone."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fastapi import APIRouter

from api.auth import Reader
from api.errors import DESCRIBED
from api.schemas import AnswerOut, AskBody, SearchBody, SearchOut
from api.state import Running
from contract.time import Instant, from_date, from_datetime
from service import shapes
from service.ask import AskRequest, ask, begin, candidates

router = APIRouter(prefix="/v1", tags=["questions"], responses={key: DESCRIBED[key] for key in (400, 404, 422, 503)})


@router.post("/ask", response_model=AnswerOut, summary="Answer from what is in force, or decline with the reason")
def post_ask(body: AskBody, reader: Reader, running: Running) -> dict[str, Any]:
    """Claims with citations; what was held back for a reason this reader may know; the trace's id."""
    request = AskRequest(
        question=body.question,
        principal=reader,
        valid_at=_instant(body.valid_at),
        known_at=_instant(body.known_at),
        decision=body.decision,
        subject=body.subject,
    )
    return shapes.answer(ask(running.product, request))


@router.post("/search", response_model=SearchOut, summary="Candidates alone, with each method's rank and raw score")
def post_search(body: SearchBody, reader: Reader, running: Running) -> dict[str, Any]:
    """What retrieval proposes, before anything is admitted."""
    request = AskRequest(body.question, reader, _instant(body.valid_at), _instant(body.known_at))
    asked = begin(running.product, request)
    found, _, _ = candidates(running.product, asked)
    best = found.candidates[: body.limit]
    located = {item.passage.id: item for item in asked.view.located([one.passage_id for one in best])}
    shown = [shapes.candidate(one, located[one.passage_id]) for one in best if one.passage_id in located]
    return {"question": body.question, "candidates": shown}


def _instant(value: datetime | date | None) -> Instant | None:
    if value is None:
        return None
    return from_datetime(value) if isinstance(value, datetime) else from_date(value)
