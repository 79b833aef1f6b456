"""Live reads: one that is needed and gave nothing declines the answer; one that speaks for another time is no read."""

from __future__ import annotations

from assembly.state import AssemblyRequest, Proposition, State, declined, passed
from contract.evidence import Abstention, Observation, Reason


def live_read(request: AssemblyRequest, state: State) -> State:
    """Keep the observations that answer; decline where a proposition must be read live and was not."""
    dropped = {
        item.id: Reason.NOT_IN_FORCE.value
        for item in state.items
        if item.observation is not None and not speaks_for(request, item.observation)
    }
    missing = [each.rule.name for each in state.propositions if must_be_read(each) and read_of(request, each) is None]
    failed = [(read.source, read.reason) for read in request.failed_reads]
    state = passed(state, "live", dropped, reads=len(request.observations), failed=failed, missing=missing)
    return declined(state, Abstention.LIVE_READ_FAILED) if missing else state


def must_be_read(proposition: Proposition) -> bool:
    """A decision's need always; a predicate in a plain question only where the question names it."""
    return proposition.live is not None and proposition.firm


def read_of(request: AssemblyRequest, proposition: Proposition) -> Observation | None:
    """The observation that gives a proposition's value now, if there is one."""
    for read in request.observations:
        if read.source == proposition.live and proposition.rule.name in read.values and speaks_for(request, read):
            return read
    return None


def speaks_for(request: AssemblyRequest, read: Observation) -> bool:
    """A read never speaks for a past ``valid_at``: neither one before the present nor one before the read itself by more
    than the moment between asking and reading."""
    return request.valid_at >= min(request.now, read.observed_at)
