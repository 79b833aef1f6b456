"""The inbox of conflicts: entries are added, and never changed."""

from __future__ import annotations

from collections.abc import Iterable

from contract.conflicts import ConflictEntry
from contract.time import Instant
from graph.bolt.keys import keyed
from graph.bolt.turn import Numbers, Turn, end
from graph.conflicts import entry_columns, named_revisions


def add(turn: Turn, entries: Iterable[ConflictEntry]) -> None:
    """Keep entries as one commit."""
    rows = [entry_row(turn.numbers, turn.tenant, entry, turn.at, turn.number) for entry in entries]
    turn.batches("write/record_conflicts", rows)
    end(turn)


def entry_row(numbers: Numbers, tenant: int, entry: ConflictEntry, known_at: Instant, number: int) -> dict[str, object]:
    """What ``write/record_conflicts`` takes of one entry."""
    kept = entry_columns(entry)
    about = {"subject_id": kept.pop("subject_id"), "predicate": kept.pop("predicate"), "id": kept.pop("conflict")}
    place = {"row": numbers.next("conflict_entries"), "tenant": tenant, "known_at": known_at, "number": number}
    return {
        "conflict": {**about, "key": keyed(tenant, entry.conflict_id), "tenant": tenant},
        "entry": {**kept, **place},
        "revisions": named_revisions(entry),
    }
