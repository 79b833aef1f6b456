"""What each layer made of a written case, judged apart: a layer is judged by what it was handed.

Assembly is judged where retrieval proposed all the evidence that the case needs, grounding where the packet is as it should
be, so that a fault of one layer moves that layer's measures alone. docs/evals/cases.md has the definitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contract.evidence import Behavior, ConflictSet, EvidencePacket, Question
from contract.ports import GraphView
from evals import measures
from evals.claims import Quoted, holds, judged
from evals.datasets.cases import ANY, LIVE, NO_CONFLICT, Case, Conflict, Expected, Needed
from evals.keyfacts import marks_left_out
from evals.measures import Ref
from evals.records import LAYERS
from service.ask import Layers

_IN_FORCE = "in force"  # the label of what still holds of a source that is stale in part

RETRIEVAL, ASSEMBLY, GROUNDING = LAYERS
AT = (1, 3, 10)
LEAVE_TO_GROUNDING = frozenset({ANY, "unsupported"})
"""Reasons to decline that need not be assembly's: where the packet is not empty, the answer's own check is asked."""

RIGHT = {
    f"{RETRIEVAL}.recall@{AT[-1]}": 1.0,
    f"{RETRIEVAL}.identifier_coverage": 1.0,
    f"{RETRIEVAL}.blocked": 0.0,
    **{f"{ASSEMBLY}.{name}": 0.0 for name in ("stale_admission", "authority_error", "acl_violation")},
    **{
        f"{ASSEMBLY}.{name}": 1.0
        for name in ("conflict_recall", "resolution_accuracy", "required_kept", "refusal_accuracy")
    },
    **{f"{GROUNDING}.{name}": 0.0 for name in ("unsupported", "contradicted")},
    **{
        f"{GROUNDING}.{name}": 1.0
        for name in ("supported", "citation_precision", "citation_completeness", "refusal_accuracy", "says")
    },
}
"""The value of each measure for a case that is all right; another one is a miss."""

Scores = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate or a piece of evidence as the judge sees it: whose it is, and its text."""

    ref: Ref
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case that was asked. ``answer`` is what a reader got; ``refused``: the product did not take the question."""

    case: Case
    scores: Scores = field(default_factory=dict)
    answer: str = ""
    refused: str = ""

    @property
    def causes(self) -> Iterable[str]:
        """What went wrong, by measure."""
        if self.refused:
            yield f"refused: {self.refused}"
        for name, value in self.scores.items():
            if value is not None and name in RIGHT and value != RIGHT[name]:
                yield f"{name} {value:.2g}"


def outcome(case: Case, done: Layers) -> Outcome:
    """The measures of one case, by layer; what is not defined for it is None."""
    expected = case.expected
    proposed = _proposed(done, expected)
    handed = proposed is None or all(_find(needed, proposed) for needed in expected.stored)
    admitted = [
        _seen(_evidence_ref(done, at, expected), item.text, expected) for at, item in enumerate(done.packet.evidence)
    ]
    scores = {
        **_named(RETRIEVAL, _retrieval(expected, proposed, done.asked.question)),
        **_named(ASSEMBLY, _assembly(case, done, admitted) if handed else {}),
        **_named(GROUNDING, _grounding(case, done, admitted)),
    }
    return Outcome(case, scores, done.grounded.text)


def _named(layer: str, scores: Scores) -> Scores:
    return {f"{layer}.{name}": value for name, value in scores.items()}


# -- what each layer handed on --------------------------------------------------------------------------------------
def _proposed(done: Layers, expected: Expected) -> list[Seen] | None:
    """The candidates, best first; None where the graph answered and nothing was searched for."""
    if not done.found.stages:
        return None
    ids = [each.passage_id for each in done.found.candidates]
    located = {at.passage.id: at for view in (done.asked.view, done.asked.lapsed) for at in view.located(ids)}
    return [
        _seen(
            _written((at.revision.uri, at.revision.metadata.revision), expected),
            f"{at.revision.metadata.title}\n{at.passage.shown}",
            expected,
        )
        for at in (located[id_] for id_ in ids if id_ in located)
    ]


def _seen(ref: Ref, text: str, expected: Expected) -> Seen:
    """A piece as the case knows it: of a source that is stale in part, what holds none of those words is in force."""
    words = expected.stale_words.get(ref)
    return Seen(ref if words is None or holds(text, words) else (ref[0], _IN_FORCE), text)


def _evidence_ref(done: Layers, at: int, expected: Expected) -> Ref:
    item = done.packet.evidence[at]
    return LIVE if item.observation is not None else _written((item.uri, item.revision), expected)


def _written(ref: Ref, expected: Expected) -> Ref:
    """The reference as the case writes it: one without a label stands for every revision of its source."""
    known = expected.needed | expected.stale | expected.hidden | expected.lesser
    known |= expected.conflict.members if expected.conflict else frozenset()
    whole = (ref[0], None)
    return whole if ref not in known and whole in known else ref


def _find(needed: Needed, among: Sequence[Seen]) -> list[int]:
    """Where the needed evidence stands among what was proposed or admitted."""
    return [at for at, seen in enumerate(among) if seen.ref in needed.refs and holds(seen.text, needed.words)]


# -- retrieval ------------------------------------------------------------------------------------------------------
def _retrieval(expected: Expected, proposed: Sequence[Seen] | None, question: Question) -> Scores:
    if proposed is None:
        return {}
    gold = {str(at) for at, _ in enumerate(expected.stored)}
    found = [f"candidate {at}" for at, _ in enumerate(proposed)]
    for name, needed in enumerate(expected.stored):
        for at in _find(needed, proposed):
            found[at] = str(name)
    scores: dict[str, float | None] = {f"recall@{k}": measures.recall_at_k(gold, found, k) for k in AT}
    if gold and len(gold) == len(expected.gold):
        texts = [seen.text for seen in proposed[: AT[-1]]]
        scores["identifier_coverage"] = measures.identifier_coverage(question.identifiers, texts)
    refs = [seen.ref for seen in proposed]
    scores["blocked"] = measures.blocked_share(refs, set(refs) - expected.stale - expected.hidden)
    return scores


# -- assembly -------------------------------------------------------------------------------------------------------
def _assembly(case: Case, done: Layers, admitted: Sequence[Seen]) -> Scores:
    expected, packet = case.expected, done.packet
    refs = [seen.ref for seen in admitted]
    sides = expected.conflict.members if expected.conflict else frozenset()
    governing = expected.needed | (sides - expected.lesser) if expected.lesser else frozenset()
    decisive = [ref for ref in refs if ref in governing | expected.lesser]
    return {
        "stale_admission": measures.stale_admission(refs, expected.stale),
        "authority_error": measures.authority_error(decisive, governing),
        "acl_violation": measures.acl_violations(_told(done, refs), expected.hidden) if expected.hidden else None,
        "redundancy": measures.redundancy([seen.text for seen in admitted], case.language),
        "required_kept": _kept(expected, admitted),
        "refusal_accuracy": _declined(expected, packet),
        **(_conflicts(expected.conflict, done, expected) if expected.conflict else {}),
    }


def _kept(expected: Expected, admitted: Sequence[Seen]) -> float | None:
    """Share of the needed evidence that was admitted. None where the case is to be declined."""
    if expected.declined:
        return None
    kept = {(str(at), None) for at, needed in enumerate(expected.gold) if _find(needed, admitted)}
    return measures.required_kept({(str(at), None) for at, _ in enumerate(expected.gold)}, kept)


def _declined(expected: Expected, packet: EvidencePacket) -> float | None:
    """1 if the packet is declined for a right reason, or left open where it should be; None where grounding may decline."""
    if packet.abstained is None:
        return None if expected.declined & LEAVE_TO_GROUNDING else float(not expected.declined)
    return float(_right(packet.abstained, expected))


def _right(reason: str, expected: Expected) -> bool:
    return reason in expected.declined or ANY in expected.declined


def _told(done: Layers, refs: Iterable[Ref]) -> set[Ref]:
    """Every source that the packet names to a reader."""
    told = {*refs}
    for held in done.packet.held_back:
        told |= {(held.uri, held.revision), (held.by_uri or "", held.by_revision)}
    return told | {(uri, None) for uri, _ in told}


def _conflicts(true: Conflict, done: Layers, expected: Expected) -> Scores:
    views = (done.asked.whole, done.asked.lapsed)
    found = [(_members(each, done, views, expected), each) for each in done.packet.conflicts]
    seen = measures.conflict_recall([true.members], [refs for refs, _ in found]) if true.members else None
    settled = next((_settled(each) for refs, each in found if true.members <= refs), NO_CONFLICT)
    wanted = f"{true.outcome}, both" if true.both else true.outcome
    accuracy = measures.resolution_accuracy({"asked": wanted}, {"asked": settled})
    return {"conflict_recall": seen, "resolution_accuracy": accuracy}


def _members(each: ConflictSet, done: Layers, views: Iterable[GraphView], expected: Expected) -> set[Ref]:
    located = {at.passage.id: at.revision for view in views for at in view.located(each.members)}
    refs = {_written((at.uri, at.metadata.revision), expected) for at in located.values()}
    live = {item.evidence_id for item in done.packet.evidence if item.observation is not None}
    return refs | {LIVE} if live & set(each.members) else refs


def _settled(found: ConflictSet) -> str:
    said = found.resolution.value if found.resolution else NO_CONFLICT
    return f"{said}, both" if found.behavior is Behavior.SHOW_BOTH else said


# -- grounding ------------------------------------------------------------------------------------------------------
def _grounding(case: Case, done: Layers, admitted: Sequence[Seen]) -> Scores:
    expected, packet, grounded = case.expected, done.packet, done.grounded
    ready = _ready(expected, packet, admitted)
    pieces = zip(packet.evidence, admitted, strict=True)
    evidence = [Quoted(item.evidence_id, seen.ref, item.text, item.language) for item, seen in pieces]
    claims = () if grounded.abstained else grounded.claims
    derived = any(each.derived_by for each in claims)
    of_claims = judged(claims, evidence, expected, derived=derived) if ready or not derived else []
    answered = ready and not expected.declined
    return {
        "supported": measures.supported_share(of_claims),
        "citation_precision": measures.citation_precision(of_claims),
        "citation_completeness": measures.citation_completeness(of_claims),
        "unsupported": measures.unsupported_share(of_claims),
        "contradicted": measures.contradicted_share(of_claims),
        "refusal_accuracy": measures.refusal_accuracy([(bool(expected.declined), bool(grounded.abstained))])
        if ready
        else None,
        "says": _says(expected, grounded.text, [item.doc for item in packet.evidence]) if answered else None,
    }


def _ready(expected: Expected, packet: EvidencePacket, admitted: Sequence[Seen]) -> bool:
    """Whether the packet is as it should be: with nothing that is stale, hidden or without authority; declined where it has
    to be, else with all that is needed."""
    wrong = expected.stale | expected.hidden | expected.lesser
    clean = not any(seen.ref in wrong for seen in admitted)
    if expected.declined:
        return bool(packet.abstained) or (clean and bool(expected.declined & LEAVE_TO_GROUNDING))
    return clean and packet.abstained is None and all(_find(needed, admitted) for needed in expected.gold)


def _says(expected: Expected, text: str, docs: Iterable[str]) -> float:
    said = marks_left_out(text, docs)
    right = all(holds(said, phrase) for phrase in expected.says)
    return float(right and not any(holds(said, phrase) for phrase in expected.says_not))
