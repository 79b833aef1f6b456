"""Entities as one reader knows them, and what people say of which are one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from contract.access import Principal
from contract.errors import NotFound, RequestError
from contract.evidence import Located
from contract.ids import content_id
from contract.merges import Identity, MergeEntry, MergeKind, MergeRule
from contract.ports import GraphView
from contract.records import Definition, Entity
from contract.time import Instant, iso
from graph.merging import undoing
from language.words import key
from service.inbox.finding import ALL, find
from service.scoping import view_of
from service.wiring import Product

_PLACES = 20  # where an entity is defined, at most, the surest first


@dataclass(frozen=True, slots=True)
class Known:
    """An entity with where the scope defines it, and the passages that state its aliases, by id."""

    identity: Identity
    defined: tuple[tuple[Definition, Located], ...]
    said_in: dict[str, Located]


@dataclass(frozen=True, slots=True)
class Meant:
    """Of an entity the member that a name or an id means."""

    identity: Identity
    member: Entity


def show(
    product: Product,
    principal: Principal,
    what: str,
    valid_at: Instant | None = None,
    known_at: Instant | None = None,
) -> tuple[Known, ...]:
    """The entities of a name, or the one of an id. ``NotFound`` where the reader knows of none."""
    view = view_of(product, principal, valid_at, known_at)
    return tuple(_known(view, each) for each in called(view, what))


def merge(product: Product, principal: Principal, name: str, of: str, note: str = "") -> Known:
    """Say that ``name`` is another name of ``of``. What is one already stays as it is."""
    view = view_of(product, principal)
    one, other = _meant(view, name), _meant(view, of)
    if one.identity != other.identity:
        _refuse_kept_apart(one, other)
        _record(product, principal, [_said(principal, one, other, MergeKind.SAME, note)], (one, other))
    return _after(product, principal, other)


def split(product: Product, principal: Principal, one: str, other: str, note: str = "") -> tuple[Known, Known]:
    """Say that two are not one: takes back what people said, and keeps apart what the rules would join."""
    view = view_of(product, principal)
    here, there = _meant(view, one), _meant(view, other)
    if here.member.id == there.member.id:
        raise RequestError(
            f"{one!r} and {other!r} are one name: give an id of each, as 'vigente entities show' tells them"
        )
    if here.identity != there.identity:
        raise NotFound(f"{here.member.name!r} and {there.member.name!r} are not one: there is nothing to split")
    low, high = sorted((here.member.id, there.member.id))
    kind = undoing(here.identity, (low, high))
    _record(product, principal, [_said(principal, here, there, kind, note)], (here, there))
    return _after(product, principal, here), _after(product, principal, there)


# -- who is meant ---------------------------------------------------------------------------------------------------
def called(view: GraphView, what: str) -> tuple[Identity, ...]:
    """By id, else by a name that an entity has or that a passage of the scope defines it under."""
    if found := view.identities([what]):
        return found
    name = key(what)
    own = content_id(view.scope.tenant, name, "")
    found = view.identities([own, *(definition.entity_id for definition in view.named([name]))])
    if not found:
        raise NotFound(f"no entity is called {what!r} here: give a name as a document writes it, or an entity's id")
    return found


def _meant(view: GraphView, what: str) -> Meant:
    found = called(view, what)
    if len(found) > 1:
        named = "; ".join(f"{each.entity.id} ({each.entity.name})" for each in found)
        raise RequestError(f"{what!r} is the name of {len(found)} entities: give the id of one of them: {named}")
    (identity,) = found
    name = key(what)
    members = (member for member in identity.members if what == member.id or name == member.key)
    return Meant(identity, next(members, identity.entity))


def _refuse_kept_apart(one: Meant, other: Meant) -> None:
    """A merge of two would join a third that is kept apart from one of them."""
    pair = {one.member.id, other.member.id}
    here, there = ({member.id for member in each.identity.members} for each in (one, other))
    names = {member.id: member.name for each in (one, other) for member in each.identity.members}
    for entry in one.identity.apart:
        ends = set(entry.pair)
        if ends != pair and ends & here and ends & there:
            low, high = (names[each] for each in entry.pair)
            raise RequestError(
                f"{low!r} and {high!r} are kept apart by {entry.by or 'the service'} since {iso(entry.known_at)}, and this would "
                "join them: merge those two first"
            )


# -- saying it ------------------------------------------------------------------------------------------------------
def _said(principal: Principal, one: Meant, other: Meant, kind: MergeKind, note: str) -> MergeEntry:
    return MergeEntry(one.member.id, other.member.id, kind, MergeRule.HUMAN, principal.subject, note)


def _record(product: Product, principal: Principal, entries: Iterable[MergeEntry], meant: Iterable[Meant]) -> None:
    """Keep what was said, and look for the conflicts that it makes or ends."""
    tenant = principal.tenant
    product.store.record_merges(tenant, entries, product.clock())
    members = sorted({member.id for each in meant for member in each.identity.members})
    view = view_of(product, principal)
    stated = view.stated(subject_ids=members, limit=ALL)
    find(product, tenant, {(member, each.fact.predicate) for member in members for each in stated})


def _after(product: Product, principal: Principal, meant: Meant) -> Known:
    view = view_of(product, principal)
    return _known(view, view.identities([meant.member.id])[0])


def _known(view: GraphView, identity: Identity) -> Known:
    defined = view.defining([identity.entity.id])[:_PLACES]
    said = [entry.passage_id for entry in identity.merges if entry.passage_id]
    located = {each.passage.id: each for each in view.located([*(each.passage_id for each in defined), *said])}
    return Known(
        identity,
        tuple((each, located[each.passage_id]) for each in defined if each.passage_id in located),
        {each: located[each] for each in said if each in located},
    )
