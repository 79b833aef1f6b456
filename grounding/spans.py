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
from contract.records import Datatype
from grounding.lexicon import lexicon
from grounding.reading import Sort, read
from grounding.subjects import common, headed, is_headed, penalty
from grounding.units import Shape, Unit, units
from language.tables import LANGUAGES
from language.values import amounts
from language.words import fold, stems, words

COSINE, TYPED, CARRY, MISS, PASSAGE = 5.0, 0.3, 0.3, 0.4, 3.0
NEWLY, ADJACENT = 0.5, 0.2
SURE = 0.4  # a margin to the second from which one sentence is enough
LIKE = 0.7  # what a like beginning counts
EMBEDDED = 8  # sentences that get a cosine: each costs an embedding
_DENSE = "dense"  # the retrieval method whose raw score is a cosine
_NUMERIC = frozenset({Datatype.NUMBER, Datatype.QUANTITY, Datatype.MONEY, Datatype.PERCENT, Datatype.RANGE})


@dataclass(frozen=True, slots=True)
class Pick:
    """A unit of one piece of evidence with its score. ``matched`` are the question's stems that it holds."""

    evidence: Evidence
    unit: Unit
    ordinal: int
    score: float
    matched: frozenset[str]


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
) -> Choice:
    """The sentences that answer: one if its margin is at least .4 or it is a slot that the question names, else two.

    ``idf`` weighs the question's stems; a stem that it lacks counts as the rarest. Without an embedder a sentence must share
    a word with the question.
    """
    weights = asked(question, idf, common(question, evidence)).weights
    ranked = rank(question, evidence, idf)
    if slot := _slot(ranked, question, weights):
        return Choice((slot,), 1.0, tuple(ranked))
    if embedder is not None:
        ranked = nearest(ranked, question, evidence, embedder, vector)
    usable = [pick for pick in ranked if pick.matched or embedder is not None]
    if not usable:
        return Choice((), 0.0, tuple(ranked))
    margin = usable[0].score - usable[1].score if len(usable) > 1 else usable[0].score
    picks = [usable[0]]
    if margin < SURE and not _row_named(usable[0]) and (second := _next(picks, usable, weights)):
        picks.append(second)
    return Choice(tuple(picks), margin, tuple(ranked))


def _slot(ranked: Sequence[Pick], question: Question, weights: Mapping[str, float]) -> Pick | None:
    """The slot that the question names, by its words or as a declared predicate: a look-up, no ranking.

    By its words it must hold as much of the question as the best sentence does.
    """

    def held(pick: Pick) -> float:
        return sum(weights[each] for each in pick.matched)

    declared = [pick for pick in ranked if states(pick, question.predicates) and _slotted(pick)]
    if declared:
        return declared[0]
    named = [pick for pick in ranked if looked_up(pick, question.language)]
    if own := [pick for pick in named if pick.unit.shape is Shape.LINE and is_headed(question, pick.evidence)]:
        return own[0]
    best = max(named, key=held, default=None)
    return best if best is not None and held(best) >= held(ranked[0]) else None


def states(pick: Pick, predicates: Collection[str]) -> bool:
    """Whether a unit holds the span in which its evidence states one of these predicates."""
    item = pick.evidence
    spans = [each.at.passage.local(each.span) for each in item.facts if each.fact.predicate in predicates]
    if item.observation is not None:
        spans += [span for predicate, span in item.observation.spans.items() if predicate in predicates]
    return any(pick.unit.span.start <= span.start and span.end <= pick.unit.span.end for span in spans)


def _slotted(pick: Pick) -> bool:
    """Whether a unit is a slot at all; a row only where the question names its key."""
    return pick.unit.shape in (Shape.LINE, Shape.ITEM) or _row_named(pick)


def _row_named(pick: Pick) -> bool:
    """Whether the question names the key of a table row; names stay, whatever language they are stemmed in."""
    if pick.unit.shape is not Shape.ROW or not pick.unit.cells:
        return False
    key = pick.unit.cells[0].value
    return any(set(stems(key, language)) & pick.matched for language in LANGUAGES)


