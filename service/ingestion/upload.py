"""Documents that come one at a time over a wire, and sources that go: unchanged ones are told at once, others become a job."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from contract.access import Principal
from contract.errors import DocumentError, DocumentTooLarge, NotFound, RequestError
from contract.history import Delete
from contract.ids import digest
from contract.ports import GraphView, Job
from contract.records import Commit, CommitOutcome
from contract.time import Instant
from extraction.clauses import Shelf
from service import jobs, shapes
from service.explain.preview import Preview, preview
from service.inbox.finding import after_withdrawal
from service.ingestion.ingest import MEGABYTE, Ingested, IngestOptions, ingest_one
from service.ingestion.intake import Input
from service.jobs import Step
from service.scoping import view_of
from service.wiring import Product

KIND = "ingest"


@dataclass(frozen=True, slots=True)
class Upload:
    """One document as it came. ``metadata`` has a document's metadata keys; ``uri`` is fixed by the address."""

    principal: Principal
    uri: str
    name: str
    data: bytes
    metadata: Mapping[str, Any]


def receive(product: Product, upload: Upload) -> Ingested | Job:
    """Take a document: at once if the source has this content already, else, or where a model may be asked, as a durable job.

    Only content that the principal may read counts as known, so that nobody can try out what a hidden source says.
    Known content under other metadata is written at once, and its job is over when it is told.
    """
    if len(upload.data) > product.settings.max_document_mb * MEGABYTE:
        most = product.settings.max_document_mb
        raise DocumentTooLarge(f"{upload.uri} is over {most} MB: split it, or raise VIGENTE_MAX_DOCUMENT_MB")
    if upload.metadata.get("uri", upload.uri) != upload.uri:
        raise RequestError(
            f"metadata: uri is not the address {upload.uri!r}: leave it out, or put it at its own address"
        )
    tenant = upload.principal.tenant
    if product.extracting is None and _known(product, upload):
        done = _ingested(product, tenant, upload.uri, upload.name, upload.data, upload.metadata)
        if done.outcome is CommitOutcome.UNCHANGED:
            return done
        return jobs.record(product, tenant, KIND, json.dumps(shapes.ingested(done)))
    request = {
        "uri": upload.uri,
        "name": upload.name,
        "metadata": dict(upload.metadata),
        "data": base64.b64encode(upload.data).decode("ascii"),
    }
    return jobs.submit(product, tenant, KIND, json.dumps(request))


def tried(product: Product, upload: Upload) -> Preview:
    """What taking the document would do, as its sender may know it. Nothing is written."""
    entry = Input(upload.name, data=upload.data, sidecar={**upload.metadata, "uri": upload.uri})
    found = preview(product, upload.principal, [entry], IngestOptions(upload.principal.tenant, address=upload.uri))
    for failed in found.report.failed:
        raise DocumentError(failed.error or failed.name)
    return found


def work(product: Product, job: Job, step: Step) -> str:
    """One upload as a job; a document that cannot be taken fails it with the reason."""
    request = json.loads(job.request)
    step("ingest", 0.0)
    data = base64.b64decode(request["data"])
    done = _ingested(product, job.tenant, request["uri"], request["name"], data, request["metadata"])
    return json.dumps(shapes.ingested(done))


def withdraw(
    product: Product, principal: Principal, uri: str, *, purge: bool = False
) -> tuple[Commit, tuple[str, ...]]:
    """A tombstone for a source; the commit, and which revisions that the principal may read were ended by it.

    ``NotFound`` for a source that is unknown, gone, or hidden from the principal. A purge also takes one that is gone.
    """
    now = product.clock()
    view = view_of(product, principal)
    known = view.revisions(uri) or (purge and _view_before_end(product, principal, uri).revisions(uri))
    if not known:
        raise NotFound(f"no source {uri!r} here; search shows the URIs of what it finds")
    readable = {revision.id for revision in view.revisions()}
    commit = taken_out(product, principal.tenant, uri, now, purge=purge)
    return commit, tuple(one for one in commit.superseded if one in readable)


def taken_out(product: Product, tenant: str, uri: str, now: Instant, *, purge: bool) -> Commit:
    """A source's tombstone and what follows: nothing is kept of it beside the store, and its conflicts are looked at anew."""
    commit = product.store.delete(tenant, uri, now, purge=purge)
    if product.readings is not None:
        Shelf(product.readings).forget(tenant, uri)
    after_withdrawal(product, tenant, uri)
    return commit


def _view_before_end(product: Product, principal: Principal, uri: str) -> GraphView:
    """What was known just before the source was last deleted."""
    ends = [
        each.known_at
        for each in product.store.history(principal.tenant)
        if isinstance(each, Delete) and each.source == uri
    ]
    then = max(ends, default=1) - 1
    return view_of(product, principal, then, then)


def _known(product: Product, upload: Upload) -> bool:
    """Whether some readable revision of the source came from these very bytes."""
    view = view_of(product, upload.principal)
    sha256 = digest(upload.data)
    return any(revision.sha256 == sha256 for revision in view.revisions(upload.uri))


def _ingested(product: Product, tenant: str, uri: str, name: str, data: bytes, metadata: Mapping[str, Any]) -> Ingested:
    entry = Input(name, data=data, sidecar={**metadata, "uri": uri})
    done = ingest_one(product, entry, IngestOptions(tenant, address=uri))
    if done.error:
        raise DocumentError(done.error)
    return done
