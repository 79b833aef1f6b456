"""Who is named and defined where, under a scope: the same for every store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Protocol

from contract.records import Definition, Entity, Mention, NameBasis, Span
from graph.merging import Merged
from graph.naming import longest
from graph.rows import Row
from graph.sight import Sight

_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Named:
    """What stands in some passages, with all the definitions that may say whom it names.

    ``namings`` are (passage, start, end, name) and ``meanings`` (name, entity, defining passage) of their names;
    ``given`` are (passage, start, end, entity) as a draft brought them, and ``definers`` (entity, defining passage) of
    their entities.
    """

    namings: Sequence[Row]
    meanings: Sequence[Row]
    given: Sequence[Row]
    definers: Sequence[Row]


class NameReader(Protocol):
    """How a store reads names, within one tenant and whatever the scope.

    Definitions are (passage, entity, key, strength, basis).
    """

    def definitions_by_key(self, keys: Sequence[str]) -> Sequence[Row]: ...
    def definitions_of_passages(self, numbers: Sequence[int]) -> Sequence[Row]: ...
    def definitions_of_entities(self, entity_ids: Sequence[str]) -> Sequence[Row]: ...
    def named_in(self, numbers: Sequence[int]) -> Named: ...
    def passages_naming(self, entity_ids: Sequence[str]) -> Sequence[int]:
        """The row ids of passages that may name these entities."""
        ...

    def entities(self, entity_ids: Sequence[str]) -> Sequence[Row]:
        """(id, key, name, kind, content), by id."""
        ...


@dataclass(frozen=True, eq=False)
class Links:
    """The names of one scope. Of entities that are one each read gives the one that stands for all, and takes any."""

    sight: Sight
    read: NameReader
    merged: Merged

    def named(self, keys: Iterable[str]) -> tuple[Definition, ...]:
        """The definitions under any of these names: strongest first, then by passage and entity."""
        return self._shown(self.read.definitions_by_key(list(dict.fromkeys(keys))))

    def definitions(self, passage_ids: Iterable[str]) -> tuple[Definition, ...]:
        """What these passages define, in the order of ``named``."""
        return self._shown(self.read.definitions_of_passages(self.sight.numbers(self.sight.places(passage_ids))))

    def defining(self, entity_ids: Iterable[str]) -> tuple[Definition, ...]:
        """Where these entities are defined, in the order of ``named``."""
        return self._shown(self.read.definitions_of_entities(self.merged.members(entity_ids)))

    def mentions(self, passage_ids: Iterable[str]) -> tuple[Mention, ...]:
        """By passage in the order asked, then by position; of overlapping names that are defined in the scope, the longest."""
        numbers = self.sight.numbers(self.sight.places(passage_ids))
        ids = self.sight.in_scope(numbers)
        found: dict[int, set[Mention]] = defaultdict(set)
        named = self.read.named_in(numbers)
        inside = self.sight.in_scope(row[-1] for row in (*named.meanings, *named.definers))
        entities: dict[int, list[str]] = defaultdict(list)
        for name, entity, passage in named.meanings:
            if passage in inside:
                entities[name].append(entity)
        defined = {entity for entity, passage in named.definers if passage in inside}
        stands = self.merged.standing([*chain.from_iterable(entities.values()), *defined])
        for passage, start, end, name in named.namings:
            for entity in entities.get(name, ()):
                found[passage].add(Mention(ids[passage], stands.get(entity, entity), Span(start, end)))
        for passage, start, end, entity in named.given:
            if entity in defined:
                found[passage].add(Mention(ids[passage], stands.get(entity, entity), Span(start, end)))
        return tuple(
            mention
            for number in numbers
            for mention in longest(
                sorted(found[number], key=lambda each: (each.span.start, -each.span.end, each.entity_id))
            )
        )

    def mentioning(self, entity_ids: Iterable[str], limit: int) -> tuple[Mention, ...]:
        """Where in the scope these entities are named: by passage id, then by position."""
        wanted = frozenset(self.merged.members(entity_ids))
        if limit <= 0 or not wanted:
            return ()
        passages = sorted(self.sight.in_scope(self.read.passages_naming(sorted(wanted))).values())
        return tuple(islice(self._of_entities(passages, wanted), limit))

    def entities(self, entity_ids: Iterable[str]) -> tuple[Entity, ...]:
        """Those that something in the scope tells of, in the order asked, each once; the name is as the scope writes it."""
        asked = list(dict.fromkeys(entity_ids))
        stands = self.merged.standing(asked)
        wanted = list(dict.fromkeys(stands.get(each, each) for each in asked))
        found: dict[str, Entity] = {}
        for identity, key, name, kind, content in self.read.entities(self.merged.members(wanted)):
            if content in self.sight.eligible.contents:
                entity = Entity(identity, key, name, kind)
                found[identity] = min(found.get(identity, entity), entity, key=lambda each: (each.name, each.kind))
        lacking = [each for each in wanted if each not in found]
        for each in self.merged.identities(lacking) if found and lacking else ():
            if any(member.id in found for member in each.members):
                found[each.entity.id] = each.entity
        return tuple(found[identity] for identity in wanted if identity in found)

    def _of_entities(self, passages: Sequence[str], wanted: frozenset[str]) -> Iterator[Mention]:
        for start in range(0, len(passages), _AT_ONCE):
            for mention in self.mentions(passages[start : start + _AT_ONCE]):
                if mention.entity_id in wanted:
                    yield mention

    def _shown(self, rows: Sequence[Row]) -> tuple[Definition, ...]:
        inside = self.sight.in_scope(row[0] for row in rows)
        stands = self.merged.standing(row[1] for row in rows if row[0] in inside)
        found: dict[tuple[int, str, str], Definition] = {}
        for passage, identity, key, strength, basis in rows:
            if passage in inside:
                entity = stands.get(identity, identity)
                made = Definition(inside[passage], entity, key, strength, NameBasis(basis))
                best = found.setdefault((passage, entity, key), made)
                if (-made.strength, made.basis.value) < (-best.strength, best.basis.value):
                    found[passage, entity, key] = made
        return tuple(
            sorted(found.values(), key=lambda each: (-each.strength, each.passage_id, each.entity_id, each.key))
        )
