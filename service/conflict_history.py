"""A conflict's entries as a reader is told of them: what happened, in words that say what changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from contract.conflicts import ConflictEntry, ConflictMember, EntryKind
from contract.evidence import Resolution
from contract.records import Datatype, Literal
from contract.time import Instant
from language.values import same

_OVER = (Resolution.SUPERSEDED, Resolution.DISJOINT)


class Happened(StrEnum):
    FOUND = "found"
    CHANGED = "changed"  # other members, or settled otherwise
    CLOSED = "closed"  # no two values hold together any more
    REOPENED = "reopened"  # by a person, or since what was decided over is not what is left
    ASSIGNED = "assigned"
    NOTED = "noted"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a conflict's history. ``by`` is empty where the service saw it itself."""

    what: Happened
    at: Instant
    by: str
    members: tuple[ConflictMember, ...] = ()
    resolution: Resolution | None = None
    chosen: Literal | None = None
    owner: str | None = None
    note: str = ""


_BY_PEOPLE = {
    EntryKind.ASSIGNED: Happened.ASSIGNED,
    EntryKind.NOTED: Happened.NOTED,
    EntryKind.RESOLVED: Happened.RESOLVED,
    EntryKind.REOPENED: Happened.REOPENED,
}


def events(entries: Iterable[ConflictEntry], datatype: Datatype) -> tuple[Event, ...]:
    """The history from the first time that two members differed; what shows no change to this reader is left out."""
    told: list[Event] = []
    before: ConflictEntry | None = None
    decided = False
    for entry in entries:
        if entry.kind is not EntryKind.FOUND:
            if told:
                told.append(_event(_BY_PEOPLE[entry.kind], entry))
                decided = {EntryKind.RESOLVED: True, EntryKind.REOPENED: False}.get(entry.kind, decided)
            continue
        differs = _conflicting(entry, datatype)
        if before is None:
            if not _ever_differ(entry.members, datatype):
                continue
            told.append(_event(Happened.FOUND if differs else Happened.CLOSED, entry))
        elif not _alike(entry, before):
            again = decided and entry.resolution is Resolution.UNRESOLVED
            told.append(
                _event(Happened.CLOSED if not differs else Happened.REOPENED if again else Happened.CHANGED, entry)
            )
            decided = decided and not again
        before = entry
    return tuple(told)


def open_since(entries: Sequence[ConflictEntry], datatype: Datatype) -> Instant | None:
    """When it last became known as open; None if it never did."""
    since: Instant | None = None
    for entry in entries:
        if entry.kind is EntryKind.RESOLVED:
            since = None
        elif entry.kind is EntryKind.REOPENED:
            since = entry.known_at
        elif entry.kind is EntryKind.FOUND:
            waits = _conflicting(entry, datatype) and entry.resolution in (None, Resolution.UNRESOLVED)
            since = (since if since is not None else entry.known_at) if waits else None
    return since


def _event(what: Happened, entry: ConflictEntry) -> Event:
    return Event(what, entry.known_at, entry.by, entry.members, entry.resolution, entry.chosen, entry.owner, entry.note)


def _conflicting(entry: ConflictEntry, datatype: Datatype) -> bool:
    return entry.resolution not in _OVER and _ever_differ(entry.members, datatype)


def _ever_differ(members: Sequence[ConflictMember], datatype: Datatype) -> bool:
    """Whether two members state different values. One that is not told any more may have been different."""
    if any(member.value is None for member in members):
        return len(members) > 1
    values = {member.value for member in members if member.value is not None}
    return any(not same(a, b, datatype) for a, b in combinations(values, 2))


def _alike(one: ConflictEntry, other: ConflictEntry) -> bool:
    def named(entry: ConflictEntry) -> set[tuple[str, str, str]]:
        return {(each.revision_id, each.passage_id, each.fact_id) for each in entry.members}

    return named(one) == named(other) and one.resolution is other.resolution
