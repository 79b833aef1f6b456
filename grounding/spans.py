"""Which sentences answer: the choice of spans inside the evidence.

Inside a passage ``S = ov + 5·cos + .3·type + .3·carry``; across passages ``+ .4·miss + 3·cos(question, passage)``. One set
of constants serves both languages. Lexical terms come first; cosines, which cost an embedding each, only for the best.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from contract.evidence import Evidence, Question
from contract.ports import Embedder, Vector
from contract.records import NUMERIC, Datatype
from grounding.bridging import bridged
from grounding.lexicon import lexicon
from grounding.reading import Sort, read
from grounding.slots import Pick, row_named, slots
from grounding.subjects import asks_for_code, common, given, headed, penalty, says
from grounding.units import Shape, Unit, is_field, units
from language.asking import kinds
from language.values import amounts
from language.words import fold, stems, unbroken, words

COSINE, TYPED, CARRY, MISS, PASSAGE = 5.0, 0.3, 0.3, 0.4, 3.0
NEWLY, ADJACENT = 0.5, 0.2
SURE = 0.4  # a margin to the second from which one sentence is enough
LIKE = 0.7  # what a like beginning counts
EMBEDDED = 8  # sentences that get a cosine: each costs an embedding
_DENSE = "dense"  # the retrieval method whose raw score is a cosine


@dataclass(frozen=True, slots=True)
class Choice:
    """What to quote, best first, and the margin of the best to the second: a usable confidence."""

    picks: tuple[Pick, ...]
    margin: float
    ranked: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question looks for: its stems with weights that sum to 1, and the kinds of answer it asks for."""

    weights: Mapping[str, float]
    kinds: frozenset[str]
    language: str
    said: frozenset[str]


def choose(
    question: Question,
    evidence: Sequence[Evidence],
    idf: Mapping[str, float],
    embedder: Embedder | None = None,
    vector: Vector | None = None,
    many: Collection[str] = (),
) -> Choice:
    """The sentences that answer: one if its margin is at least .4 or it is a slot that the question names, else two.

    A sentence that goes on from a name which the first one brings in is always the second. ``many`` are the predicates
    that have several values: all that are stated of the thing answer.
    ``idf`` weighs the question's stems; a stem that it lacks counts as the rarest. Without an embedder a sentence must share
    a word with the question.
    """
    weights = asked(question, idf, common(question, evidence)).weights
    ranked = rank(question, evidence, idf)
    if found := slots(ranked, question, weights, many):
        return Choice(found, 1.0, tuple(ranked))
    if embedder is not None:
        ranked = nearest(ranked, question, evidence, embedder, vector)
    usable = [pick for pick in ranked if pick.matched or embedder is not None]
    if not usable:
        return Choice((), 0.0, tuple(ranked))
    margin = usable[0].score - usable[1].score if len(usable) > 1 else usable[0].score
    picks = [usable[0]]
    second = bridged(picks[0], usable, question, weights)
    if second is None and margin < SURE and not row_named(picks[0]):
        second = _next(picks, of_one_thing(picks[0], usable, question), weights)
    picks += [second] if second else []
    return Choice(tuple(picks), margin, tuple(ranked))


def of_one_thing(first: Pick, usable: Sequence[Pick], question: Question) -> list[Pick]:
    """Where the first sentence is about a code of the question, only what is about one too."""
    if not says(question, first.unit.text, first.evidence):
        return list(usable)
    return [pick for pick in usable if says(question, pick.unit.text, pick.evidence)]


def _next(picks: list[Pick], usable: list[Pick], weights: Mapping[str, float]) -> Pick | None:
    """The next sentence: its own score, what it newly covers, and whether it stands beside one chosen."""
    covered = frozenset[str]().union(*(pick.matched for pick in picks))
    chosen = {(pick.evidence.evidence_id, pick.ordinal) for pick in picks}

    def worth(pick: Pick) -> float:
        newly = sum(weights[stem_] for stem_ in pick.matched - covered)
        beside = any((pick.evidence.evidence_id, pick.ordinal + step) in chosen for step in (-1, 1))
        return pick.score + NEWLY * newly + ADJACENT * beside

    others = (pick for pick in usable if (pick.evidence.evidence_id, pick.ordinal) not in chosen)
    left = [pick for pick in others if not is_field(pick.unit)]
    return max(left, key=worth, default=None)


def asked(question: Question, idf: Mapping[str, float], unsaid: Collection[str] = ()) -> Asked:
    """The question's stems weighted by idf, and which kinds of answer its words ask for; stems ``unsaid`` weigh nothing."""
    rarest = max(idf.values(), default=1.0)
    kept = [each for each in question.stems if each not in unsaid] or question.stems
    raw = {each: idf.get(each, rarest) for each in kept}
    total = sum(raw.values()) or 1.0
    return Asked(
        {each: weight / total for each, weight in raw.items()},
        kinds(question.text, question.language),
        question.language,
        frozenset(word.folded for word in words(question.text)),
    )


def rank(question: Question, evidence: Sequence[Evidence], idf: Mapping[str, float]) -> list[Pick]:
    """Every quotable unit of the evidence by its words alone, best first."""
    want = asked(question, idf, common(question, evidence))
    picks = [pick for item in evidence for pick in _lexical(item, want, given(question, item))]
    weighed = [replace(each, score=each.score + _worth(question, each.unit, each.evidence)) for each in picks]
    return sorted(weighed, key=lambda pick: -pick.score)


def _worth(question: Question, unit: Unit, item: Evidence) -> float:
    """What a unit's place and shape add to its words: code where code is asked for."""
    asked_for = TYPED if unit.shape is Shape.CODE and asks_for_code(question) else 0.0
    return headed(question, item) + asked_for - penalty(question, unit, item)


