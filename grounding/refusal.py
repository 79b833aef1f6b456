"""When to decline, and with which words.

How answerable a question is comes from a logistic score over how well its words are met: a fixed cosine threshold is useless
across languages. The coefficients were fitted on public questions with and without the article that answers them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from contract.evidence import Candidate, Located, Question
from contract.ports import GraphView, Vector
from grounding.reading import Sort, read
from grounding.texts import texts
from language.sentences import sentences
from language.words import stem, stems, words

_SATURATED = 2.2  # k1 + 1: what one stem can reach in BM25, in units of its idf
_READ = 3  # passages looked at
_MANY = 30  # passages from which their mean cosine is a background
_LIKE = 5  # letters of a like beginning


@dataclass(frozen=True, slots=True)
class Signals:
    """What the score is made from.

    ``idf`` weighs the question's stems; one that it lacks counts as the rarest. ``scores`` are BM25 of the best candidates,
    best first, and ``passages`` the texts of the best few. ``cosine`` is the best passage's, ``mean`` that over the scope.
    ``foreign``: the best passage is in another language than the question, whose words then stand for little.
    """

    question: Question
    idf: Mapping[str, float]
    scores: tuple[float, ...]
    passages: tuple[str, ...]
    cosine: float | None = None
    mean: float | None = None
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Features:
    """Five lexical features, each in 0–1, and the cosine's rise if vectors are known."""

    strength: float  # top BM25 ÷ Σ idf·(k1+1)
    gap: float  # top − second, in the same unit
    sentence: float  # idf share in the best sentence
    coverage: float  # idf share in the best passages
    strangers: float  # share of names in none of them; 0 where the question names nothing
    rise: float | None = None  # (best cosine − mean) ÷ (1 − mean)


@dataclass(frozen=True, slots=True)
class _Model:
    bias: float
    strength: float
    gap: float
    sentence: float
    coverage: float
    strangers: float
    rise: float = 0.0


_LEXICAL = _Model(bias=-5.68, strength=9.13, gap=5.18, sentence=3.55, coverage=2.54, strangers=-1.25)
_WITH_VECTORS = _Model(bias=-8.58, strength=3.50, gap=2.70, sentence=3.91, coverage=2.58, strangers=-0.96, rise=13.03)
_ACROSS = _Model(bias=-4.56, strength=0.43, gap=1.31, sentence=1.34, coverage=1.84, strangers=-1.04, rise=14.73)


def answerability(
    view: GraphView,
    question: Question,
    candidates: Sequence[Candidate],
    vector: Vector | None = None,
    background: GraphView | None = None,
) -> float:
    """How likely the scope answers the question, 0–1, from the best candidates. Without candidates it is 0.

    ``vector`` is the question's; with it the cosines count, where there are enough passages for their mean to tell.
    ``background`` is the view whose mean that is, where ``view`` is narrowed to a version and has too few of its own. Words
    by which the question names the version have done their work when the view is narrowed, and count no more.
    """
    asked = _without_pin(question) if view.scope.revisions else question
    wide = view if background is None or view.size() >= _MANY else background
    best = view.located(found.passage_id for found in candidates[:_READ])
    foreign = bool(best) and best[0].revision.metadata.language != question.language
    cosines = [found.cosine for found in candidates if found.cosine is not None]
    dense = vector if cosines and (foreign or wide.size() >= _MANY) else None
    idf, scores = _as_of_many(
        view.size(), view.idf(asked.stems), tuple(found.score for found in view.lexical(asked.stems, 2))
    )
    return score(
        Signals(
            question=asked,
            idf=idf,
            scores=scores,
            passages=tuple(map(_read_with_title, best)),
            cosine=None if dense is None else max(cosines),
            mean=None if dense is None else wide.mean_cosine(dense),
            foreign=foreign,
        )
    )


def _without_pin(question: Question) -> Question:
    """The question without the labels of the versions that it names, and without the word before each («versión 2.0»)."""
    spoken = [word.text for word in words(question.text)]
    dropped: set[str] = set()
    for label in question.versions:
        parts = [word.text for word in words(label)]
        for at in range(len(spoken) - len(parts) + 1):
            if spoken[at : at + len(parts)] == parts:
                dropped.update(
                    each for word in spoken[max(0, at - 1) : at + len(parts)] for each in stems(word, question.language)
                )
    return replace(question, stems=tuple(each for each in question.stems if each not in dropped))


