"""Entities as the JSON that leaves the product: the same on the command line and over HTTP."""

from __future__ import annotations

from typing import Any

from contract.evidence import Located
from contract.merges import MergeEntry
from contract.records import Definition, Entity
from contract.time import iso
from service.entities import Known

Json = dict[str, Any]


def entity(item: Known) -> Json:
    """An entity with its other names, who says so and why, and where it is defined."""
    identity = item.identity
    names = {member.id: member.name for member in identity.members}
    return {
        **named(identity.entity),
        "aliases": [named(member) for member in identity.members[1:]],
        "merges": [_entry(entry, names, item.said_in) for entry in identity.merges],
        "apart": [_entry(entry, names, item.said_in) for entry in identity.apart],
        "defined": [_place(definition, located) for definition, located in item.defined],
    }


def named(item: Entity) -> Json:
    """An entity by its own name alone."""
    return {"entity_id": item.id, "name": item.name, "kind": item.kind}


def _entry(item: MergeEntry, names: dict[str, str], said_in: dict[str, Located]) -> Json:
    """``name`` and ``of`` are None of an entity that is not one with this."""
    located = said_in.get(item.passage_id or "")
    return {
        "name_id": item.name_id,
        "name": names.get(item.name_id),
        "of_id": item.of_id,
        "of": names.get(item.of_id),
        "rule": item.rule,
        "by": item.by or None,
        "note": item.note,
        "known_at": iso(item.known_at),
        "passage_id": item.passage_id,
        "uri": None if located is None else located.revision.uri,
    }


def _place(definition: Definition, located: Located) -> Json:
    return {
        "name": definition.key,
        "basis": definition.basis,
        **placed(located),
    }


def placed(at: Located) -> Json:
    """Where a passage stands."""
    return {
        "uri": at.revision.uri,
        "revision": at.revision.metadata.revision,
        "path": list(at.path),
        "passage_id": at.passage.id,
    }
