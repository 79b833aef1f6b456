"""Explanations: what something rests on, why a source is missing, what time changed, what a question's stages did."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query

from api.auth import Reader
from api.errors import problems
from api.examples import COMPARED, EXPECTED
from api.schemas import Day
from api.schemas_explain import DiffBody, DiffOut, ReplayBody, ReplayOut, TraceOut, WhyNotBody, WhyNotOut, WhyOut
from api.state import Running
from service import shapes
from service.ask import AskRequest
from service.explain import shapes as explained
from service.explain.difference import Axis, difference
from service.explain.replay import replay, trace_of
from service.explain.why import why
from service.explain.whynot import why_not

router = APIRouter(prefix="/v1", tags=["explanations"], responses=problems(400, 403, 404, 413, 422, 503))
Identity = Annotated[str, Path(max_length=64, pattern=r"^[0-9A-Za-z_-]+$")]


@router.post("/diff", response_model=DiffOut, summary="One question at two points in time, and what came between")
def diff(
    body: Annotated[DiffBody, Body(openapi_examples=COMPARED)], reader: Reader, running: Running
) -> dict[str, Any]:
    """On the valid axis the causes name what superseded, started or ended; on the known axis what was ingested or withdrawn."""
    request = AskRequest(body.question, reader, body.valid_at, body.known_at)
    return explained.difference(difference(running.product, request, body.start, body.end, Axis(body.axis)))


@router.post("/why-not", response_model=WhyNotOut, summary="Why a source does not carry an answer")
def explain_absence(
    body: Annotated[WhyNotBody, Body(openapi_examples=EXPECTED)], reader: Reader, running: Running
) -> dict[str, Any]:
    """How far the source came and what stopped it. One that the caller may not read is not here."""
    request = AskRequest(body.question, reader, body.valid_at, body.known_at)
    return explained.why_not(why_not(running.product, request, body.uri))


@router.get(
    "/why/{identity}", response_model=WhyOut, summary="What an answer, a fact, a passage or a revision rests on"
)
def explain(
    identity: Identity,
    reader: Reader,
    running: Running,
    valid_at: Annotated[Day | None, Query(description="In force when; now if absent")] = None,
    known_at: Annotated[Day | None, Query(description="As known when; now if absent")] = None,
) -> dict[str, Any]:
    """By the id of a trace, a piece of evidence, a fact or a revision. An answer is explained as of its own two times."""
    return explained.why(why(running.product, reader, identity, valid_at, known_at))


@router.get("/traces/{trace_id}", response_model=TraceOut, summary="What each stage of a question kept and dropped")
def get_trace(trace_id: Identity, reader: Reader, running: Running) -> dict[str, Any]:
    """For whoever may read all that the asker could."""
    return shapes.trace(trace_of(running.product, reader, trace_id))


@router.post("/traces/{trace_id}/replay", response_model=ReplayOut, summary="Ask again as it was asked; what differs")
def replay_trace(trace_id: Identity, body: ReplayBody, reader: Reader, running: Running) -> dict[str, Any]:
    """The reader, both times and the present of then; live sources are read anew. Nothing is written."""
    return explained.replayed(replay(running.product, reader, trace_id, body.question))