def nearest(
    ranked: Sequence[Pick],
    question: Question,
    evidence: Sequence[Evidence],
    embedder: Embedder,
    vector: Vector | None = None,
) -> list[Pick]:
    """The best few by their words with the cosines added, best first; as they are where the words alone settle it.

    ``vector`` is the question's, if it is at hand.
    """
    if not ranked or _settled(ranked):
        return list(ranked)
    close = _passages(evidence)
    foreign = all(item.language != question.language for item in evidence)
    leaning = PASSAGE if foreign else 0.0  # in another language words say little, and passages more
    likely = sorted(ranked, key=lambda pick: -(pick.score + leaning * close[pick.evidence.evidence_id]))
    picks = likely[:EMBEDDED]
    near = _cosines(
        vector or embedder.query(question.text), [said(pick.unit, pick.evidence) for pick in picks], embedder
    )
    scored = [
        replace(pick, score=pick.score + COSINE * cosine + PASSAGE * close[pick.evidence.evidence_id])
        for pick, cosine in zip(picks, near, strict=True)
    ]
    return sorted(scored, key=lambda pick: -pick.score)


def _settled(picks: Sequence[Pick]) -> bool:
    return bool(picks[0].matched) and (len(picks) == 1 or picks[0].score - picks[1].score >= SURE)


def _lexical(item: Evidence, want: Asked, scope: Collection[str]) -> list[Pick]:
    """ov + .3·type + .3·carry + .4·miss for each unit of one piece of evidence.

    ``scope`` are the stems that its headings say of every unit below them: they count as if each unit said them.
    """
    pieces = units(item.text)
    wanted = [_matches(said(piece, item), want, item.language) for piece in pieces]
    whole = _matches(" ".join([item.title, *item.path, item.text]), want, item.language)
    picks = []
    for at, piece in enumerate(pieces):
        if piece.shape is Shape.HEADING:
            continue
        here, before = wanted[at], wanted[at - 1] if at else {}
        overlap = _weight(here, want)
        carry = sum(want.weights[each] * share for each, share in before.items() if each not in here)
        missed = sum(
            want.weights[each] * share * (1.0 if each in scope else MISS)
            for each, share in whole.items()
            if each not in here
        )
        typed = bool(want.kinds) and _has_kind(piece.text, want, item.language)
        score = overlap + TYPED * typed + CARRY * carry + missed
        picks.append(Pick(item, piece, at, score, frozenset(here)))
    return picks


def said(unit: Unit, item: Evidence) -> str:
    """What a unit says, with what must be read with it: a row with its column names, a line under its heading."""
    if unit.shape is Shape.ROW and unit.cells:
        return "; ".join(f"{cell.column}: {cell.value}" for cell in unit.cells)
    if unit.lead:
        return f"{item.text[unit.lead.start : unit.lead.end]} {unit.text}"
    return unit.text


def _matches(text: str, want: Asked, language: str) -> dict[str, float]:
    """The question's stems that stand in a text: 1 by stem, .7 by a like beginning or where the vowel of a verb breaks.

    In another language only the very words count, as names and codes do: stems of two languages are alike by chance.
    """
    if language != want.language:
        shared = " ".join(word.text for word in words(text) if word.folded in want.said)
        return dict.fromkeys(want.weights.keys() & stems(shared, want.language), 1.0)
    held = set(stems(text, language))
    whole = {unbroken(each, language) for each in held}
    found = {}
    for each in want.weights:
        if each in held:
            found[each] = 1.0
        elif unbroken(each, language) in whole or _begins_alike(each, held):
            found[each] = LIKE
    return found


def _begins_alike(asked_for: str, held: Collection[str]) -> bool:
    return len(asked_for) >= 5 and any(
        other[:5] == asked_for[:5] and abs(len(other) - len(asked_for)) <= 3 for other in held
    )


def _weight(found: Mapping[str, float], want: Asked) -> float:
    return sum(want.weights[each] * share for each, share in found.items())


def _has_kind(text: str, want: Asked, language: str) -> bool:
    """Whether a text holds a number, date, name or cause of an asked kind that the question does not say itself."""
    if want.kinds & {"number", "date"}:
        for span, literal in amounts(text, language):
            new = any(word.folded not in want.said for word in words(text[span.start : span.end]))
            if new and "date" in want.kinds and (literal.datatype is Datatype.DATE or _is_year(literal.value)):
                return True
            if new and "number" in want.kinds and literal.datatype in NUMERIC:
                return True
    if want.kinds & {"person", "place"}:
        names = (token.folded for token in read(text, language).tokens if token.sort is Sort.NAME)
        if any(name not in want.said and not name.isdigit() for name in names):
            return True
    padded = f" {' '.join(word.folded for word in words(text))} "
    return "cause" in want.kinds and any(f" {fold(cue)} " in padded for cue in lexicon(language).causes)


def _is_year(value: str) -> bool:
    return value.isdigit() and len(value) == 4 and value[0] in "12"


def _cosines(question: Vector, texts: Sequence[str], embedder: Embedder) -> list[float]:
    asked_for = _array(question)
    return [float(_array(each) @ asked_for) for each in embedder.passages(texts)]


def _array(raw: Vector) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.frombuffer(raw, dtype="<f4")


def _passages(evidence: Sequence[Evidence]) -> dict[str, float]:
    """cos(question, passage) where dense retrieval gave it; else the least that it gave."""
    known = {item.evidence_id: each.score for item in evidence for each in item.retrieved_by if each.method == _DENSE}
    least = min(known.values(), default=0.0)
    return {item.evidence_id: known.get(item.evidence_id, least) for item in evidence}
