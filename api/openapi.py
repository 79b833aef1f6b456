"""The OpenAPI document: what FastAPI derives, and the schemas that its routes only refer to."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel

from api.auth import ASKER
from api.errors import problems
from api.schemas import Problem, SourceBody

TAGS = [
    {"name": "questions", "description": "Answers with proof from what is in force, and candidates alone."},
    {"name": "sources", "description": "Documents in, as revisions of a source; sources out of every answer."},
    {
        "name": "explanations",
        "description": "What an answer rests on, why a source is missing from it, what time changed.",
    },
    {"name": "conflicts", "description": "The inbox of conflicts: what is open, whose it is, what was decided."},
    {"name": "entities", "description": "What is known of an entity, and which of them are one."},
    {"name": "jobs", "description": "Durable work: its state, progress, outcome and reason."},
    {"name": "health", "description": "Whether the service is alive, and usable."},
]
_OPEN = ("/healthz", "/readyz")
_REFERRED: tuple[type[BaseModel], ...] = (Problem, SourceBody)


def operation_id(route: APIRoute) -> str:
    """The name of the route's function, which a generated client gets for a method."""
    return route.name


def install(app: FastAPI, *, with_keys: bool) -> None:
    """Make ``app.openapi`` give the whole document; ``with_keys``: every route but health needs a bearer key."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(
                title=app.title, version=app.version, summary=app.summary, routes=app.routes, tags=app.openapi_tags
            )
            schemas = found.setdefault("components", {}).setdefault("schemas", {})
            schemas.update({model.__name__: model.model_json_schema() for model in _REFERRED})
            if with_keys:
                _secure(found)
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # FastAPI's own way to change it


def _secure(document: dict[str, Any]) -> None:
    """Say that a key is needed; the tenant, level and groups that it opens are no headers then."""
    told = {name.lower() for name in ASKER}
    document["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if path in _OPEN:
                continue
            operation["security"] = [{"key": []}]
            operation["responses"]["401"] = problems(401)[401]
            kept = [each for each in operation.get("parameters", ()) if each["name"].lower() not in told]
            operation["parameters"] = kept
