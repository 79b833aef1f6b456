"""The inbox of conflicts, as one reader may know it: what is open, who has it, what was decided, and how it came about.

A conflict is here for a reader who may read two of its members that differ; what is shown of it is worked out from those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.access import Principal, Scope
from contract.conflicts import ConflictEntry, ConflictMember, EntryKind, conflict_id
from contract.errors import NotFound, RequestError
from contract.evidence import Resolution, Stated
from contract.ports import StoreState
from contract.records import Literal
from contract.time import Instant
from language.tables import LANGUAGES
from language.values import parse, same, show
from service.inbox.finding import Pair, Seen, look, member_of
from service.inbox.history import Event, events, open_since
from service.scoping import scope_of
from service.wiring import Product


class Status(StrEnum):
    OPEN = "open"  # nothing settles it: it waits for somebody
    DECIDED = "decided"  # a person chose over exactly these values
    SETTLED = "settled"  # a rung of the ladder left one value, or one a scope
    CLOSED = "closed"  # no two values that differ hold together any more


@dataclass(frozen=True, slots=True)
class Conflict:
    """``members`` are statements with the rung that removed each; those that stand come first. ``at`` is the day that this is
    of: the one asked, or the first to come on which it is open. ``since`` is when it became known as open."""

    id: str
    subject_id: str
    subject: str
    predicate: str
    status: Status
    resolution: Resolution | None
    at: Instant
    members: tuple[tuple[Stated, Resolution | None], ...]
    owner: str | None
    since: Instant | None
    history: tuple[Event, ...]

    @property
    def left(self) -> tuple[Literal, ...]:
        """The values that no rung has removed, each once."""
        stands = sorted(
            (said.fact.object for said, rule in self.members if rule in (None, Resolution.HUMAN)),
            key=lambda each: (each.value, each.unit or "", each.high or "", each.raw),
        )
        return tuple({(each.value, each.unit, each.high): each for each in reversed(stands)}.values())[::-1]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who looks into the inbox, and as of when; now and what is to come where ``valid_at`` is None."""

    reader: Principal
    valid_at: Instant | None = None
    known_at: Instant | None = None


def conflicts(product: Product, asked: Asked, statuses: Iterable[Status] = (Status.OPEN,)) -> tuple[Conflict, ...]:
    """Those of these statuses, the longest open first."""
    wanted = frozenset(statuses)
    found = [each for each in _all(product, asked, None) if each.status in wanted]
    return tuple(sorted(found, key=lambda each: (each.since is None, each.since or 0, each.predicate, each.subject)))


def moved(product: Product, asked: Asked, since: StoreState) -> tuple[tuple[Conflict | None, Conflict], ...]:
    """Those that stand otherwise than at ``since``, each as it stood then (None where there was none) and as it stands."""
    entries = product.store.view(_scope(product, asked)).conflict_entries()
    ids = sorted({entry.conflict_id for entry in entries if entry.number > since.commit})
    then = {each.id: each for each in _all(product, replace(asked, known_at=since.known_at), ids)}
    pairs = ((then.get(each.id), each) for each in _all(product, asked, ids))
    return tuple((before, after) for before, after in pairs if _standing(before) != _standing(after))


def _standing(item: Conflict | None) -> tuple[object, ...] | None:
    return (item.status, item.left) if item else None


def conflict(product: Product, asked: Asked, name: str) -> Conflict:
    """One by its id or the beginning of it. Hidden and absent look alike: ``NotFound``."""
    scope = _scope(product, asked)
    known = {entry.conflict_id for entry in product.store.view(scope).conflict_entries()}
    ids = [id_ for id_ in known if id_.startswith(name)] if name else []
    found = _all(product, asked, ids) if len(ids) == 1 else []
    if not found:
        raise NotFound(f"no conflict {name!r} here; 'vigente conflicts list --status all' shows them")
    return found[0]


# -- what people do -------------------------------------------------------------------------------------------------
def assign(product: Product, asked: Asked, name: str, owner: str) -> Conflict:
    """Say whose it is."""
    return _done(
        product, asked, _entry(product, asked, conflict(product, asked, name), EntryKind.ASSIGNED, owner=owner)
    )


def note(product: Product, asked: Asked, name: str, text: str) -> Conflict:
    return _done(product, asked, _entry(product, asked, conflict(product, asked, name), EntryKind.NOTED, note=text))


def resolve(
    product: Product, asked: Asked, name: str, *, value: str | None = None, members: Sequence[str] = (), text: str = ""
) -> Conflict:
    """Choose one of the values that are left, by the value itself or by members that state it (URI, passage or fact).

    It counts as long as exactly these values are left. ``RequestError`` for a conflict that is not open, and for a value that
    is none of those left.
    """
    one = conflict(product, asked, name)
    if one.status not in (Status.OPEN, Status.DECIDED):
        raise RequestError(f"the conflict {one.id} is {one.status}: only an open one is decided")
    left = [said for said, rule in one.members if rule in (None, Resolution.HUMAN)]
    chosen = _chosen(product, one, left, value, members)
    over = tuple(member_of(said) for said in left)
    entry = _entry(product, asked, one, EntryKind.RESOLVED, note=text)
    return _done(product, asked, replace(entry, members=over, chosen=chosen))


def reopen(product: Product, asked: Asked, name: str, text: str = "") -> Conflict:
    """Take back what was decided. ``RequestError`` where nothing is."""
    one = conflict(product, asked, name)
    if one.status is not Status.DECIDED:
        raise RequestError(f"the conflict {one.id} is {one.status}: only a decided one is opened again")
    return _done(product, asked, _entry(product, asked, one, EntryKind.REOPENED, note=text))