def looked_up(pick: Pick, asked_in: str) -> bool:
    """Whether a unit is a slot that the question names: a row by its key and a column, a line by the whole of its key.

    The columns of a table in another language cannot be named: there the key is enough.
    """
    language = pick.evidence.language
    if _row_named(pick):
        columns = (set(stems(cell.column, language)) for cell in pick.unit.cells[1:])
        return language != asked_in or any(column & pick.matched for column in columns)
    if pick.unit.shape is Shape.LINE:
        key = set(stems(pick.unit.text.partition(":")[0], language))
        return bool(key) and key <= pick.matched
    return False


def _next(picks: list[Pick], usable: list[Pick], weights: Mapping[str, float]) -> Pick | None:
    """The next sentence: its own score, what it newly covers, and whether it stands beside one chosen."""
    covered = frozenset[str]().union(*(pick.matched for pick in picks))
    chosen = {(pick.evidence.evidence_id, pick.ordinal) for pick in picks}

    def worth(pick: Pick) -> float:
        newly = sum(weights[stem_] for stem_ in pick.matched - covered)
        beside = any((pick.evidence.evidence_id, pick.ordinal + step) in chosen for step in (-1, 1))
        return pick.score + NEWLY * newly + ADJACENT * beside

    left = [pick for pick in usable if (pick.evidence.evidence_id, pick.ordinal) not in chosen]
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


def kinds(text: str, language: str) -> frozenset[str]:
    """The kinds of answer that question words ask for: number, date, person, place, cause."""
    folded = tuple(word.folded for word in words(text))
    return frozenset(
        kind
        for kind, phrases in lexicon(language).asked.items()
        for phrase in phrases
        if any(folded[at : at + len(phrase)] == phrase for at in range(len(folded)))
    )


def rank(question: Question, evidence: Sequence[Evidence], idf: Mapping[str, float]) -> list[Pick]:
    """Every quotable unit of the evidence by its words alone, best first."""
    want = asked(question, idf, common(question, evidence))
    picks = [pick for item in evidence for pick in _lexical(item, want)]
    weighed = [
        replace(each, score=each.score + headed(question, each.evidence) - penalty(question, each.unit, each.evidence))
        for each in picks
    ]
    return sorted(weighed, key=lambda pick: -pick.score)


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
    foreign = all(
        item.language != question.language for item in evidence
    )  # words say little there, their passages more
    picks = sorted(ranked, key=lambda pick: -(pick.score + PASSAGE * close[pick.evidence.evidence_id] * foreign))[
        :EMBEDDED
    ]
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


def _lexical(item: Evidence, want: Asked) -> list[Pick]:
    """ov + .3·type + .3·carry + .4·miss for each unit of one piece of evidence."""
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
        missed = sum(want.weights[each] * share for each, share in whole.items() if each not in here)
        typed = bool(want.kinds) and _has_kind(piece.text, want, item.language)
        score = overlap + TYPED * typed + CARRY * carry + MISS * missed
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
    """The question's stems that stand in a text: 1 by stem, .7 by a like beginning.

    In another language only the very words count, as names and codes do: stems of two languages are alike by chance.
    """
    if language != want.language:
        shared = " ".join(word.text for word in words(text) if word.folded in want.said)
        return dict.fromkeys(want.weights.keys() & stems(shared, want.language), 1.0)
    held = set(stems(text, language))
    found = {}
    for each in want.weights:
        if each in held:
            found[each] = 1.0
        elif len(each) >= 5 and any(other[:5] == each[:5] and abs(len(other) - len(each)) <= 3 for other in held):
            found[each] = LIKE
    return found


def _weight(found: Mapping[str, float], want: Asked) -> float:
    return sum(want.weights[each] * share for each, share in found.items())


def _has_kind(text: str, want: Asked, language: str) -> bool:
    """Whether a text holds a number, date, name or cause of an asked kind that the question does not say itself."""
    if want.kinds & {"number", "date"}:
        for span, literal in amounts(text, language):
            new = any(word.folded not in want.said for word in words(text[span.start : span.end]))
            if new and "date" in want.kinds and (literal.datatype is Datatype.DATE or _is_year(literal.value)):
                return True
            if new and "number" in want.kinds and literal.datatype in _NUMERIC:
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
