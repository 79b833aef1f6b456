"""The examples in a Neo4j, taken in by the product at fixed times: what the pictures show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.access import Principal
from contract.time import Instant, parse
from service import communities, jobs
from service.ask import AskRequest, ask
from service.demo import EXAMPLES, order_service
from service.ingestion.ingest import IngestOptions, ingest
from service.ingestion.intake import collect
from service.settings import Settings
from service.wiring import opened

TENANT = "demo"
CORPUS = EXAMPLES / "corpus"
LATE = EXAMPLES / "late-arrivals"
QUESTION = "¿Cuál es el plazo de reembolso?"
_CAME = "2026-09-01T12:00:00Z"
_CAME_LATE = "2026-09-15T09:00:00Z"


@dataclass(slots=True)
class _Clock:
    now: Instant

    def __call__(self) -> Instant:
        return self.now


def fill(settings: Settings, documents: Sequence[Path], late: Sequence[Path]) -> None:
    """Take in documents, and others a fortnight later; make communities; ask one question. The store should be empty."""
    clock = _Clock(parse(_CAME))
    with order_service(_CAME[:10]), opened(settings, clock) as product:
        ingest(product, collect(documents), IngestOptions(TENANT))
        clock.now = parse(_CAME_LATE)
        ingest(product, collect(late), IngestOptions(TENANT))
        jobs.run(product, jobs.submit(product, TENANT, communities.KIND, "{}"), communities.work)
        ask(product, AskRequest(QUESTION, Principal(TENANT, "pictures")))
