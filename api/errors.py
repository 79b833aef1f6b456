"""Errors as problem+json (RFC 9457): one table from exception to status, and a stable ``code`` in each."""

from __future__ import annotations

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.schemas import Problem
from contract import errors

log = structlog.get_logger()
MEDIA_TYPE = "application/problem+json"

# The first class that fits decides.
STATUSES: tuple[tuple[type[errors.VigenteError], int], ...] = (
    (errors.NotFound, 404),
    (errors.Forbidden, 403),
    (errors.DocumentTooLarge, 413),
    (errors.DocumentError, 422),
    (errors.SettingsError, 500),
    (errors.RequestError, 400),
    (errors.Unavailable, 503),
)
DESCRIBED: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": what, "content": {MEDIA_TYPE: {}}}
    for status, what in {
        400: "The request cannot be taken",
        404: "Nothing here for this reader",
        413: "The document is too large",
        422: "The body or the document is wrong",
        503: "The store or a model is not to be had",
    }.items()
}


def install(app: FastAPI) -> None:
    """Every error of every route leaves as problem+json."""
    app.add_exception_handler(errors.VigenteError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def _problem(status: int, code: str, title: str, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    body = Problem(title=title, status=status, detail=detail, code=code)
    return JSONResponse(body.model_dump(), status_code=status, media_type=MEDIA_TYPE, headers=headers)


async def _ours(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, errors.VigenteError):
        raise error
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
    return _problem(status, error.code, error.code.replace("_", " "), str(error))


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _problem(422, "invalid_request", "invalid request", f"{where}: {first['msg']}")


async def _http(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
    headers = dict(error.headers) if error.headers else None
    return _problem(error.status_code, code, code.replace("_", " "), str(error.detail), headers)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed", path=request.url.path, error=type(error).__name__, exc_info=error)
    return _problem(500, "internal", "internal error", "the request failed; the service's log has the reason")
