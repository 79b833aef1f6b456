"""What passages say against one another in prose: the ladder as for facts, by the authority of their sources alone."""

from __future__ import annotations

from dataclasses import replace

from assembly.aligned import Disagreement, disagreements
from assembly.authority import held
from assembly.state import AssemblyRequest, State, passed
from contract.evidence import Behavior, ConflictSet, Reason


def without_contradiction(request: AssemblyRequest, state: State) -> State:
    """Drop what a source that governs contradicts, and show both sides where nothing settles it.

    Only for questions that no declared predicate answers: facts say more surely what a sentence is about.
    """
    if request.decision is not None or any(asked.firm or asked.statements for asked in state.propositions):
        return passed(state, "contradictions", {})
    found = [_conflict_set(each) for each in disagreements(request, state.items)]
    standing = {member for each in found for member in each.stands}
    kept = {item.id: item for item in state.items}
    gone = {each.member: one for one in found for each in one.removed if each.member not in standing}
    state = passed(
        state,
        "contradictions",
        dict.fromkeys(gone, Reason.CONFLICT.value),
        tuple(
            held(kept[member], "contradictions", Reason.NOT_AUTHORISED, kept[one.stands[0]])
            for member, one in gone.items()
        ),
        groups=[(each.conflict_id, each.resolution, len(each.members)) for each in found],
    )
    shown = any(each.behavior is Behavior.SHOW_BOTH for each in found)
    return replace(
        state,
        conflicts=(*state.conflicts, *found),
        behavior=Behavior.SHOW_BOTH if shown else state.behavior,
    )


def _conflict_set(found: Disagreement) -> ConflictSet:
    outcome = found.outcome
    stands = tuple(member.id for member in outcome.stands)
    return ConflictSet(
        conflict_id=found.id,
        subject=found.about,
        predicate="",
        members=(*stands, *(each.member for each in outcome.removed)),
        stands=stands,
        removed=outcome.removed,
        resolution=outcome.resolution,
        behavior=Behavior.SHOW_BOTH if len(stands) > 1 and outcome.abstained else outcome.behavior,
        aligned=True,
    )
