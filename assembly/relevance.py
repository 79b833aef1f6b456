"""Relevance inside what is eligible: below the threshold nothing is answered."""

from __future__ import annotations

from dataclasses import replace

from assembly.state import AssemblyRequest, State, declined, passed
from contract.evidence import Abstention, Intent, Reason

FEEBLE = 0.25  # of the best score: what is weaker is about something else
_THEMES = "community"  # the retrieval method by which a summary brings its passages


def relevant(request: AssemblyRequest, state: State) -> State:
    """Decline where nothing is left, or where the question is not answerable from what was found.

    What states the very thing that is asked for is relevant whatever the score, and so is what a summary that fits a
    thematic question cites.
    """
    thematic = request.question.intent is Intent.THEMATIC and any(
        method.method == _THEMES for item in state.items for method in item.by
    )
    kept = {item.id for item in state.items}
    stated = any(item.needed for item in state.items) or any(
        asked.firm and any(each.at.passage.id in kept for each in asked.statements) for asked in state.propositions
    )
    best = max((item.score for item in state.items), default=0.0)
    feeble = (item.id for item in state.items if item.score < FEEBLE * best and not item.needed)
    dropped = dict.fromkeys(feeble, Reason.BELOW_THRESHOLD.value)
    answerability = round(request.answerability, 4)
    state = passed(state, "relevance", dropped, answerability=answerability, threshold=request.threshold)
    if not state.items:
        return declined(state, Abstention.NO_EVIDENCE)
    if request.answerability < request.threshold and not stated and not thematic:
        told = state.held_back if request.lapsed_answerability >= request.threshold else ()
        return declined(replace(state, held_back=told), Abstention.BELOW_THRESHOLD)
    return state
