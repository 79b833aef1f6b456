"""A conflict's entries as a reader is told of them: what happened, in words that say what changed.

All of it follows from the members that the reader may read and from what people did whose choice the reader may know: which rung
settled what on a past day may have hung on a source that is hidden, and is not told.
"""

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
    CHANGED = "changed"  # other members
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
    by: str = ""
    members: tuple[ConflictMember, ...] = ()
    chosen: Literal | None = None
    owner: str | None = None
    note: str = ""


_BY_PEOPLE = {
    EntryKind.ASSIGNED: Happened.ASSIGNED,
    EntryKind.NOTED: Happened.NOTED,
    EntryKind.RESOLVED: Happened.RESOLVED,
    EntryKind.REOPENED: Happened.REOPENED,
}
_OPENING = (Happened.FOUND, Happened.CHANGED, Happened.REOPENED)


def events(entries: Iterable[ConflictEntry], datatype: Datatype) -> tuple[Event, ...]:
    """The history from the first time that two members differed; what shows no change to this reader is left out."""
    told: list[Event] = []
    before: frozenset[str] | None = None  # the members when they last differed; None while they do not
    decided = False
    for entry in entries:
        if entry.kind is not EntryKind.FOUND:
            if told:
                told.append(_done(entry))
                decided = {EntryKind.RESOLVED: True, EntryKind.REOPENED: False}.get(entry.kind, decided)
            continue
        now = _named(entry) if _conflicting(entry, datatype) else None
        if now == before or (now is None and not told):
            continue
        if now is None:
            told.append(Event(Happened.CLOSED, entry.known_at))
        else:
            what = Happened.REOPENED if decided else Happened.CHANGED if told else Happened.FOUND
            told.append(Event(what, entry.known_at, members=entry.members))
            decided = False
        before = now
    return tuple(told)


def open_since(history: Sequence[Event]) -> Instant | None:
    """When it last became known with these members, or was opened again; of one that is open."""
    return next((event.at for event in reversed(history) if event.what in _OPENING), None)


def _done(entry: ConflictEntry) -> Event:
    what = _BY_PEOPLE[entry.kind]
    return Event(what, entry.known_at, entry.by, entry.members, entry.chosen, entry.owner, entry.note)


def _named(entry: ConflictEntry) -> frozenset[str]:
    return frozenset(f"{each.revision_id}/{each.passage_id}/{each.fact_id}" for each in entry.members)


def _conflicting(entry: ConflictEntry, datatype: Datatype) -> bool:
    """Whether two members stated different values. One that is not told any more may have been different."""
    if entry.resolution in _OVER or len(entry.members) < 2:
        return False
    values = {member.value for member in entry.members}
    return None in values or any(not same(a, b, datatype) for a, b in combinations(filter(None, values), 2))
