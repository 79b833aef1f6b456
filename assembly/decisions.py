"""What people chose in a conflict, from its history: the choices that count now."""

from __future__ import annotations

from collections.abc import Iterable

from assembly.ladder import Outcome, Recorded, decided
from assembly.state import AssemblyRequest, Proposition
from contract.conflicts import ConflictEntry, EntryKind, conflict_id
from contract.evidence import Resolution


def choices(entries: Iterable[ConflictEntry]) -> tuple[Recorded, ...]:
    """The choices that nobody took back, the newest first. One of whose values some were purged says nothing any more."""
    standing: list[Recorded] = []
    for entry in entries:
        if entry.kind is EntryKind.REOPENED:
            standing.clear()
        values = [member.value for member in entry.members if member.value is not None]
        if entry.kind is EntryKind.RESOLVED and entry.chosen is not None and len(values) == len(entry.members):
            standing.append(Recorded(entry.chosen, tuple(values)))
    return tuple(reversed(standing))


def with_choices(request: AssemblyRequest, proposition: Proposition, outcome: Outcome) -> Outcome:
    """The outcome with what people chose, as far as this reader and this known time may know of it."""
    if outcome.resolution is not Resolution.UNRESOLVED:
        return outcome
    about = conflict_id(request.view.scope.tenant, proposition.subject_id, proposition.rule.name)
    return decided(outcome, proposition.rule, choices(request.view.conflict_entries([about])))
