"""From an evidence packet to an answer in which every claim is proved, or to a refusal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contract.errors import ModelUnavailable
from contract.evidence import (
    Abstention,
    Basis,
    Behavior,
    Claim,
    ConflictSet,
    EvidencePacket,
    Intent,
    StageRecord,
    Verdict,
)
from contract.policy import MARK, DecisionRule, Policy
from contract.ports import Embedder, Entailment, Generator, Vector
from contract.time import Instant
from grounding.claims import stated
from grounding.compose import Statement, as_of, derived, differing, doubted, extract, marked
from grounding.decisions import decide, supported
from grounding.explaining import explained
from grounding.generated import worded
from grounding.opposed import unopposed
from grounding.quotes import Quote, quote, quotes
from grounding.refusal import refusal
from grounding.silence import silent
from grounding.slots import Pick, states
from grounding.spans import asked, choose, rank
from grounding.subjects import common

Heard = Callable[[Claim], None]
_THEMES = 5  # sources that a thematic answer quotes


def unheard(_claim: Claim) -> None:
    """Nobody waits for single claims."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """An answer's text with its claims. With ``abstained`` set the text is the refusal and there are no claims."""

    text: str
    claims: tuple[Claim, ...]
    abstained: Abstention | None
    behavior: Behavior
    record: StageRecord


@dataclass(frozen=True, slots=True)
class _Drafted:
    statements: Iterable[Statement]  # gone through once
    detail: Mapping[str, float]
    differ: bool = False


def ground(
    packet: EvidencePacket,
    *,
    policy: Policy,
    decision: DecisionRule | None = None,
    valid_at: Instant,
    basis: Basis = Basis.DEFAULT,
    idf: Mapping[str, float],
    embedder: Embedder | None = None,
    entailment: Entailment | None = None,
    generator: Generator | None = None,
    vector: Vector | None = None,
    heard: Heard = unheard,
) -> Grounded:
    """Make the claims that the packet carries and drop those whose support is below the policy's.

    With a ``generator`` an answer is worded by it where nothing is decided or disputed; one that cannot be asked is done without.
    ``idf`` weighs the question's stems (``GraphView.idf``), ``vector`` is the question's if it is at hand. An abstained
    packet, or nothing left, gives the refusal in the question's language. ``heard`` is told each claim once it is verified and
    sure to leave, in the answer's order.
    """
    language = packet.question.language
    if packet.abstained is not None:
        behavior = packet.behavior if packet.behavior is Behavior.ESCALATE else Behavior.ABSTAIN
        return _refused(packet.abstained, language, (), behavior)
    least = policy.thresholds.support
    if decision is not None:
        decided = decide(decision, packet, language, valid_at, policy)
        if decided.abstained is not None or not supported(decided.claims, least):
            why = decided.abstained or Abstention.UNSUPPORTED
            return _refused(why, language, decided.claims, because=decided.why)
        _tell(heard, decided.claims)
        return _answered(derived(decided.claims), decided.claims, (), {}, packet, (valid_at, basis))
    disputed = _conflicting(packet, idf, entailment)
    if disputed is None:
        packet = replace(packet, evidence=unopposed(packet.evidence, packet.question))
    plain = disputed is None and packet.question.intent is not Intent.THEMATIC
    if plain and generator and (said := _worded(packet, policy, generator, entailment, (valid_at, basis))):
        _tell(heard, [each for each in said.claims if _leaves(each, least)])
        return said
    many = frozenset(name for name, rule in policy.predicates.items() if rule.cardinality == "many")
    drafted = disputed or _extracted(packet, idf, (embedder, vector), entailment, many)
    return _quoted(drafted, packet, least, (valid_at, basis), heard)


def _quoted(
    drafted: _Drafted, packet: EvidencePacket, least: float, when: tuple[Instant, Basis], heard: Heard
) -> Grounded:
    """The statements that are carried, each verified when its turn comes; where sources differ all must be, or none leaves."""
    language = packet.question.language
    kept: list[Statement] = []
    dropped: list[Claim] = []
    for each in drafted.statements:
        if not _leaves(each.claim, least):
            dropped.append(each.claim)
            continue
        kept.append(each)
        if not drafted.differ:
            heard(each.claim)
    if not kept or (drafted.differ and dropped):
        return _refused(Abstention.UNSUPPORTED, language, tuple(dropped))
    claims = tuple(each.claim for each in kept)
    if drafted.differ:
        _tell(heard, claims)
    text = differing(kept, language) if drafted.differ else extract(kept, language)
    return _answered(text, claims, tuple(dropped), drafted.detail, packet, when)


def _leaves(claim: Claim, least: float) -> bool:
    return claim.verdict is Verdict.SUPPORTED and claim.support >= least


