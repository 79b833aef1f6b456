"""The least authority that a decision needs: what is below it may explain, and does not authorise."""

from __future__ import annotations

from assembly.state import AssemblyRequest, Item, State, passed
from contract.evidence import HeldBack, Reason
from contract.records import Authority


def authorised(request: AssemblyRequest, state: State) -> State:
    """Drop what states a decision's facts without the authority for it. A plain question is answered by all that is in
    force; there the ladder lets those that govern decide."""
    if request.decision is None:
        return passed(state, "authority", {})
    least = {need.predicate: need.least for need in request.decision.needs}
    lacking = [item for item in state.items if not _may_decide(item, least)]
    dropped = {item.id: Reason.NOT_AUTHORISED.value for item in lacking}
    return passed(state, "authority", dropped, tuple(_held(item) for item in lacking if item.at))


def _may_decide(item: Item, least: dict[str, Authority]) -> bool:
    if item.observation is not None:
        return True
    return any(item.authority >= least[each.fact.predicate] for each in item.facts if each.fact.predicate in least)


def _held(item: Item) -> HeldBack:
    return held(item, "authority", Reason.NOT_AUTHORISED)


def held(item: Item, stage: str, reason: Reason, by: Item | None = None) -> HeldBack:
    """A piece in force that was not admitted, and by which other piece."""
    own = item.at.revision.metadata if item.at else None
    other = by.at.revision.metadata if by and by.at else None
    uri = item.observation.uri if item.observation else ""
    return HeldBack(
        passage_id=item.id,
        uri=own.uri if own else uri,
        revision=own.revision if own else None,
        stage=stage,
        reason=reason,
        by_uri=other.uri if other else by.observation.uri if by and by.observation else None,
        by_revision=other.revision if other else None,
        valid_from=own.valid_from if own else None,
        valid_to=own.valid_to if own else None,
    )
