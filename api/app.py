"""The HTTP service: routes, errors, and the life of its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.metadata import version

from fastapi import FastAPI

from api import errors, openapi
from api.auth import admitted
from api.limits import BodyLimit
from api.routes import conflicts, entities, explain, health, jobs, questions, sources
from api.state import Parts
from contract.time import Clock, system_clock
from contract.watching import Watched
from service import communities
from service.ingestion import upload
from service.jobs import Worker
from service.settings import Settings, load
from service.telemetry.counting import Counted
from service.telemetry.standing import Standing
from service.telemetry.tracing import NONE
from service.wiring import opened

ROUTERS = (
    questions.router,
    sources.router,
    conflicts.router,
    entities.router,
    explain.router,
    jobs.router,
    health.router,
)
_STREAMS = 40  # questions whose answers are streamed at once; further ones wait for their turn
KINDS = {upload.KIND: upload.work, communities.KIND: communities.work}


def create_app(settings: Settings | None = None, clock: Clock = system_clock) -> FastAPI:
    """An application with its own store and worker, opened when it starts and closed when it ends."""
    chosen = settings or load()
    keys = admitted(chosen)
    tenants = {chosen.tenant} if keys is None else {each.principal.tenant for each in keys.values()}

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        with opened(chosen, clock) as found, ThreadPoolExecutor(_STREAMS, "vigente-answer") as answering:
            counted = Counted()
            product = replace(found, watch=Watched(found.watch, counted))
            worker = Worker(product, KINDS)
            worker.start()
            app.state.parts = Parts(product, worker, counted, Standing(product, tenants), answering, keys)
            try:
                yield
            finally:
                worker.stop()

    app = FastAPI(
        title="Vigente",
        version=version("vigente"),
        summary="Answers only from what is in force.",
        lifespan=life,
        openapi_tags=openapi.TAGS,
        generate_unique_id_function=openapi.operation_id,
    )
    app.add_middleware(BodyLimit, documents=sources.router.prefix, megabytes=chosen.max_document_mb)
    if chosen.telemetry != NONE:
        from api.tracing import CallersTrace  # with it comes the SDK of OpenTelemetry

        app.add_middleware(CallersTrace)
    errors.install(app, (route for router in ROUTERS for route in router.routes))
    for router in ROUTERS:
        app.include_router(router)
    openapi.install(app, with_keys=keys is not None)
    return app
