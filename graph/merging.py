"""Which entities are one: what a new content says of it, and what follows for a reader. The same for every store.

Nothing is rewritten. A view reads the entries known in its scope and gives for each entity the one that stands for all that are
one with it. What a reader may not know joins nothing for it: an entry counts where something readable tells of both
entities, and an alias where its passage is readable too; when it holds in the world does not matter, as who a thing is does
not change with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Protocol

from contract.ids import content_id
from contract.merges import Identity, MergeEntry, MergeKind, MergeRule
from contract.records import Content, Entity, NameBasis
from graph.rows import Row
from graph.sight import Sight
from language.sameness import handle, sameness
from language.words import key

_MOST_ALIKE = 64  # names under one handle among which slips are looked for
_ALIASES = (NameBasis.ALIAS, NameBasis.DEFINED)
_ORDER = {rule: place for place, rule in enumerate(MergeRule)}

Pair = tuple[str, str]


# -- at a commit ----------------------------------------------------------------------------------------------------
def handles(content: Content) -> dict[str, str]:
    """By name, the handle under which names of one thing are found."""
    return {entity.name: handle(entity.name) for entity in content.entities}


def plainest(content: Content) -> tuple[Entity, ...]:
    """The entities of a content, each once, as it writes it first by the alphabet; in the order of their ids."""
    own: dict[str, Entity] = {}
    for each in sorted(content.entities, key=lambda entity: (entity.id, entity.name)):
        own.setdefault(each.id, each)
    return tuple(own.values())


def drawn(tenant: str, content: Content, alike: Iterable[Row]) -> tuple[MergeEntry, ...]:
    """What follows from a new content: its aliases, and which of its entities are one with others by their names.

    ``alike`` are (handle, id, name, kind) of the tenant's entities, the content's own too, under the handles of the content's.
    """
    own = {entity.id for entity in content.entities}
    found: dict[Pair, MergeEntry] = {}
    for entry in sorted(_alike(own, alike), key=_by_rule):
        found.setdefault(entry.pair, entry)
    return (*sorted(found.values(), key=lambda each: each.pair), *_aliases(tenant, content))


def entry_key(entry: MergeEntry, number: int) -> str:
    """What makes an entry of the service the same when it is found again; what people say is another in each commit."""
    told = (number, entry.kind, entry.by, entry.note) if entry.rule is MergeRule.HUMAN else ()
    return content_id(entry.name_id, entry.of_id, entry.rule, entry.passage_id, *told)


def _alike(own: Collection[str], rows: Iterable[Row]) -> Iterator[MergeEntry]:
    under: dict[tuple[str, str], dict[tuple[str, str], None]] = defaultdict(dict)
    for name_handle, identity, name, kind in rows:
        under[name_handle, kind][identity, name] = None
    for some in under.values():
        for (one, name), (other, written) in combinations(sorted(some)[:_MOST_ALIKE], 2):
            if one == other or not {one, other} & set(own):
                continue
            rule = sameness(name, written)
            if rule is not None:
                gives, stands = sorted(
                    (one, other), key=lambda each: (len(key(name if each == one else written)), each)
                )
                yield MergeEntry(gives, stands, MergeKind.SAME, MergeRule(rule.value))


def _aliases(tenant: str, content: Content) -> Iterator[MergeEntry]:
    """Names that a passage gives to an entity beside its own."""
    keys = {entity.id: entity.key for entity in content.entities}
    seen: set[tuple[str, str, str]] = set()
    for each in content.definitions:
        entity_key = keys.get(each.entity_id)
        if each.basis not in _ALIASES or entity_key in (None, each.key):
            continue
        alias = content_id(tenant, each.key, "")
        if (alias, each.entity_id, each.passage_id) not in seen:
            seen.add((alias, each.entity_id, each.passage_id))
            yield MergeEntry(alias, each.entity_id, MergeKind.SAME, MergeRule.ALIAS, passage_id=each.passage_id)


# -- in a scope -----------------------------------------------------------------------------------------------------
class EntityReader(Protocol):
    """How a store reads entities, within one tenant."""

    def entities(self, entity_ids: Sequence[str]) -> Sequence[Row]:
        """(id, key, name, kind, content), by id."""
        ...


@dataclass(frozen=True, eq=False)
class Merged:
    """What is one in a scope."""

    sight: Sight
    read: EntityReader
    _stands: dict[str, str] = field(default_factory=dict)  # by entity, the one that stands for it; of those looked at

    def standing(self, entity_ids: Iterable[str]) -> Mapping[str, str]:
        """By entity the one that stands for it, of those for which it is another."""
        if not self._known:
            return {}
        wanted = [each for each in dict.fromkeys(entity_ids) if each in self._known]
        new = [each for each in wanted if each not in self._stands]
        if new:
            for identity in self._groups(new):
                for member in identity.members:
                    self._stands[member.id] = identity.entity.id
            for each in new:
                self._stands.setdefault(each, each)
        return {each: self._stands[each] for each in wanted if self._stands[each] != each}

    def members(self, entity_ids: Iterable[str]) -> list[str]:
        """All that are one with any of these, and these."""
        wanted = list(dict.fromkeys(entity_ids))
        if not any(each in self._known for each in wanted):
            return wanted
        stands = self.standing(wanted)
        chosen = {stands.get(each, each) for each in wanted}
        around = sorted(self._around(wanted))
        of_all = self.standing(around)
        return list(dict.fromkeys([*wanted, *(each for each in around if of_all.get(each, each) in chosen)]))

    def identities(self, entity_ids: Iterable[str]) -> tuple[Identity, ...]:
        """Those that the scope tells of, in the order asked, each once."""
        wanted = list(dict.fromkeys(entity_ids))
        found = {member.id: each for each in self._groups(wanted) for member in each.members}
        chosen = {found[each].entity.id: found[each] for each in wanted if each in found}
        return tuple(chosen.values())

    def joined_since(self, commit: int) -> tuple[Identity, ...]:
        """Those of which an entry of a later commit holds some together, by id."""
        named = {
            each
            for entries in self._known.values()
            for entry in entries
            if entry.number > commit
            for each in entry.pair
        }
        found = self.identities(sorted(named))
        joined = (each for each in found if any(entry.number > commit for entry in each.merges))
        return tuple(sorted(joined, key=lambda each: each.entity.id))

    @cached_property
    def _known(self) -> Mapping[str, tuple[MergeEntry, ...]]:
        """By entity, the entries that name it, as known in the scope."""
        columns, at = self.sight.columns, self.sight.scope.known_at
        if columns.merges_known <= at:
            return columns.merges_by_entity
        known = {
            identity: tuple(entry for entry in entries if entry.known_at <= at)
            for identity, entries in columns.merges_by_entity.items()
        }
        return {identity: entries for identity, entries in known.items() if entries}

    def _around(self, entity_ids: Iterable[str]) -> set[str]:
        """All entities that entries tie to these, over others too."""
        reached: set[str] = set()
        ahead = list(entity_ids)
        while ahead:
            each = ahead.pop()
            if each not in reached:
                reached.add(each)
                ahead += [other for entry in self._known.get(each, ()) for other in entry.pair]
        return reached

    def _groups(self, entity_ids: Iterable[str]) -> list[Identity]:
        """The entities that the scope tells of among these and all around them, as they are one."""
        around = self._around(entity_ids)
        told = self._told(sorted(around))
        entries = {entry: None for each in sorted(around) for entry in self._known.get(each, ())}
        return grouped(told, list(entries), self._is_evident)

    def _told(self, entity_ids: Sequence[str]) -> dict[str, Entity]:
        """Those of which something readable tells, as the scope writes them, else as it is written elsewhere."""
        found: dict[str, tuple[bool, Entity]] = {}
        for identity, entity_key, name, kind, content in self.read.entities(entity_ids):
            if content not in self.sight.readable.contents:
                continue
            here = (content not in self.sight.eligible.contents, Entity(identity, entity_key, name, kind))
            found[identity] = min(
                found.get(identity, here), here, key=lambda each: (each[0], each[1].name, each[1].kind)
            )
        return {identity: entity for identity, (_, entity) in found.items()}

    def _is_evident(self, passage_id: str) -> bool:
        return self.sight.content_of(passage_id) in self.sight.readable.contents


def grouped(
    told: Mapping[str, Entity], entries: Sequence[MergeEntry], is_evident: Callable[[str], bool]
) -> list[Identity]:
    """The entities as they are one by these entries; a function of them alone, whatever their order but for what people say.

    ``is_evident``: whether the reader may know a passage. Of what people say of two the last word counts. Two that are kept
    apart are never joined, over others neither: of the entries that would, those that people made come first, then those of
    names, then aliases; each by its entities. An alias of two different things joins neither.
    """
    said: dict[Pair, MergeEntry] = {}
    ruled: list[MergeEntry] = []
    for entry in sorted(entries, key=lambda each: each.number):
        if not all(each in told for each in entry.pair):
            continue
        if entry.rule is MergeRule.HUMAN:
            said[entry.pair] = entry
        elif entry.passage_id is None or is_evident(entry.passage_id):
            ruled.append(entry)
    apart = {pair: entry for pair, entry in said.items() if entry.kind is MergeKind.APART}
    sure = [entry for entry in said.values() if entry.kind is MergeKind.SAME]
    sure += [entry for entry in ruled if entry.rule is not MergeRule.ALIAS]
    joined = _Joined(told, apart)
    held = [entry for entry in sorted(sure, key=_by_rule) if joined.join(entry)]
    for some in _by_alias(entry for entry in ruled if entry.rule is MergeRule.ALIAS):
        if len({joined.of[entry.of_id] for entry in some}) == 1:
            held += [entry for entry in some if joined.join(entry)]
    return _identities(told, joined, held, apart)


def undoing(identity: Identity, pair: Pair) -> MergeKind:
    """What a person must say so that two members are one no longer: taken back, where nothing but people's word holds them."""
    rest = [entry for entry in identity.merges if entry.rule is not MergeRule.HUMAN or entry.pair != pair]
    told = {member.id: member for member in identity.members}
    for each in grouped(told, rest, lambda _: True):
        if {member.id for member in each.members} >= set(pair):
            return MergeKind.APART
    return MergeKind.LIFTED


