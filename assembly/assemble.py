"""The chain: constraints before preference, each stage with what it dropped and why."""

from __future__ import annotations

from assembly.admit import evidence, gathered
from assembly.authority import authorised
from assembly.budget import within_budget
from assembly.conflicts import without_conflict
from assembly.contradictions import without_contradiction
from assembly.deduplicate import without_duplicates
from assembly.eligibility import eligible
from assembly.freshness import in_force
from assembly.live import live_read
from assembly.order import arrange, ordered, ranked
from assembly.propositions import live_needs
from assembly.relevance import relevant
from assembly.state import AssemblyRequest, Stage
from contract.evidence import Abstention, EvidencePacket
from contract.watching import UNWATCHED, Watch

__all__ = ["STAGES", "AssemblyRequest", "assemble", "live_needs"]

STAGES: tuple[Stage, ...] = (
    eligible,
    in_force,
    authorised,
    live_read,
    without_conflict,
    without_contradiction,
    relevant,
    without_duplicates,
    within_budget,
    ordered,
)


def assemble(request: AssemblyRequest, watch: Watch = UNWATCHED) -> EvidencePacket:
    """What the answer may use. With ``abstained`` set nothing may be answered; then there is no evidence, and conflicts
    only where an unresolved one is the reason."""
    with watch.stage("assembly") as note:
        packet = _assembled(request, watch)
        note({"evidence": len(packet.evidence), "conflicts": len(packet.conflicts)})
    return packet


def _assembled(request: AssemblyRequest, watch: Watch) -> EvidencePacket:
    state = gathered(request)
    for stage in STAGES:
        with watch.stage(f"assembly.{stage.__name__}") as note:
            state = stage(request, state)
            note({"kept": state.stages[-1].kept, "dropped": len(state.stages[-1].dropped)})
        if state.abstained is not None:
            break
    strongest = ranked(request, state) if state.abstained is None else ()
    admitted = evidence(request, strongest)
    shown = state.abstained in (None, Abstention.UNRESOLVED_CONFLICT)
    return EvidencePacket(
        question=request.question,
        evidence=tuple(admitted[item.id] for item in arrange(strongest)),
        conflicts=state.conflicts if shown else (),
        held_back=state.held_back,
        behavior=state.behavior,
        abstained=state.abstained,
        stages=state.stages,
    )
