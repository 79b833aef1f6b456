"""Alive, ready, and how it goes: whether store, index, model and worker are usable, and counters for an operator."""

from __future__ import annotations

from fastapi import APIRouter, Response

from api.auth import Operator
from api.errors import problems
from api.schemas import HealthOut, ReadyOut
from api.state import Running
from service.telemetry.counting import CONTENT_TYPE, exposed
from service.telemetry.health import embedder_works, index_works, store_works

router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=HealthOut, summary="Alive")
def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get(
    "/readyz",
    response_model=ReadyOut,
    summary="Usable: store, index, model and worker",
    responses={503: {"model": ReadyOut, "description": "A part is not usable"}},
)
def readyz(running: Running, response: Response) -> dict[str, bool]:
    """Each part is really asked. 503 if one of them cannot do its work."""
    product = running.product
    state = {
        "store": store_works(product),
        "index": index_works(product),
        "embedder": embedder_works(product),
        "worker": running.worker.alive,
    }
    ready = all(state.values())
    response.status_code = 200 if ready else 503
    return state | {"ready": ready}


@router.get(
    "/metrics",
    summary="Counters and gauges, in the form of Prometheus",
    response_class=Response,
    responses={
        200: {"description": "The text of Prometheus", "content": {"text/plain": {"schema": {"type": "string"}}}},
        **problems(400, 403, 422),
    },
)
def metrics(running: Running, _operator: Operator) -> Response:
    """Of all tenants together, so for an operator: with keys, one that has `metrics: true`."""
    standing = running.standing.registry(worker_works=running.worker.alive)
    return Response(exposed(running.counted.registry, standing), media_type=CONTENT_TYPE)
