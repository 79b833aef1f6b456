"""Sources: list them, put a revision, delete one, see what changed."""

from __future__ import annotations

import json
from itertools import dropwhile, islice
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import StringConstraints, TypeAdapter, ValidationError
from starlette.datastructures import UploadFile

from api.auth import Reader, Writer
from api.errors import problems
from api.schemas import ChangesOut, Day, DeletedOut, FileName, JobOut, SourceBody, SourcesOut, UnchangedOut
from api.schemas_explain import PreviewOut
from api.state import Running
from contract.access import Principal
from contract.errors import RequestError
from contract.ports import Job
from service import shapes
from service.explain import shapes as explained
from service.ingestion.upload import Upload, receive, tried, withdraw
from service.sources import shape, sources
from service.versions.changes import changes

router = APIRouter(prefix="/v1/sources", tags=["sources"])
_WORD = r"[^\s\x00-\x1f\x7f-\x9f]+"
Uri = Annotated[
    str,
    Path(
        max_length=1000,
        pattern=rf"^{_WORD}( {_WORD})*$",
        description="The source's URI; slashes may stand as they are",
        examples=["policy/refund.en"],
    ),
]
Label = Annotated[str, StringConstraints(min_length=1, max_length=100)] | None
JSON = "application/json"
FORM = "multipart/form-data"
_BODY = {
    "required": True,
    "content": {
        JSON: {
            "schema": {"$ref": f"#/components/schemas/{SourceBody.__name__}"},
            "example": {
                "content": "# Refund policy\n\nRefund window: 14 days\n",
                "metadata": {"source_type": "policy"},
            },
        },
        FORM: {
            "schema": {
                "type": "object",
                "required": ["file"],
                "additionalProperties": False,
                "properties": {
                    "file": {"type": "string", "format": "binary", "description": "Its name's ending tells the format"},
                    "metadata": {
                        "type": "string",
                        "contentMediaType": JSON,
                        "contentSchema": {"type": "object"},
                        "description": "A document's metadata keys, as a JSON object",
                    },
                },
            }
        },
    },
}
_FILE_NAME: TypeAdapter[str] = TypeAdapter(FileName)


