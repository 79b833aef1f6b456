"""The budget in tokens: who is admitted when not all can be."""

from __future__ import annotations

from collections.abc import Iterable

from assembly.authority import held
from assembly.conflicts import contrary
from assembly.state import AssemblyRequest, Item, State, passed
from contract.evidence import Reason
from contract.records import Authority

MOST = 20  # pieces of a packet that are not needed: more is read by nobody
_LETTERS_A_TOKEN = 3  # for an observation, whose tokens nobody counted


def within_budget(request: AssemblyRequest, state: State) -> State:
    """Fill the budget in order of claim: what the question needs (never dropped), then evidence on both sides of a conflict,
    for which a share is kept whatever the needed takes, then the best piece that governs, then the rest by place.

    The first piece is admitted whatever its size.
    """
    thresholds = request.policy.thresholds
    budget = thresholds.budget_tokens if request.budget_tokens is None else request.budget_tokens
    reserve = int(budget * thresholds.contrary_share)
    sides = contrary(state)
    kept = {item.id: tokens(item) for item in state.items if item.needed}
    _admit(kept, (item for item in state.items if item.id in sides), max(budget, sum(kept.values()) + reserve))
    _admit(kept, _claims(state.items), budget)
    dropped = [item for item in state.items if item.id not in kept]
    return passed(
        state,
        "budget",
        {item.id: Reason.BUDGET.value for item in dropped},
        tuple(held(item, "budget", Reason.BUDGET) for item in dropped if item.id in sides),
        tokens=sum(kept.values()),
        budget=budget,
    )


def tokens(item: Item) -> int:
    """The size of a piece: a passage's as counted by the embedder, an observation's by its letters."""
    return item.at.passage.tokens if item.at else max(1, len(item.text) // _LETTERS_A_TOKEN)


def _claims(items: Iterable[Item]) -> list[Item]:
    """The best that governs first, then all by place: many weak pieces never push it out."""
    ordered = sorted(items, key=lambda item: item.order)
    governing = [item for item in ordered if item.authority >= Authority.GOVERNING][:1]
    return [*governing, *(item for item in ordered if item not in governing)]


def _admit(kept: dict[str, int], items: Iterable[Item], limit: int) -> None:
    for item in items:
        fits = len(kept) < MOST and sum(kept.values()) + tokens(item) <= limit
        if item.id not in kept and (fits or not kept):
            kept[item.id] = tokens(item)