def _as_of_many(
    size: int, idf: Mapping[str, float], scores: tuple[float, ...]
) -> tuple[Mapping[str, float], tuple[float, ...]]:
    """Weights and BM25 scores of few passages as they would be if there were ``_MANY``.

    idf = ln((N + 1) / (n + .5)): among few passages every word that stands in one weighs next to nothing beside a word that
    stands in none, and the model, which was fitted on many, would decline what the only passage says in so many words.
    """
    if size >= _MANY:
        return idf, scores
    more = math.log((_MANY + 1) / (size + 1))
    known = [weight for weight in idf.values() if weight < math.log((size + 1) / 0.5) - 1e-9]
    grown = sum(weight + more for weight in known) / sum(known) if sum(known) else 1.0
    return {each: weight + more for each, weight in idf.items()}, tuple(found * grown for found in scores)


def _read_with_title(found: Located) -> str:
    """A passage under its title and headings, which a question may name."""
    return "\n".join([found.revision.metadata.title, *found.path, found.passage.shown])


def score(signals: Signals) -> float:
    """The logistic score of one question's signals."""
    if not signals.passages:
        return 0.0
    found = features(signals)
    model = _LEXICAL if found.rise is None else _ACROSS if signals.foreign else _WITH_VECTORS
    total = (
        model.bias
        + model.strength * found.strength
        + model.gap * found.gap
        + model.sentence * found.sentence
        + model.coverage * found.coverage
        + model.strangers * found.strangers
        + model.rise * (found.rise or 0.0)
    )
    return 1.0 / (1.0 + math.exp(-max(min(total, 60.0), -60.0)))


def features(signals: Signals) -> Features:
    """The features of one question, from its words and the best passages."""
    language = signals.question.language
    rarest = max(signals.idf.values(), default=1.0)
    weights = {each: signals.idf.get(each, rarest) for each in signals.question.stems}
    total = sum(weights.values()) or 1.0
    scores = [*signals.scores, 0.0, 0.0]
    held = [_met(weights, passage, language) for passage in signals.passages]
    lines = [passage[span.start : span.end] for passage in signals.passages for span in sentences(passage)]
    everywhere = frozenset[str]().union(*held)
    names = _names(signals.question)
    return Features(
        strength=min(scores[0] / (_SATURATED * total), 1.0),
        gap=min((scores[0] - scores[1]) / (_SATURATED * total), 1.0),
        sentence=max((_share(weights, _met(weights, line, language)) for line in lines), default=0.0) / total,
        coverage=max((_share(weights, one) for one in held), default=0.0) / total,
        strangers=len(names - everywhere) / len(names) if names else 0.0,
        rise=_rise(signals.cosine, signals.mean),
    )


def _rise(cosine: float | None, mean: float | None) -> float | None:
    """How far the best cosine rises from the mean towards 1: it compares across embedders, the bare cosine does not."""
    return None if cosine is None or mean is None else (cosine - mean) / max(1.0 - mean, 1e-6)


def _share(weights: Mapping[str, float], met: frozenset[str]) -> float:
    return sum(weights[each] for each in met)


def _met(weights: Mapping[str, float], text: str, language: str) -> frozenset[str]:
    """Which of the question's stems stand in a text, or begin like a stem that does."""
    held = set(stems(text, language))
    starts = {each[:_LIKE] for each in held if len(each) >= _LIKE}
    return frozenset(each for each in weights if each in held or (len(each) >= _LIKE and each[:_LIKE] in starts))


def _names(question: Question) -> frozenset[str]:
    """The stems of the names and codes that the question itself writes."""
    named = {token.key for token in read(question.text, question.language).tokens if token.sort is Sort.NAME}
    coded = {stem(code, question.language) for code in question.identifiers}
    return frozenset((named | coded) & set(question.stems))


def refusal(language: str) -> str:
    """What a reader gets instead of an answer. It is the same for what is hidden and what is absent."""
    return texts(language).refusal
