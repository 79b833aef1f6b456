"""Documents that come one at a time over a wire: unchanged ones are told at once, others become a job."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from contract.access import Scope
from contract.errors import DocumentError, DocumentTooLarge
from contract.ids import digest
from contract.ports import Job
from contract.records import CommitOutcome
from service import jobs, shapes
from service.ingest import MEGABYTE, Ingested, IngestOptions, ingest_one
from service.intake import Input
from service.jobs import Step
from service.wiring import Product

KIND = "ingest"


@dataclass(frozen=True, slots=True)
class Upload:
    """One document as it came. ``metadata`` has a document's metadata keys; ``uri`` is fixed by the address."""

    tenant: str
    uri: str
    name: str
    data: bytes
    metadata: Mapping[str, Any]


def receive(product: Product, upload: Upload) -> Ingested | Job:
    """Take a document: at once if its content is what the source has already, else as a durable job."""
    if len(upload.data) > product.settings.max_document_mb * MEGABYTE:
        most = product.settings.max_document_mb
        raise DocumentTooLarge(f"{upload.uri} is over {most} MB: split it, or raise VIGENTE_MAX_DOCUMENT_MB")
    if _known(product, upload):
        done = _ingested(product, upload)
        if done.outcome is CommitOutcome.UNCHANGED:
            return done
    request = {
        "uri": upload.uri,
        "name": upload.name,
        "metadata": dict(upload.metadata),
        "data": base64.b64encode(upload.data).decode("ascii"),
    }
    return jobs.submit(product, upload.tenant, KIND, json.dumps(request))


def work(product: Product, job: Job, step: Step) -> str:
    """One upload as a job; a document that cannot be taken fails it with the reason."""
    request = json.loads(job.request)
    step("ingest", 0.0)
    data = base64.b64decode(request["data"])
    done = _ingested(product, Upload(job.tenant, request["uri"], request["name"], data, request["metadata"]))
    return json.dumps(shapes.ingested(done))


def _known(product: Product, upload: Upload) -> bool:
    """Whether some revision of the source came from these very bytes."""
    now = product.clock()
    everyone = frozenset(audience_id for audience_id, _ in product.store.audiences())
    revisions = product.store.view(Scope(upload.tenant, everyone, now, now)).revisions(upload.uri)
    return any(revision.sha256 == digest(upload.data) for revision in revisions)


def _ingested(product: Product, upload: Upload) -> Ingested:
    sidecar = {**upload.metadata, "uri": upload.uri}
    done = ingest_one(product, Input(upload.name, data=upload.data, sidecar=sidecar), IngestOptions(upload.tenant))
    if done.error:
        raise DocumentError(done.error)
    return done
