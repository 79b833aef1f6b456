"""Entities and facts as every extractor makes them: by their ids the same words mean the same, whoever read them."""

from __future__ import annotations

from contract.ids import content_id
from contract.records import Entity, Fact, Literal
from extraction.entities import entity_id
from language.words import key


def entity(tenant: str, name: str) -> Entity | None:
    """The entity of a name; None for one without a word."""
    folded = key(name)
    return Entity(entity_id(tenant, name), folded, name) if folded else None


def fact(
    tenant: str,
    about: Entity,
    predicate: str,
    value: Literal,
    thing: Entity | None,
    qualifiers: tuple[tuple[str, str], ...],
) -> Fact:
    """A fact on one entity; ``thing`` is the entity that is its object, if one is. ``qualifiers`` are sorted by name."""
    canonical = (value.datatype.value, value.value, value.unit, value.high)
    return Fact(
        id=content_id(tenant, about.id, predicate, canonical, qualifiers),
        subject_id=about.id,
        subject=about.name,
        predicate=predicate,
        object=value,
        object_id=thing.id if thing else None,
        qualifiers=qualifiers,
    )
