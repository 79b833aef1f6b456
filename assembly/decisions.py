"""What decides: whether a declared decision can be told from what is stated, and what people chose in a conflict."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from assembly.ladder import Outcome, Recorded, decided
from assembly.state import AssemblyRequest, Proposition
from contract.conflicts import ConflictEntry, EntryKind, conflict_id
from contract.evidence import Resolution
from contract.policy import DecisionRule
from contract.rules import may_be, names_of


def decidable(decision: DecisionRule | None, unstated: Collection[str]) -> bool:
    """Whether a decision can still be told without these of its needs: one that its rule does not name is asked for all the
    same, and of a rule whose parts can settle it alone not all are."""
    named = names_of(decision.rule) if decision else frozenset()
    return decision is not None and named.issuperset(unstated) and bool(may_be(decision.rule, unstated))


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
