"""Scope and permission, again: retrieval has already filtered inside the index, and nothing relies on that here."""

from __future__ import annotations

from assembly.state import AssemblyRequest, Item, State, passed
from contract.evidence import Reason


def eligible(request: AssemblyRequest, state: State) -> State:
    """Keep what the view itself shows. What it does not show is dropped without a word to the reader."""
    readable = {found.passage.id for found in request.view.located(item.id for item in state.items if item.at)}
    tenant = request.view.scope.tenant
    dropped = {item.id: Reason.SCOPE.value for item in state.items if not _seen(item, readable, tenant)}
    return passed(state, "eligibility", dropped)


def _seen(item: Item, readable: set[str], tenant: str) -> bool:
    if item.at is None:
        return True
    return item.id in readable and item.at.revision.tenant == tenant
