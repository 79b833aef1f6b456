"""Alive, and ready: whether store and models are usable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Response

from api.schemas import HealthOut, ReadyOut
from api.state import Running
from contract.errors import VigenteError

router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=HealthOut, summary="Alive")
def healthz() -> dict[str, str]:
    return {"status": "ok"}


@router.get(
    "/readyz",
    response_model=ReadyOut,
    summary="Usable: store, model and worker",
    responses={503: {"model": ReadyOut, "description": "A part is not usable"}},
)
def readyz(running: Running, response: Response) -> dict[str, Any]:
    state = {"store": _works(running.product.store.state), "worker": running.worker.alive}
    state["embedder"] = _works(lambda: running.product.embedder.count("ready"))
    ready = all(state.values())
    response.status_code = 200 if ready else 503
    return state | {"ready": ready}


def _works(probe: Callable[[], object]) -> bool:
    try:
        probe()
    except VigenteError:
        return False
    return True