def _tell(heard: Heard, claims: Iterable[Claim]) -> None:
    for each in claims:
        heard(each)


def _worded(
    packet: EvidencePacket,
    policy: Policy,
    generator: Generator,
    entailment: Entailment | None,
    when: tuple[Instant, Basis],
) -> Grounded | None:
    """The model's answer less what nothing carries, or marked where the policy says so; None where it cannot be asked."""
    try:
        claims = worded(packet, generator, entailment)
    except ModelUnavailable:
        return None
    least, language = policy.thresholds.support, packet.question.language
    kept = tuple(each for each in claims if _leaves(each, least))
    if not kept:
        return _refused(Abstention.UNSUPPORTED, language, claims)
    loose = [each for each in claims if each not in kept and each.verdict is Verdict.UNSUPPORTED]
    shown = (*kept, *loose) if policy.thresholds.unsupported == MARK else kept
    said = [each for each in claims if each in shown]
    text = " ".join(marked(each) if each in kept else doubted(each, language) for each in said)
    dropped = tuple(each for each in claims if each not in shown)
    return _answered(text, tuple(said), dropped, {"model": generator.name}, packet, when)


def _extracted(
    packet: EvidencePacket,
    idf: Mapping[str, float],
    dense: tuple[Embedder | None, Vector | None],
    entailment: Entailment | None,
    many: Collection[str],
) -> _Drafted:
    """The spans that answer, quoted; nothing where they are silent on what is asked."""
    embedder, vector = dense
    question = packet.question
    if question.intent is Intent.THEMATIC:
        found, margin = quotes(_themes(rank(question, packet.evidence, idf)), question, idf, packet.evidence), 0.0
    else:
        weights = asked(question, idf, common(question, packet.evidence)).weights
        choice = explained(choose(question, packet.evidence, idf, embedder, vector, many), question, weights)
        found, margin = quotes(choice.picks, question, idf, packet.evidence), choice.margin
        found = [] if silent(question, found, weights) else found
    return _Drafted((Statement(stated(each, entailment), each) for each in found), {"margin": round(margin, 4)})


def _themes(ranked: Sequence[Pick]) -> tuple[Pick, ...]:
    """The best unit of each of the best sources."""
    best: dict[str, Pick] = {}
    for pick in ranked:
        best.setdefault(pick.evidence.evidence_id, pick)
    return tuple(best.values())[:_THEMES]


def _conflicting(packet: EvidencePacket, idf: Mapping[str, float], entailment: Entailment | None) -> _Drafted | None:
    """What each standing member of a conflict says, where the packet asks for both to be shown."""
    shown = [each for each in packet.conflicts if each.behavior is Behavior.SHOW_BOTH]
    if packet.behavior is not Behavior.SHOW_BOTH or not shown:
        return None
    found = [each for conflict in shown for each in _members(conflict, packet, idf)]
    if len({each.evidence.evidence_id for each in found}) < 2:
        return None
    return _Drafted((Statement(stated(each, entailment), each) for each in found), {}, differ=True)


def _members(conflict: ConflictSet, packet: EvidencePacket, idf: Mapping[str, float]) -> list[Quote]:
    found = []
    for item in packet.evidence:
        passages = {each.at.passage.id for each in item.facts}
        if not ({item.evidence_id} | passages) & set(conflict.stands):
            continue
        best = rank(packet.question, [item], idf)
        saying = [pick for pick in best if states(pick, {conflict.predicate})] or best
        if saying:
            found.append(quote(item, saying[0].unit, saying[0].ordinal, packet.question, idf))
    return found


def _answered(
    text: str,
    claims: tuple[Claim, ...],
    dropped: tuple[Claim, ...],
    detail: Mapping[str, float | str],
    packet: EvidencePacket,
    when: tuple[Instant, Basis],
) -> Grounded:
    valid_at, basis = when
    said = as_of(text, valid_at, packet.question.language) if basis is Basis.QUESTION else text
    return Grounded(said, claims, None, packet.behavior, _record(claims, dropped, detail))


def _refused(
    why: Abstention,
    language: str,
    dropped: tuple[Claim, ...],
    behavior: Behavior = Behavior.ABSTAIN,
    *,
    because: str = "",
) -> Grounded:
    detail = {"abstained": why.value} | ({"because": because} if because else {})
    return Grounded(refusal(language), (), why, behavior, _record((), dropped, detail))


def _record(claims: tuple[Claim, ...], dropped: tuple[Claim, ...], detail: Mapping[str, float | str]) -> StageRecord:
    return StageRecord("grounding", len(claims), tuple((each.id, each.verdict.value) for each in dropped), dict(detail))
