"""Alive, and ready: whether store, index, model and worker are usable."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Response

from api.schemas import HealthOut, ReadyOut
from api.state import Running
from contract.access import Scope
from contract.errors import VigenteError
from service.wiring import Product

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
        "store": _works(product.store.state),
        "index": _works(lambda: _nearest(product)),
        "embedder": _works(lambda: product.embedder.query("ready")),
        "worker": running.worker.alive,
    }
    ready = all(state.values())
    response.status_code = 200 if ready else 503
    return state | {"ready": ready}


def _nearest(product: Product) -> object:
    """A search by a vector that points nowhere: it reads the index and tells nothing."""
    now = product.clock()
    everyone = frozenset(audience_id for audience_id, _ in product.store.audiences())
    view = product.store.view(Scope(product.settings.tenant, everyone, now, now))
    return view.nearest(bytes(4 * product.embedder.dimension), 1)


def _works(probe: Callable[[], object]) -> bool:
    try:
        probe()
    except VigenteError:
        return False
    return True
