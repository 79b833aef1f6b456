"""The bodies about entities, as OpenAPI shows them. ``service.entity_shapes`` fills them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from api.schemas import Body

EntityName = Annotated[
    str, StringConstraints(min_length=1, max_length=300, pattern=r"^[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$")
]
Note = Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$")]


class MergeBody(Body):
    """``name`` is another name of ``of``: each an entity's id, or a name as a document writes it."""

    name: EntityName
    of: EntityName
    note: Annotated[Note, Field(description="Why, for whoever may read both")] = ""


class SplitBody(Body):
    """``one`` and ``other`` are not one: each an entity's id, or a name as a document writes it."""

    one: EntityName
    other: EntityName
    note: Annotated[Note, Field(description="Why, for whoever may read both")] = ""


class EntityNameOut(BaseModel):
    entity_id: str
    name: str
    kind: str


class MergeOut(BaseModel):
    """Who says that two are one, or are not. A name is null of an entity that is not one with this."""

    name_id: str
    name: str | None
    of_id: str
    of: str | None
    rule: Literal["human", "form", "typing", "alias"]
    by: str | None
    note: str
    known_at: str | None
    passage_id: str | None
    uri: str | None


class DefinedOut(BaseModel):
    """A passage that defines the entity, and under which folded name."""

    name: str
    basis: Literal["title", "alias", "heading", "table_key", "lead", "defined", "part"]
    uri: str
    revision: str | None
    path: list[str]
    passage_id: str


class EntityOut(EntityNameOut):
    """An entity with all that is counted as it, who says so, and where it is defined."""

    aliases: list[EntityNameOut]
    merges: list[MergeOut]
    apart: list[MergeOut]
    defined: list[DefinedOut]


class EntitiesOut(BaseModel):
    entities: list[EntityOut]
