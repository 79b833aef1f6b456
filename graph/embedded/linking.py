"""Who is named and defined where, under a scope."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from contract.records import Definition, Entity, Mention, NameBasis, Span
from graph.embedded.sight import EmbeddedSight
from graph.naming import longest
from graph.rows import Row, listed

_AT_ONCE = 64


def named(sight: EmbeddedSight, keys: Iterable[str]) -> tuple[Definition, ...]:
    """The definitions under any of these names: strongest first, then by passage and entity."""
    asked = {"keys": listed(dict.fromkeys(keys)), "tenant": sight.columns.tenant}
    return _definitions(sight, sight.rows("definitions_by_key", asked))


def definitions(sight: EmbeddedSight, passage_ids: Iterable[str]) -> tuple[Definition, ...]:
    numbers = sight.numbers(sight.places(passage_ids))
    return _definitions(sight, sight.rows("definitions_of_passages", (listed(numbers),)))


def defining(sight: EmbeddedSight, entity_ids: Iterable[str]) -> tuple[Definition, ...]:
    asked = {"entities": listed(dict.fromkeys(entity_ids)), "tenant": sight.columns.tenant}
    return _definitions(sight, sight.rows("definitions_of_entities", asked))


def mentions(sight: EmbeddedSight, passage_ids: Iterable[str]) -> tuple[Mention, ...]:
    """By passage in the order asked, then by position; of overlapping names that are defined in the scope, the longest."""
    numbers = sight.numbers(sight.places(passage_ids))
    ids = sight.in_scope(numbers)
    found: dict[int, set[Mention]] = defaultdict(set)
    names = sight.rows("namings_of_passages", (listed(numbers),))
    entities = _entities_of_names(sight, {row[3] for row in names})
    for passage, start, end, name in names:
        for entity in entities.get(name, ()):
            found[passage].add(Mention(ids[passage], entity, Span(start, end)))
    given = sight.rows("mentions_of_passages", (listed(numbers),))
    defined = {each.entity_id for each in defining(sight, {row[3] for row in given})}
    for passage, start, end, entity in given:
        if entity in defined:
            found[passage].add(Mention(ids[passage], entity, Span(start, end)))
    return tuple(
        mention
        for number in numbers
        for mention in longest(
            sorted(found[number], key=lambda each: (each.span.start, -each.span.end, each.entity_id))
        )
    )


def mentioning(sight: EmbeddedSight, entity_ids: Iterable[str], limit: int) -> tuple[Mention, ...]:
    """Where in the scope these entities are named: by passage id, then by position."""
    wanted = frozenset(entity_ids)
    asked = {"entities": listed(sorted(wanted)), "tenant": sight.columns.tenant}
    passages = sorted(sight.in_scope(row[0] for row in sight.rows("passages_naming", asked)).values())
    return tuple(islice(_of_entities(sight, passages, wanted), max(limit, 0)))


def entities(sight: EmbeddedSight, entity_ids: Iterable[str]) -> tuple[Entity, ...]:
    """Those that something in the scope tells of, in the order asked; the name is as the scope writes it."""
    wanted = list(dict.fromkeys(entity_ids))
    asked = {"entities": listed(wanted), "tenant": sight.columns.tenant}
    found: dict[str, Entity] = {}
    for identity, key, name, kind, content in sight.rows("entities", asked):
        if content in sight.contents:
            entity = Entity(identity, key, name, kind)
            found[identity] = min(found.get(identity, entity), entity, key=lambda each: (each.name, each.kind))
    return tuple(found[identity] for identity in wanted if identity in found)


def _of_entities(sight: EmbeddedSight, passages: Sequence[str], wanted: frozenset[str]) -> Iterator[Mention]:
    for start in range(0, len(passages), _AT_ONCE):
        for mention in mentions(sight, passages[start : start + _AT_ONCE]):
            if mention.entity_id in wanted:
                yield mention


def _entities_of_names(sight: EmbeddedSight, names: Iterable[int]) -> dict[int, list[str]]:
    """By name the entities that it stands for by a definition in the scope."""
    rows = sight.rows("definitions_of_names", (listed(sorted(names)),))
    inside = sight.in_scope(row[2] for row in rows)
    found: dict[int, set[str]] = defaultdict(set)
    for name, entity, passage in rows:
        if passage in inside:
            found[name].add(entity)
    return {name: sorted(of_name) for name, of_name in found.items()}


def _definitions(sight: EmbeddedSight, rows: Sequence[Row]) -> tuple[Definition, ...]:
    inside = sight.in_scope(row[0] for row in rows)
    found = [
        Definition(inside[passage], entity, key, strength, NameBasis(basis))
        for passage, entity, key, strength, basis in rows
        if passage in inside
    ]
    return tuple(sorted(found, key=lambda each: (-each.strength, each.passage_id, each.entity_id, each.key)))
