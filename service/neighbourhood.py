"""What is around an entity, hop by hop, under the reader's scope.

A fact leads from its subject to its object, an entity or a value; a mention leads from what a passage is about to what it names.
Both are followed in either direction; values lead nowhere. Every link comes with the passages that state it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contract.access import Principal
from contract.evidence import Located, Stated
from contract.ports import GraphView
from contract.records import Entity, Fact, NameBasis, Span
from contract.time import Instant
from language.words import key
from service.entities import called
from service.scoping import view_of
from service.wiring import Product

HOPS, MOST_HOPS = 2, 3
LINKS, MOST_LINKS = 100, 1000  # of one neighbourhood
_PLACES = 5  # shown of one link
_ALL = 2**31


@dataclass(frozen=True, slots=True, order=True)
class Tie:
    """What leads where. A mention has no predicate, a fact an object or a value: that is the order of ties too, facts to
    entities first."""

    is_mention: bool
    is_value: bool
    subject_id: str
    predicate: str
    object_id: str
    value: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link is stated, in which words, and what narrows it there."""

    at: Located
    span: Span
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """``hops``: how far from the centre, 0 at it."""

    entity: Entity
    hops: int


@dataclass(frozen=True, slots=True)
class Linked:
    """``passages``: how many state it; ``places`` are the first of them, by id."""

    tie: Tie
    passages: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Entities by hops, then name; links nearest first. ``cut``: there are more links than were asked for."""

    centre: tuple[str, ...]
    hops: int
    entities: tuple[Neighbour, ...]
    links: tuple[Linked, ...]
    cut: bool


def around(
    product: Product,
    principal: Principal,
    what: str,
    *,
    hops: int = HOPS,
    limit: int = LINKS,
    valid_at: Instant | None = None,
    known_at: Instant | None = None,
) -> Neighbourhood:
    """Around the entities of a name, or the one of an id, with ``limit`` links at most. ``NotFound`` where there is none."""
    view = view_of(product, principal, valid_at, known_at)
    centre = tuple(identity.entity.id for identity in called(view, what))
    distance = dict.fromkeys(centre, 0)
    found: dict[Tie, tuple[str, ...]] = {}
    cut = False
    for hop in range(1, hops + 1):
        near, more = _hop(view, [each for each, far in distance.items() if far == hop - 1], limit)
        new = [each for each in sorted(near) if each not in found]
        cut = cut or more or len(new) > limit - len(found)
        for each in new[: limit - len(found)]:
            found[each] = near[each]
            for end in (each.subject_id, each.object_id):
                distance.setdefault(end, hop)
    shown = {each: passages[:_PLACES] for each, passages in found.items()}
    said = _said(view, shown)
    places = _places(view, shown, said)
    links = tuple(Linked(each, len(found[each]), places[each]) for each in found if places[each])
    ends = {end for each in links for end in (each.tie.subject_id, each.tie.object_id)}
    entities = _named(view, {each: far for each, far in distance.items() if far == 0 or each in ends}, said)
    return Neighbourhood(centre, hops, entities, links, cut)


# -- one hop --------------------------------------------------------------------------------------------------------
def _hop(view: GraphView, entity_ids: Sequence[str], limit: int) -> tuple[Mapping[Tie, tuple[str, ...]], bool]:
    """What leads from these entities or to them, with the passages that say so; and whether there may be more than was read."""
    found: dict[Tie, set[str]] = defaultdict(set)
    if not entity_ids:
        return {}, False
    read = [view.linked(entity_ids, limit + 1, towards=towards) for towards in (False, True)]
    for each in (link for links in read for link in links):
        found[Tie(False, False, each.subject_id, each.predicate, each.object_id, "")].update(each.passage_ids)
    stated = view.stated(subject_ids=entity_ids, limit=limit + 1)
    for said in stated:
        if said.fact.object_id is None:
            found[_tie(said.fact)].add(said.at.passage.id)
    pairs, more = _mentions(view, entity_ids, limit)
    for (subject, other), passages in pairs.items():
        found[Tie(True, False, subject, "", other, "")].update(passages)
    more = more or any(len(each) > limit for each in (*read, stated))
    return {each: tuple(sorted(passages)) for each, passages in found.items()}, more


def _mentions(
    view: GraphView, entity_ids: Sequence[str], limit: int
) -> tuple[Mapping[tuple[str, str], set[str]], bool]:
    """By (what a passage is about, what it names), those passages: where these entities are one of the two."""
    here = frozenset(entity_ids)
    about = list(
        dict.fromkeys(each.passage_id for each in view.defining(entity_ids) if each.basis is not NameBasis.PART)
    )
    named = view.mentioning(entity_ids, limit + 1)
    passages = list(dict.fromkeys([*about[:limit], *(each.passage_id for each in named)]))
    subjects: dict[str, dict[str, None]] = defaultdict(dict)
    for each in view.definitions(passages):
        if each.basis is not NameBasis.PART:
            subjects[each.passage_id][each.entity_id] = None
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for mention in view.mentions(passages):
        for subject in subjects[mention.passage_id]:
            if subject != mention.entity_id and (subject in here or mention.entity_id in here):
                found[subject, mention.entity_id].add(mention.passage_id)
    return found, len(about) > limit or len(named) > limit


def _tie(fact: Fact) -> Tie:
    to_value = fact.object_id is None
    return Tie(
        False, to_value, fact.subject_id, fact.predicate, fact.object_id or "", fact.object.raw if to_value else ""
    )


# -- what states it -------------------------------------------------------------------------------------------------
def _said(view: GraphView, shown: Mapping[Tie, Sequence[str]]) -> Mapping[tuple[Tie, str], Stated]:
    """By fact and passage, what stands there; of several that differ in what narrows them the first."""
    passages = _passages(shown, mentions=False)
    subjects = sorted({each.subject_id for each in shown if not each.is_mention})
    found: dict[tuple[Tie, str], Stated] = {}
    for each in view.stated(passage_ids=passages, subject_ids=subjects, limit=_ALL) if passages else ():
        found.setdefault((_tie(each.fact), each.at.passage.id), each)
    return found


def _places(
    view: GraphView, shown: Mapping[Tie, Sequence[str]], said: Mapping[tuple[Tie, str], Stated]
) -> Mapping[Tie, tuple[Place, ...]]:
    named = _passages(shown, mentions=True)
    located = {each.passage.id: each for each in view.located(named)}
    spans: dict[tuple[str, str], Span] = {}
    for mention in view.mentions(located):
        spans.setdefault((mention.entity_id, mention.passage_id), mention.span)

    def place(tie: Tie, passage_id: str) -> Place | None:
        if tie.is_mention:
            span = spans.get((tie.object_id, passage_id))
            return None if span is None else Place(located[passage_id], span)
        one = said.get((tie, passage_id))
        return None if one is None else Place(one.at, one.span, one.fact.qualifiers)

    return {each: tuple(made for one in passages if (made := place(each, one))) for each, passages in shown.items()}


def _passages(shown: Mapping[Tie, Sequence[str]], *, mentions: bool) -> list[str]:
    return sorted({each for tie, passages in shown.items() if tie.is_mention is mentions for each in passages})


def _named(
    view: GraphView, distance: Mapping[str, int], said: Mapping[tuple[Tie, str], Stated]
) -> tuple[Neighbour, ...]:
    """By distance, then name. Of an entity that nothing in force tells of, the name is as a fact writes it."""
    known: dict[str, Entity] = {}
    for fact in (each.fact for each in said.values()):
        known[fact.subject_id] = Entity(fact.subject_id, key(fact.subject), fact.subject)
        if fact.object_id is not None:
            known[fact.object_id] = Entity(fact.object_id, fact.object.value, fact.object.raw)
    known |= {each.entity.id: each.entity for each in view.identities(distance)}
    known |= {each.id: each for each in view.entities(distance)}
    found = [Neighbour(known[each], far) for each, far in distance.items() if each in known]
    return tuple(sorted(found, key=lambda each: (each.hops, each.entity.name, each.entity.id)))
