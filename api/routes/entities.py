"""Entities: what a reader may know of one, and what people say of which are one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi import Body as Sent
from fastapi.openapi.models import Example

from api.auth import Reader, Writer
from api.errors import problems
from api.schemas import Day
from api.schemas_entities import EntitiesOut, EntityName, EntityOut, GraphOut, MergeBody, SplitBody
from api.state import Running
from service import entities
from service.entity_shapes import entity
from service.neighbourhood import HOPS, LINKS, MOST_HOPS, MOST_LINKS, around
from service.neighbourhood_shapes import neighbourhood

router = APIRouter(prefix="/v1", tags=["entities"], responses=problems(400, 403, 404, 413, 422, 503))
Id = Annotated[
    str, Path(pattern="^[0-9a-f]{32}$", description="An entity's id; of several that are one, any of theirs")
]
ValidAt = Annotated[Day | None, Query(description="Defined where in force when; now if absent")]
KnownAt = Annotated[Day | None, Query(description="As known when; now if absent")]
_MERGED: dict[str, Example] = {
    "names": {
        "summary": "By their names",
        "value": {"name": "BROU", "of": "Banco República", "note": "the bank's short name"},
    }
}
_SPLIT: dict[str, Example] = {
    "names": {"summary": "By their names", "value": {"one": "BROU", "other": "Banco República"}}
}


@router.get("/entities", response_model=EntitiesOut, summary="The entities of a name")
def get_entities(
    reader: Reader,
    running: Running,
    name: Annotated[EntityName, Query(description="As a document writes it; case and accents do not matter")],
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
) -> dict[str, Any]:
    """Each with its other names, who says so and why, and where it is defined."""
    found = entities.show(running.product, reader, name, valid_at, known_at)
    return {"entities": [entity(each) for each in found]}


@router.get("/entities/{entity_id}", response_model=EntityOut, summary="An entity by its id")
def get_entity(
    entity_id: Id, reader: Reader, running: Running, valid_at: ValidAt = None, known_at: KnownAt = None
) -> dict[str, Any]:
    """Of several that are one, the one that stands for all. One that the caller may not know is not here."""
    (found,) = entities.show(running.product, reader, entity_id, valid_at, known_at)
    return entity(found)


@router.get("/graph", response_model=GraphOut, summary="What is around an entity")
def get_graph(
    reader: Reader,
    running: Running,
    center: Annotated[EntityName, Query(description="An entity's name as a document writes it, or its id")],
    hops: Annotated[int, Query(ge=1, le=MOST_HOPS, description="How far to go")] = HOPS,
    limit: Annotated[int, Query(ge=1, le=MOST_LINKS, description="How many links, the nearest first")] = LINKS,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
) -> dict[str, Any]:
    """Facts lead to entities and values, mentions from what a passage is about to what it names; each with where it stands."""
    found = around(running.product, reader, center, hops=hops, limit=limit, valid_at=valid_at, known_at=known_at)
    return neighbourhood(found)


@router.post("/merges", response_model=EntityOut, summary="Say that one is another name of another")
def merge(
    body: Annotated[MergeBody, Sent(openapi_examples=_MERGED)], writer: Writer, running: Running
) -> dict[str, Any]:
    """Known from now on; nothing that was said is changed. What is one already stays as it is."""
    return entity(entities.merge(running.product, writer, body.name, body.of, body.note))


@router.post("/splits", response_model=EntitiesOut, summary="Say that two are not one")
def split(
    body: Annotated[SplitBody, Sent(openapi_examples=_SPLIT)], writer: Writer, running: Running
) -> dict[str, Any]:
    """Takes back what people said of the two, and keeps apart what the rules would join."""
    return {
        "entities": [entity(each) for each in entities.split(running.product, writer, body.one, body.other, body.note)]
    }
