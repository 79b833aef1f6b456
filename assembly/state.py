"""What one assembly is asked, and what its stages hand on: an immutable state that they only ever take from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from contract.evidence import (
    Abstention,
    Behavior,
    Candidate,
    ConflictSet,
    FailedRead,
    HeldBack,
    Located,
    Observation,
    Question,
    Retrieved,
    StageRecord,
    Stated,
)
from contract.policy import DecisionRule, Needed, Policy, PredicateRule
from contract.ports import GraphView
from contract.records import Authority
from contract.time import Instant


@dataclass(frozen=True, slots=True)
class AssemblyRequest:
    """A question with what retrieval proposes for it and what was read live.

    ``candidates`` are best first, ``lapsed`` those of what is not in force (for what is held back, and why). Everything is
    read through ``view`` and ``lapsed_view``, both fixed to the reader. ``answerability`` is 0–1; below ``threshold`` nothing
    is answered. ``now`` is the present: a live read speaks for no earlier ``valid_at``. ``budget_tokens`` overrules the policy.
    ``lapsed_answerability`` is the same of what is not in force: where that does not answer either, nothing of it is told.
    """

    question: Question
    candidates: tuple[Candidate, ...]
    lapsed: tuple[Candidate, ...]
    view: GraphView
    lapsed_view: GraphView
    policy: Policy
    decision: DecisionRule | None
    observations: tuple[Observation, ...]
    failed_reads: tuple[FailedRead, ...]
    answerability: float
    threshold: float
    now: Instant
    budget_tokens: int | None = None
    lapsed_answerability: float = 1.0

    @property
    def valid_at(self) -> Instant:
        return self.view.scope.valid_at


@dataclass(frozen=True, slots=True)
class Proposition:
    """Something the question asks for: a predicate of a subject, and who states it.

    ``need`` is the decision's, if one asks. ``firm``: the question names predicate and subject (or the subject is fixed);
    else its words and the best candidates only suggest it.
    """

    subject_id: str
    subject: str
    rule: PredicateRule
    statements: tuple[Stated, ...]
    need: Needed | None = None
    firm: bool = True

    @property
    def live(self) -> str | None:
        """The live source that must be read for it."""
        return self.need.live if self.need else self.rule.live


@dataclass(frozen=True, slots=True)
class Item:
    """Something that may become evidence: a located passage, or an observation.

    ``order`` is its place among the candidates, from 0. ``needed``: it states what the question asks for.
    """

    id: str
    order: int
    score: float
    by: tuple[Retrieved, ...]
    at: Located | None = None
    observation: Observation | None = None
    facts: tuple[Stated, ...] = ()
    needed: bool = False

    @property
    def authority(self) -> Authority:
        return self.at.revision.metadata.authority if self.at else Authority.LIVE

    @property
    def language(self) -> str | None:
        return self.at.revision.metadata.language if self.at else None

    @property
    def text(self) -> str:
        """What a reader is shown; citations are spans of this."""
        if self.at is not None:
            return self.at.passage.shown
        return self.observation.text if self.observation else ""


@dataclass(frozen=True, slots=True)
class State:
    """Between two stages. Once ``abstained`` is set no later stage runs."""

    items: tuple[Item, ...] = ()
    propositions: tuple[Proposition, ...] = ()
    conflicts: tuple[ConflictSet, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    behavior: Behavior = Behavior.ANSWER
    abstained: Abstention | None = None
    stages: tuple[StageRecord, ...] = ()


Stage = Callable[[AssemblyRequest, State], State]


def passed(
    state: State,
    name: str,
    dropped: Mapping[str, str],
    held: tuple[HeldBack, ...] = (),
    **detail: Any,
) -> State:
    """The state after a stage that dropped these items (id → reason) and wrote down what it did."""
    kept = tuple(item for item in state.items if item.id not in dropped)
    record = StageRecord(name, len(kept), tuple(dropped.items()), detail)
    return replace(state, items=kept, held_back=(*state.held_back, *held), stages=(*state.stages, record))


def declined(state: State, why: Abstention) -> State:
    """The state with nothing to be answered."""
    return replace(state, behavior=Behavior.ABSTAIN, abstained=why)
