"""Facts as the graph has them: an edge says only what its nodes do not, so that a fact's row is put together from both."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from contract.ids import content_id
from contract.records import Assertion, Datatype, Fact
from graph.bolt.keys import identified, identity
from graph.rows import Row, as_json

AFFIRMED = "affirmed"  # what an edge without a polarity says
_NO_QUALIFIERS = as_json(())
_KEPT = 65536


def row_of(found: Row) -> Row:
    """What ``graph.stating.FactReader`` gives, of what the queries for facts return."""
    passage, fact, subject, subject_name, predicate, object_key, datatype, value, unit, high, raw, *rest = found
    whole, qualifiers, *where = rest
    object_id = identity(object_key) if datatype is None else None
    held = whole if whole is not None else _literal_json(datatype or Datatype.ENTITY.value, value, unit, high, raw)
    named = identity(fact), identity(subject), subject_name, predicate
    return passage, *named, held, object_id, qualifiers or _NO_QUALIFIERS, *where


def object_key(tenant: int, fact: Fact) -> str:
    """The key of the entity or value that a fact leads to."""
    value = fact.object
    named = (
        content_id(value.datatype, value.value, value.unit, value.high) if fact.object_id is None else fact.object_id
    )
    return identified(tenant, named)


def asserted(made: Assertion, fact: Fact) -> list[Any]:
    """An assertion as ``write/asserts`` takes it, from its start on."""
    value = fact.object
    return [
        made.span.start,
        made.span.end,
        made.extractor,
        None if made.polarity == AFFIRMED else made.polarity,
        as_json(fact.qualifiers) if fact.qualifiers else None,
        as_json([value.datatype, value.value, value.unit, value.high, value.raw]) if _is_odd(fact) else None,
        value.value,
        value.raw,
    ]


def _is_odd(fact: Fact) -> bool:
    """Whether a value that is an entity says more than its entity's name."""
    value = fact.object
    plain = value.datatype is Datatype.ENTITY and value.unit is None and value.high is None
    return fact.object_id is not None and not plain


@lru_cache(maxsize=_KEPT)
def _literal_json(datatype: str, value: str, unit: str | None, high: str | None, raw: str) -> str:
    return as_json([datatype, value, unit, high, raw])
