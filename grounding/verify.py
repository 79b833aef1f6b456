"""Whether evidence carries a claim: strict rules, about a millisecond a claim, then an entailment model if one is set.

The rules accept only what the words themselves carry. "Not enough" means *quote or decline*, never *false*: free paraphrase,
several sentences at once, open antonyms and coreference belong to the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from contract.evidence import Verdict
from contract.ports import Entailment
from grounding.lexicon import Kind, Mark, lexicon
from grounding.reading import Reading, Sort, Token, read
from language.sentences import sentences

COVERED = 0.8  # least coverage for "supported"
DIFFERS = 0.6  # least coverage for a differing value, negation or antonym to be a contradiction
ELSEWHERE = 0.75  # least coverage for an unknown name to be a contradiction
ALIKE = 0.7  # what a like beginning counts, and the least share of it
OBJECTION = 0.10  # contradiction or neutrality above this rejects
_TRIED = 3
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "des", "non", "anti")
_STRONG = frozenset({Kind.NEGATION, Kind.MODALITY, Kind.RELATION})


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, how far the evidence carries the claim (0–1; at least .9 only if supported), and the rule that decided."""

    verdict: Verdict
    support: float
    rule: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which evidence token each claim token stands for, in the claim's order; ``like`` matched by beginning only."""

    claim: Reading
    evidence: Reading
    at: tuple[int | None, ...]
    like: frozenset[int]

    @property
    def coverage(self) -> float:
        """Share of the claim's tokens that the evidence has; a like beginning counts .7."""
        if not self.at:
            return 0.0
        exact = sum(place is not None for place in self.at) - len(self.like)
        return (exact + ALIKE * len(self.like)) / len(self.at)

    @property
    def worded(self) -> float:
        """The same over the claim's words alone, values aside."""
        places = [
            place for place, token in zip(self.at, self.claim.tokens, strict=True) if token.sort is not Sort.VALUE
        ]
        return sum(place is not None for place in places) / len(places) if places else 0.0

    def pairs(self) -> Iterator[tuple[Token, Token]]:
        for token, place in zip(self.claim.tokens, self.at, strict=True):
            if place is not None:
                yield token, self.evidence.tokens[place]

    def missing(self) -> list[Token]:
        return [token for token, place in zip(self.claim.tokens, self.at, strict=True) if place is None]

    def unused(self) -> list[Token]:
        used = set(self.at)
        return [token for at, token in enumerate(self.evidence.tokens) if at not in used]


def verify(
    claim: str, evidence: Sequence[str], language: str, entailment: Entailment | None = None, name: str = ""
) -> Judgement:
    """Judge a claim against the sentences or spans it cites.

    Each sentence of the claim is judged against the evidence sentences that cover it best; the claim is as good as its
    worst sentence. With a model, P(contradicted) or P(neutral) above .10 rejects what the rules let through. ``name``
    is the title the evidence stands under: its words may be taken as said.
    """
    pieces = [claim[span.start : span.end] for span in sentences(claim)]
    if not pieces or not evidence:
        return Judgement(Verdict.UNSUPPORTED, 0.0, "nothing_to_compare")
    units = [text[span.start : span.end] for text in evidence for span in sentences(text)]
    judged = min((_best(piece, units, language, name) for piece in pieces), key=lambda found: found.support)
    if judged.verdict is not Verdict.SUPPORTED or entailment is None:
        return judged
    return ask(claim, evidence, entailment, judged)


def ask(claim: str, evidence: Sequence[str], model: Entailment, judged: Judgement) -> Judgement:
    """What the model makes of a claim that the rules support: P(contradicted) or P(neutral) above .10 rejects it."""
    entailed, neutral, contradicted = model.judge("\n".join(evidence), claim)
    if contradicted > OBJECTION:
        return Judgement(Verdict.CONTRADICTED, min(entailed, 0.89), "model_contradicts")
    if neutral > OBJECTION:
        return Judgement(Verdict.UNSUPPORTED, min(entailed, 0.89), "model_neutral")
    return Judgement(Verdict.SUPPORTED, min(judged.support, max(entailed, 0.9)), judged.rule)


def _best(piece: str, units: Sequence[str], language: str, name: str) -> Judgement:
    claim = read(piece, language)
    readings = [read(unit, language) for unit in units]
    order = sorted(range(len(units)), key=lambda at: -len(claim.keys & readings[at].keys))
    found = [judge(align(claim, readings[at]), language, name) for at in order[:_TRIED]]
    if not found:
        return Judgement(Verdict.UNSUPPORTED, 0.0, "nothing_to_compare")
    supported = [one for one in found if one.verdict is Verdict.SUPPORTED]
    return max(supported, key=lambda one: one.support) if supported else found[0]


