"""What a run of ingestion did: what holds at other times, which conflicts stand otherwise, which names became one.

Told from the store as it was known before and as it is now, to one reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contract.access import Principal
from contract.history import Put
from contract.merges import Identity, MergeRule
from contract.ports import GraphView, StoreState
from contract.records import Literal, Revision
from contract.time import Interval
from service.explain.timeline import Ending
from service.inbox.inbox import Asked, Conflict, Status, moved
from service.ingestion.ingest import Report
from service.scoping import view_of
from service.wiring import Product, latest


@dataclass(frozen=True, slots=True)
class Effect:
    """A revision, or a section of it, that holds at other times than before; ``by``: what ends it now and did not."""

    uri: str
    label: str | None
    revision_id: str
    section: str | None
    before: tuple[Interval, ...]
    after: tuple[Interval, ...]
    by: tuple[Ending, ...]

    @property
    def plain(self) -> bool:
        """A revision that was not there before, and that nothing ends."""
        return not self.before and not self.by and self.section is None


@dataclass(frozen=True, slots=True)
class Contested:
    """A conflict that stands otherwise than before; ``before`` None: there was none. ``values`` are those that are left."""

    conflict_id: str
    subject: str
    predicate: str
    before: Status | None
    after: Status
    values: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """An entity that was several, or under fewer names. ``by``: (name, of, rule), the names that became one with others."""

    entity_id: str
    name: str
    aliases: tuple[str, ...]
    by: tuple[tuple[str, str, MergeRule], ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a run changed."""

    holds: tuple[Effect, ...] = ()
    conflicts: tuple[Contested, ...] = ()
    merges: tuple[Joined, ...] = ()


def effects(product: Product, principal: Principal, report: Report, since: StoreState) -> Effects:
    """What a run changed, of the store as it was left at ``since``: of the sources that it wrote or acted upon, and of the
    conflicts and entities that anything became known of."""
    now = latest(product)
    before, after = (view_of(product, principal, now, known) for known in (since.known_at, now))
    every = {revision.id: revision for revision in after.revisions()}
    touched = _touched(product, principal.tenant, report, every)
    return Effects(
        tuple(effect for uri in touched for effect in _effects(uri, before, after, every)),
        tuple(_contested(*each) for each in moved(product, Asked(principal), since)),
        tuple(_joined(before, after, since.commit)),
    )


def _touched(product: Product, tenant: str, report: Report, every: dict[str, Revision]) -> list[str]:
    written = {document.revision_id for document in report.documents if document.revision_id}
    uris = {document.uri for document in report.documents if document.uri}
    uris |= {every[one].uri for document in report.documents for one in document.superseded if one in every}
    for event in product.store.history(tenant):
        if isinstance(event, Put) and event.revision_id in written:
            uris |= {act.target for act in event.acts}
    return sorted(uris)


def _effects(uri: str, before: GraphView, after: GraphView, every: dict[str, Revision]) -> Iterator[Effect]:
    was, holds = _holds(before, uri), _holds(after, uri)
    own = [key for key in dict.fromkeys(key for key, _ in (*was, *holds)) if key in every]
    known = {(edge.newer, edge.older, edge.rule) for edge in before.supersessions(own)}
    edges = [edge for edge in after.supersessions(own) if edge.newer in every]
    for key, section in sorted(was | holds, key=lambda one: (one[0], one[1] or "")):
        then, now = was.get((key, section), ()), holds.get((key, section), ())
        if then == now or key not in every:
            continue
        by = {
            Ending(every[edge.newer].uri, every[edge.newer].metadata.revision, edge.rule)
            for edge in edges
            if edge.older == key and edge.section in (None, section) and (edge.newer, key, edge.rule) not in known
        }
        ended = tuple(sorted(by, key=lambda one: (one.uri, one.label or "", one.rule)))
        yield Effect(uri, every[key].metadata.revision, key, section, then, now, ended)


def _holds(view: GraphView, uri: str) -> dict[tuple[str, str | None], tuple[Interval, ...]]:
    """By revision and section: when it holds. A section that holds as its revision does is left out."""
    found: dict[tuple[str, str | None], tuple[Interval, ...]] = {}
    for key, section, start, end in view.holds(uri):
        found[key, section] = (*found.get((key, section), ()), Interval(start, end))
    return {
        (key, section): holds
        for (key, section), holds in found.items()
        if section is None or holds != found.get((key, None), ())
    }


def _contested(before: Conflict | None, after: Conflict) -> Contested:
    was = before.status if before else None
    return Contested(after.id, after.subject, after.predicate, was, after.status, after.left)


def _joined(before: GraphView, after: GraphView, commit: int) -> Iterator[Joined]:
    """The entities that entries of later commits hold together, where their members were not one."""
    found = after.joined_since(commit)
    was = {
        member.id: identity.entity.id
        for identity in before.identities([member.id for each in found for member in each.members])
        for member in identity.members
    }
    for each in found:
        if len({was.get(member.id, member.id) for member in each.members}) > 1:
            yield _as_one(each, commit)


def _as_one(item: Identity, commit: int) -> Joined:
    names = {member.id: member.name for member in item.members}
    new = [entry for entry in item.merges if entry.number > commit]
    by = {(names[entry.name_id], names[entry.of_id], entry.rule): None for entry in new}
    return Joined(item.entity.id, item.entity.name, tuple(member.name for member in item.members[1:]), tuple(by))
