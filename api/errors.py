"""Errors as problem+json (RFC 9457): one table from exception to status, and a stable ``code`` in each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from api.schemas import Problem
from contract import errors

log = structlog.get_logger()
MEDIA_TYPE = "application/problem+json"

# The first class that fits decides.
STATUSES: tuple[tuple[type[errors.VigenteError], int], ...] = (
    (errors.NotFound, 404),
    (errors.Unauthorized, 401),
    (errors.Forbidden, 403),
    (errors.DocumentTooLarge, 413),
    (errors.DocumentError, 422),
    (errors.SettingsError, 500),
    (errors.RequestError, 400),
    (errors.Unavailable, 503),
)
CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "request_too_large",
    415: "unsupported_media_type",
}
_MEANINGS = {
    400: "The request cannot be taken",
    401: "No key, or one that is not known",
    403: "Not for this reader, or not addressed to this machine",
    404: "Nothing here for this reader",
    413: "The body is too large",
    415: "The body is of another media type",
    422: "The body, a header or the document is wrong",
    503: "The store or a model is not to be had",
}
_LONGEST = 1_000  # characters of a detail


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says of a route's errors."""
    content = {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}}
    return {status: {"description": _MEANINGS[status], "content": content} for status in statuses}


def install(app: FastAPI, routes: Iterable[BaseRoute]) -> None:
    """Every error of every route leaves as problem+json."""
    known = [route for route in routes if isinstance(route, APIRoute)]

    async def http(request: Request, error: Exception) -> JSONResponse:
        return _http(request, error, known)

    app.add_exception_handler(errors.VigenteError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, _unexpected)


def problem_of(error: BaseException) -> Problem:
    """What a reader is told of an error: one of ours in its own sentence, any other only that it is in the log."""
    if not isinstance(error, errors.VigenteError):
        return _problem(500, "internal", "the request failed; the service's log has the reason")
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
    return _problem(status, error.code, str(error))


def _problem(status: int, code: str, detail: str) -> Problem:
    """A detail may quote what came in: lone surrogates are written as escapes."""
    plain = detail[:_LONGEST].encode("utf-8", "backslashreplace").decode("utf-8")
    return Problem(title=code.replace("_", " "), status=status, detail=plain, code=code)


def _answered(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(problem.model_dump(), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers)


async def _ours(_request: Request, error: Exception) -> JSONResponse:
    headers = {"WWW-Authenticate": "Bearer"} if isinstance(error, errors.Unauthorized) else None
    return _answered(problem_of(error), headers)


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _answered(_problem(422, "invalid_request", f"{where}: {first['msg']}"))


def _http(request: Request, error: Exception, routes: Iterable[APIRoute]) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    headers = dict(error.headers or {})
    if error.status_code == 405:  # the router names the methods of the first route of this path only
        found = (route.methods or () for route in routes if route.matches(request.scope)[0] is not Match.NONE)
        here = {name for methods in found for name in methods}
        headers |= {"allow": ", ".join(sorted(here))} if here else {}
    problem = _problem(error.status_code, CODES.get(error.status_code, "http_error"), str(error.detail))
    return _answered(problem, headers)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed", path=request.url.path, error=type(error).__name__, exc_info=error)
    return _answered(problem_of(error))
