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


class NeighbourOut(EntityNameOut):
    """``hops``: how far from the centre, 0 at it."""

    hops: int


class QualifierOut(BaseModel):
    """What narrows a statement: a condition, a place, who only says it, that it is denied."""

    name: str
    value: str


class PlaceOut(BaseModel):
    """A passage that states a link, and the words that do."""

    uri: str
    revision: str | None
    path: list[str]
    passage_id: str
    text: str
    qualifiers: list[QualifierOut]


class LinkOut(BaseModel):
    """A fact leads to an entity or a value; a mention, from what a passage is about to what it names.

    ``passages`` is how many state it, ``places`` the first of them.
    """

    kind: Literal["fact", "mention"]
    subject_id: str
    predicate: str | None
    object_id: str | None
    value: str | None
    passages: int
    places: list[PlaceOut]


class GraphOut(BaseModel):
    """What is around the entities of a name. ``cut``: there are more links than were asked for."""

    center: list[str]
    hops: int
    entities: list[NeighbourOut]
    links: list[LinkOut]
    cut: bool
