"""Sources: put a revision, delete a source."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from api.auth import Reader
from api.errors import DESCRIBED
from api.schemas import DeletedOut, JobOut, SourceBody, UnchangedOut
from api.state import Running
from contract.errors import NotFound, RequestError
from contract.ports import Job
from service import shapes
from service.upload import Upload, receive

router = APIRouter(prefix="/v1/sources", tags=["sources"])
Uri = Annotated[str, Path(min_length=1, max_length=1000, description="The source's URI; slashes may stand as they are")]


TAKEN: dict[int | str, dict[str, Any]] = {
    200: {"model": UnchangedOut, "description": "The content is what the source has already"},
    202: {"model": JobOut, "description": "Written down as a job; see /v1/jobs/{id}"},
}


@router.put(
    "/{uri:path}",
    response_model=JobOut | UnchangedOut,
    status_code=202,
    summary="Put a revision of a source",
    responses={**TAKEN, **{key: DESCRIBED[key] for key in (400, 413, 422, 503)}},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": SourceBody.model_json_schema()},
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "required": ["file"],
                        "properties": {
                            "file": {"type": "string", "format": "binary"},
                            "metadata": {"type": "string", "description": "A document's metadata keys, as JSON"},
                        },
                    }
                },
            },
        }
    },
)
async def put_source(uri: Uri, request: Request, response: Response, reader: Reader, running: Running) -> Any:
    """A document as JSON text or as a file. Nothing is searched until its commit, then all of it at once."""
    upload = await _upload(uri, request, reader.tenant)
    taken = await run_in_threadpool(receive, running.product, upload)
    if isinstance(taken, Job):
        running.worker.wake()
        return shapes.job(taken)
    response.status_code = 200
    return {"outcome": "unchanged", "uri": uri, "revision_id": taken.revision_id}


@router.delete(
    "/{uri:path}",
    response_model=DeletedOut,
    summary="Take a source out of every answer, at once",
    responses={key: DESCRIBED[key] for key in (400, 404, 422, 503)},
)
def delete_source(
    uri: Uri,
    reader: Reader,
    running: Running,
    purge: Annotated[bool, Query(description="Remove the content for real; ids and hashes stay")] = False,
) -> dict[str, Any]:
    """A tombstone. What the source had superseded holds again."""
    product = running.product
    if uri not in product.store.families(reader.tenant):
        raise NotFound(f"no source {uri!r} here")
    commit = product.store.delete(reader.tenant, uri, product.clock(), purge=purge)
    return {"uri": uri, "commit": commit.number, "withdrawn": list(commit.superseded), "purged": purge}


async def _upload(uri: str, request: Request, tenant: str) -> Upload:
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind == "multipart/form-data":
        return await _from_form(uri, request, tenant)
    try:
        body = SourceBody.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise RequestError(
            f"{where}: {first['msg']}; send JSON with 'content', or a multipart form with 'file'"
        ) from error
    return Upload(tenant, uri, body.name, body.content.encode("utf-8", "surrogatepass"), body.metadata)


async def _from_form(uri: str, request: Request, tenant: str) -> Upload:
    form = await request.form()
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise RequestError("file: the form has no file; send it as multipart with the part 'file'")
    raw = form.get("metadata") or "{}"
    try:
        metadata = json.loads(str(raw))
    except json.JSONDecodeError as error:
        raise RequestError(f"metadata: not JSON ({error}); send an object of a document's metadata keys") from error
    if not isinstance(metadata, dict):
        raise RequestError("metadata: send a JSON object of a document's metadata keys")
    return Upload(tenant, uri, file.filename or "document.md", await file.read(), metadata)