def _by_alias(entries: Iterable[MergeEntry]) -> list[list[MergeEntry]]:
    found: dict[str, list[MergeEntry]] = defaultdict(list)
    for entry in sorted(entries, key=_by_rule):
        found[entry.name_id].append(entry)
    return [found[name] for name in sorted(found)]


def _by_rule(entry: MergeEntry) -> tuple[object, ...]:
    return (_ORDER[entry.rule], entry.pair, entry.passage_id or "", entry.number)


class _Joined:
    """Groups being made."""

    def __init__(self, told: Iterable[str], apart: Collection[Pair]) -> None:
        self.of = {each: each for each in told}
        self.groups = {each: {each} for each in told}
        self._apart = apart

    def join(self, entry: MergeEntry) -> bool:
        """Whether the two are one by it."""
        one, other = (self.of[each] for each in entry.pair)
        if one == other:
            return entry.pair not in self._apart
        here, there = self.groups[one], self.groups[other]
        if any((min(a, b), max(a, b)) in self._apart for a in here for b in there):
            return False
        here |= self.groups.pop(other)
        self.of |= dict.fromkeys(there, one)
        return True


def _identities(
    told: Mapping[str, Entity], joined: _Joined, held: Sequence[MergeEntry], apart: Mapping[Pair, MergeEntry]
) -> list[Identity]:
    gives = {entry.name_id for entry in held}
    found = []
    for members in joined.groups.values():
        best = min(members, key=lambda each: (each in gives, -len(told[each].key), each))
        others = sorted(members - {best}, key=lambda each: (told[each].name, each))
        found.append(
            Identity(
                told[best],
                tuple(told[each] for each in (best, *others)),
                tuple(entry for entry in held if entry.name_id in members),
                tuple(entry for pair, entry in sorted(apart.items()) if members & set(pair)),
            )
        )
    return found