def align(claim: Reading, evidence: Reading) -> Alignment:
    """Claim tokens to evidence tokens: the longest runs first, then equal keys elsewhere, then like beginnings."""
    ours, theirs = [token.key for token in claim.tokens], [token.key for token in evidence.tokens]
    at: list[int | None] = [None] * len(ours)
    for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            at[block.a + step] = block.b + step
    free = set(range(len(theirs))) - {place for place in at if place is not None}
    for mine, key in enumerate(ours):
        if at[mine] is None and (same := [place for place in sorted(free) if theirs[place] == key]):
            at[mine] = same[0]
            free.discard(same[0])
    like = set()
    for mine, token in enumerate(claim.tokens):
        if at[mine] is not None or token.sort is not Sort.WORD:
            continue
        near = [place for place in sorted(free) if alike(token, evidence.tokens[place])]
        if near:
            at[mine] = near[0]
            free.discard(near[0])
            like.add(mine)
    return Alignment(claim, evidence, tuple(at), frozenset(like))


def alike(one: Token, other: Token) -> bool:
    """Whether two words begin alike: at least five letters, and .7 of the longer."""
    if other.sort is Sort.VALUE:
        return False
    shared = 0
    for mine, theirs in zip(one.folded, other.folded, strict=False):
        if mine != theirs:
            break
        shared += 1
    return shared >= max(5, ALIKE * max(len(one.folded), len(other.folded)))


def judge(found: Alignment, language: str, name: str = "") -> Judgement:
    """The strict rules, in order, on one aligned sentence."""
    coverage = found.coverage
    if not found.claim.tokens:
        return Judgement(Verdict.UNSUPPORTED, 0.0, "nothing_to_compare")
    if differs := _value(found):
        return _against(differs, max(coverage, found.worded), DIFFERS)
    if differs := _strong_marks(found) or _antonym(found, language):
        return _against(differs, coverage, DIFFERS)
    missing = [token for token in found.missing() if token.key not in read(name, language).keys]
    if any(token.sort is Sort.NAME for token in missing):
        return _against("entity", coverage, ELSEWHERE)
    lacking = _dropped(found) or _weak_marks(found) or ("new_word" if missing else "") or _order(found)
    if lacking:
        return Judgement(Verdict.UNSUPPORTED, min(coverage, 0.89), lacking)
    if coverage >= COVERED:
        return Judgement(Verdict.SUPPORTED, 0.9 + 0.5 * (coverage - COVERED), "covered")
    return Judgement(Verdict.UNSUPPORTED, min(coverage, 0.89), "coverage")


def _against(rule: str, coverage: float, least: float) -> Judgement:
    if coverage >= least:
        return Judgement(Verdict.CONTRADICTED, 0.0, rule)
    return Judgement(Verdict.UNSUPPORTED, min(coverage, 0.89), rule)


def _value(found: Alignment) -> str:
    """A number, unit, month or date that the evidence lacks, or one that stands by other words there."""
    tokens, theirs = found.claim.tokens, found.evidence.tokens
    for mine, token in enumerate(tokens):
        if token.sort is not Sort.VALUE:
            continue
        place = found.at[mine]
        if place is None:
            return "value"
        near = {theirs[at].key for at in range(max(0, place - 3), min(len(theirs), place + 4))}
        mates = [tokens[at].key for at in (mine - 1, mine + 1) if 0 <= at < len(tokens) and found.at[at] is not None]
        if mates and not any(mate in near for mate in mates):
            return "value_elsewhere"
    return ""


def _by_kind(marks: Sequence[Mark], kinds: frozenset[Kind]) -> Counter[Mark]:
    return Counter(mark for mark in marks if mark.kind in kinds)


def _strong_marks(found: Alignment) -> str:
    """Negation, modality or direction that differs on the same head word."""
    for mine, theirs in found.pairs():
        ours, others = _by_kind(mine.marks, _STRONG), _by_kind(theirs.marks, _STRONG)
        if ours != others:
            return next(iter((ours - others) + (others - ours))).kind.value
    return ""


def _antonym(found: Alignment, language: str) -> str:
    """An antonym, or the same word under a negating prefix, stands in for a word of the claim."""
    pairs = lexicon(language).antonyms
    unused = found.unused()
    keys = {token.key for token in unused}
    for token in found.missing():
        if pairs.get(token.key, frozenset()) & keys:
            return "antonym"
        if any(_negates(token.key, key, prefix) for prefix in _PREFIXES for key in keys):
            return "antonym"
    return ""


def _negates(one: str, other: str, prefix: str) -> bool:
    return one == prefix + other or other == prefix + one


def _dropped(found: Alignment) -> str:
    """A condition, exception or hedge of the evidence that the claim lacks, or one that the claim adds."""
    if found.evidence.loose != found.claim.loose:
        changed = (found.evidence.loose - found.claim.loose) + (found.claim.loose - found.evidence.loose)
        return next(iter(changed)).kind.value
    if any(mark.kind is Kind.NEGATION for token in found.unused() for mark in token.marks):
        return "negation_elsewhere"
    return ""


_WEAK = frozenset({Kind.QUANTIFIER, Kind.PERSON})


def _weak_marks(found: Alignment) -> str:
    """A quantifier added, dropped or changed on the same head word; another person."""
    for mine, theirs in found.pairs():
        ours, others = _by_kind(mine.marks, _WEAK), _by_kind(theirs.marks, _WEAK)
        if ours != others:
            return next(iter((ours - others) + (others - ours))).kind.value
    return ""


def _order(found: Alignment) -> str:
    """The order of content is turned round."""
    places = [place for place in found.at if place is not None]
    return "order" if places != sorted(places) else ""