@router.get(
    "",
    response_model=SourcesOut,
    summary="Which sources there are, and what of each is in force",
    responses=problems(400, 403, 422, 503),
)
def get_sources(
    reader: Reader,
    running: Running,
    words: Annotated[str, Query(max_length=200, description="Of these words in the URI or title alone")] = "",
    after: Annotated[str, Query(max_length=1000, description="From behind this URI on")] = "",
    valid_at: Annotated[Day | None, Query(description="As of when; now if absent")] = None,
    known_at: Annotated[Day | None, Query(description="As known when; now if absent")] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> dict[str, Any]:
    """By URI. What the caller may not read is not there."""
    found = sources(running.product, reader, words, valid_at=valid_at, known_at=known_at)
    rest = dropwhile(lambda each: each.shown.uri <= after, found)
    return {"sources": [shape(each) for each in islice(rest, limit)], "more": next(rest, None) is not None}


@router.put(
    "/{uri:path}",
    response_model=JobOut,
    status_code=202,
    summary="Put a revision of a source",
    response_description="Written down as a job; GET /v1/jobs/{id} tells how it goes",
    responses={
        200: {
            "model": UnchangedOut | PreviewOut,
            "description": "The content is what the source has already; or, of a dry run, what it would do",
        },
        **problems(400, 403, 413, 415, 422, 503),
    },
    openapi_extra={"requestBody": _BODY},
)
async def put_source(
    uri: Uri,
    request: Request,
    writer: Writer,
    running: Running,
    dry_run: Annotated[bool, Query(description="Tell what it would do; write nothing")] = False,
) -> Any:
    """A document as JSON text or as a file. Nothing is searched until its commit, then all of it at once."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == FORM:
        upload = await _from_form(uri, request, writer)
    elif kind == JSON:
        upload = await run_in_threadpool(_from_json, uri, await request.body(), writer)
    else:
        raise HTTPException(
            415, f"a source is sent as {JSON} or as {FORM}, not as {kind or 'nothing'}: set Content-Type"
        )
    if dry_run:
        would = await run_in_threadpool(tried, running.product, upload)
        (document,) = would.report.documents
        shape = {"document": shapes.ingested(document), **explained.effects(would.effects)}
        return JSONResponse(PreviewOut.model_validate(shape).model_dump())
    taken = await run_in_threadpool(receive, running.product, upload)
    if isinstance(taken, Job):
        running.worker.wake()
        return shapes.job(taken)
    return JSONResponse(UnchangedOut(uri=uri, revision_id=taken.revision_id or "").model_dump())


@router.delete(
    "/{uri:path}",
    response_model=DeletedOut,
    summary="Take a source out of every answer, at once",
    responses=problems(400, 403, 404, 422, 503),
)
def delete_source(
    uri: Uri,
    writer: Writer,
    running: Running,
    purge: Annotated[bool, Query(description="Remove the content for real; ids and hashes stay")] = False,
) -> dict[str, Any]:
    """A tombstone. What the source had superseded holds again. One that the caller may not read is not here."""
    commit, withdrawn = withdraw(running.product, writer, uri, purge=purge)
    return {"uri": uri, "commit": commit.number, "withdrawn": list(withdrawn), "purged": purge}


@router.get(
    "/{uri:path}/changes",
    response_model=ChangesOut,
    summary="What changed between two revisions of a source",
    responses=problems(400, 403, 404, 422, 503),
)
def get_changes(
    uri: Uri,
    reader: Reader,
    running: Running,
    older: Annotated[Label, Query(alias="from", description="A label or a start; the nearest before if absent")] = None,
    newer: Annotated[Label, Query(alias="to", description="A label or a start; the last one if absent")] = None,
    known_at: Annotated[Day | None, Query(description="As known when; now if absent")] = None,
) -> dict[str, Any]:
    """By section and table cell, with both spans. What the caller may not read is not compared."""
    return shapes.changes(changes(running.product, reader, uri, older, newer, known_at))


def _from_json(uri: str, body: bytes, reader: Principal) -> Upload:
    try:
        sent = SourceBody.model_validate_json(body)
    except ValidationError as error:
        where, what = _first(error)
        raise RequestError(f"{where}: {what}; send JSON with 'content', or a multipart form with 'file'") from error
    return Upload(reader, uri, sent.name, sent.content.encode(), sent.metadata)


async def _from_form(uri: str, request: Request, reader: Principal) -> Upload:
    async with request.form(max_files=1, max_fields=10) as form:
        if other := sorted(set(form) - {"file", "metadata"}):
            raise RequestError(f"{other[0]}: the form has no such part; send 'file' and, if need be, 'metadata'")
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise RequestError("file: the form has no file; send it as multipart with the part 'file'")
        name, data, said = file.filename or "document.md", await file.read(), form.get("metadata")
    try:
        return Upload(reader, uri, _FILE_NAME.validate_python(name), data, _metadata(said or "{}"))
    except ValidationError as error:
        raise RequestError(f"file: its name is wrong, {_first(error)[1]}; give the file a plain name") from error


def _metadata(said: UploadFile | str) -> dict[str, Any]:
    try:
        found = json.loads(said) if isinstance(said, str) else None
    except (ValueError, RecursionError) as error:
        raise RequestError(f"metadata: not JSON ({error}); send an object of a document's metadata keys") from error
    if not isinstance(found, dict):
        raise RequestError("metadata: send a JSON object of a document's metadata keys, as text")
    return found


def _first(error: ValidationError) -> tuple[str, str]:
    """Where the first fault is, and what it is."""
    fault = error.errors()[0]
    return ".".join(str(part) for part in fault["loc"]) or "body", fault["msg"]
