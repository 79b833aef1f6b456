"""The entries of conflicts as a store keeps them, and which of them a scope may show. The same for every store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from contract.conflicts import ConflictEntry, ConflictMember, EntryKind
from contract.evidence import Resolution
from contract.records import Literal
from graph.columns import KNOWN, WITHDRAWN
from graph.rows import Row, as_json, literal, literal_json
from graph.sight import Sight


class ConflictReader(Protocol):
    """How a store reads entries, within one tenant."""

    def conflict_entries(self, conflict_ids: Sequence[str] | None, upto: int) -> Sequence[Row]:
        """Those of these conflicts, or all, up to the commit ``upto``, as ``entry_of`` takes them, in their order."""
        ...


def entries(sight: Sight, read: ConflictReader, conflict_ids: Iterable[str] | None) -> tuple[ConflictEntry, ...]:
    """What the scope may know of conflicts, in the order in which it became known.

    Of what the service found those members are left out that the reader may not read, and with them which rung settled it;
    that it is over stays. What people did is known to who may read everything that they saw. A value of a source that is
    withdrawn is not told.
    """
    wanted = None if conflict_ids is None else sorted(set(conflict_ids))
    if wanted == []:
        return ()
    rows = read.conflict_entries(wanted, sight.columns.commit)
    known = [entry for entry in map(entry_of, rows) if entry.known_at <= sight.scope.known_at]
    states = _revisions(sight, {member.revision_id for entry in known for member in entry.members})
    return tuple(shown for entry in known if (shown := _shown(entry, states)) is not None)


def _revisions(sight: Sight, revision_ids: Iterable[str]) -> Mapping[str, bool]:
    """Of these revisions those of a readable audience; True where it is not withdrawn."""
    columns, at = sight.columns, sight.scope.known_at
    numbers = sight.read.revision_numbers(sorted(revision_ids))
    named = {row[1]: row[0] for row in sight.read.revisions(numbers)} if numbers else {}
    places = columns.revision_places(np.array(list(named.values()), dtype=np.int64))
    allowed = np.isin(columns.audience, np.fromiter(sight.scope.audience_ids, dtype=np.int64))
    lives = (columns.revisions[KNOWN] <= at) & (at < columns.revisions[WITHDRAWN])
    found = zip(named, places.tolist(), strict=True)
    return {identity: bool(lives[place]) for identity, place in found if place >= 0 and allowed[place]}


def _shown(entry: ConflictEntry, states: Mapping[str, bool]) -> ConflictEntry | None:
    readable = [member for member in entry.members if member.revision_id in states]
    whole = len(readable) == len(entry.members)
    if entry.kind is not EntryKind.FOUND:
        return entry if whole else None
    if not readable:
        return None
    told = (member if states[member.revision_id] else replace(member, value=None) for member in readable)
    if whole:
        return replace(entry, members=tuple(told))
    over = entry.resolution in (Resolution.SUPERSEDED, Resolution.DISJOINT)
    members = tuple(replace(member, rule=None) for member in told)
    return replace(entry, members=members, resolution=Resolution.DISJOINT if over else None)


# -- rows -----------------------------------------------------------------------------------------------------------
def entry_columns(entry: ConflictEntry) -> dict[str, object]:
    """What a store keeps of an entry besides its tenant, its known time and the number of its commit."""
    values = [None if member.value is None else literal_json(member.value) for member in entry.members]
    chosen = None if entry.chosen is None else literal_json(entry.chosen)
    members = [[each.revision_id, each.passage_id, each.fact_id, each.rule] for each in entry.members]
    return {
        "conflict": entry.conflict_id,
        "subject_id": entry.subject_id,
        "predicate": entry.predicate,
        "kind": entry.kind.value,
        "by": entry.by,
        "resolution": None if entry.resolution is None else entry.resolution.value,
        "owner": entry.owner,
        "members": as_json(members),
        "words": as_json({"values": values, "chosen": chosen, "note": entry.note}),
    }


def entry_of(row: Row) -> ConflictEntry:
    """An entry from (conflict, subject_id, predicate, kind, by, resolution, owner, members, words, known_at, number)."""
    conflict, subject_id, predicate, kind, by, resolution, owner, members, words, known_at, number = row
    listed = json.loads(members)
    said: Mapping[str, Any] = (
        json.loads(words) if words else {"values": [None] * len(listed), "chosen": None, "note": ""}
    )
    return ConflictEntry(
        conflict_id=conflict,
        subject_id=subject_id,
        predicate=predicate,
        kind=EntryKind(kind),
        by=by,
        members=tuple(
            ConflictMember(revision, passage, fact, _value(value), Resolution(rule) if rule else None)
            for (revision, passage, fact, rule), value in zip(listed, said["values"], strict=True)
        ),
        resolution=Resolution(resolution) if resolution else None,
        chosen=_value(said["chosen"]),
        owner=owner,
        note=said["note"],
        known_at=known_at,
        number=number,
    )


def named_revisions(entry: ConflictEntry) -> list[str]:
    """The revisions that an entry names, each once."""
    return sorted({member.revision_id for member in entry.members})


def _value(text: str | None) -> Literal | None:
    return None if text is None else literal(text)