def _chosen(
    product: Product, one: Conflict, left: Sequence[Stated], value: str | None, members: Sequence[str]
) -> Literal:
    rule = product.policy.predicate(one.predicate)
    stated = [said.fact.object for said in left]
    if (value is None) == (not members):
        raise RequestError("say what stands: a value, or members that state it, and not both")
    if value is not None:
        read = (parse(value, language, rule.datatype) for language in LANGUAGES)
        found = [said for literal in read for said in stated if same(literal, said, rule.datatype)]
    else:
        named = [[said.fact.object for said in left if _is(said, each)] for each in members]
        if unknown := [each for each, meant in zip(members, named, strict=True) if not meant]:
            raise RequestError(
                f"{unknown[0]!r} is none of the members that are left: see `vigente conflicts show {one.id}`"
            )
        found = [each for meant in named for each in meant]
        if any(not same(found[0], other, rule.datatype) for other in found[1:]):
            raise RequestError("these members state different values: name members of one value")
    if not found:
        shown = "; ".join(dict.fromkeys(show(each, LANGUAGES[0]) for each in stated))
        raise RequestError(f"{value!r} is none of the values that are left ({shown}): choose one of them")
    return found[0]


def _is(said: Stated, name: str) -> bool:
    return name in (said.at.revision.uri, said.at.revision.id, said.at.passage.id, said.fact.id)


def _entry(
    product: Product, asked: Asked, one: Conflict, kind: EntryKind, *, owner: str | None = None, note: str = ""
) -> ConflictEntry:
    members = tuple(member_of(said, rule) for said, rule in one.members) or _last_members(product, asked, one)
    by = asked.reader.subject
    return ConflictEntry(one.id, one.subject_id, one.predicate, kind, by, members, owner=owner, note=note)


def _last_members(product: Product, asked: Asked, one: Conflict) -> tuple[ConflictMember, ...]:
    """Of one that is closed, the members that it had."""
    entries = product.store.view(_scope(product, asked)).conflict_entries([one.id])
    return next((entry.members for entry in reversed(entries) if entry.kind is EntryKind.FOUND), ())


def _done(product: Product, asked: Asked, entry: ConflictEntry) -> Conflict:
    product.store.record_conflicts(asked.reader.tenant, [entry], product.clock())
    return conflict(product, replace(asked, known_at=None), entry.conflict_id)


# -- working it out -------------------------------------------------------------------------------------------------
def _all(product: Product, asked: Asked, ids: Sequence[str] | None) -> list[Conflict]:
    scope = _scope(product, asked)
    entries: dict[str, list[ConflictEntry]] = {}
    for entry in product.store.view(scope).conflict_entries(ids):
        entries.setdefault(entry.conflict_id, []).append(entry)
    pairs: set[Pair] = {(own[0].subject_id, own[0].predicate) for own in entries.values()}
    found = look(product, scope, pairs, ahead=asked.valid_at is None)
    seen = {conflict_id(scope.tenant, each.subject_id, each.rule.name): each for each in found}
    made = (_conflict(product, scope, id_, own, seen.get(id_)) for id_, own in entries.items())
    return [one for one in made if one is not None]


def _conflict(
    product: Product, scope: Scope, id_: str, entries: Sequence[ConflictEntry], seen: Seen | None
) -> Conflict | None:
    """None where this reader has never had two members that differ."""
    rule = product.policy.predicate(entries[0].predicate)
    history = events(entries, rule.datatype)
    if seen is None and not history:
        return None
    status = _status(seen)
    owner = next((entry.owner for entry in reversed(entries) if entry.kind is EntryKind.ASSIGNED), None)
    return Conflict(
        id=id_,
        subject_id=entries[0].subject_id,
        subject=seen.subject if seen else _subject(product, scope, entries[0]),
        predicate=rule.name,
        status=status,
        resolution=seen.resolution if seen else _ended(product, scope, history),
        at=seen.at if seen else scope.valid_at,
        members=seen.statements if seen else (),
        owner=owner,
        since=open_since(history) if status is Status.OPEN else None,
        history=history,
    )


def _status(seen: Seen | None) -> Status:
    if seen is None or seen.resolution in (Resolution.SUPERSEDED, Resolution.DISJOINT):
        return Status.CLOSED
    if seen.resolution is Resolution.HUMAN:
        return Status.DECIDED
    return Status.OPEN if seen.resolution is Resolution.UNRESOLVED else Status.SETTLED


def _ended(product: Product, scope: Scope, history: Sequence[Event]) -> Resolution:
    """Why its last members hold together no more, as far as this reader may know."""
    members = next((event.members for event in reversed(history) if event.members), ())
    edges = product.store.view(scope).supersessions({member.revision_id for member in members})
    ended = any(edge.effective <= scope.valid_at for edge in edges)
    return Resolution.SUPERSEDED if ended else Resolution.DISJOINT


def _subject(product: Product, scope: Scope, entry: ConflictEntry) -> str:
    """How a statement that this reader may read names the subject; empty where none is left."""
    for view in (product.store.view(scope), product.store.view(scope.lapsed())):
        for said in view.stated(predicates=[entry.predicate], subject_ids=[entry.subject_id], limit=1):
            return said.fact.subject
    return ""


def _scope(product: Product, asked: Asked) -> Scope:
    return scope_of(product, asked.reader, asked.valid_at, asked.known_at)
