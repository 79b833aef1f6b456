"""How well a question's words are met by what was found, as numbers that compare across corpora and embedders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from contract.evidence import Question
from grounding.reading import Sort, read
from language.sentences import sentences
from language.words import WORD, beginnings, fold, stem, stems, unbroken

_SATURATED = 2.2  # k1 + 1: what one stem can reach in BM25, in units of its idf
_LIKE = 5  # letters of a like beginning


@dataclass(frozen=True, slots=True)
class Signals:
    """What the features are made from.

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
    """Six lexical features, each in 0–1, and the cosine's rise if vectors are known."""

    strength: float  # top BM25 ÷ Σ idf·(k1+1)
    gap: float  # top − second, in the same unit
    sentence: float  # idf share in the best sentence
    coverage: float  # idf share in the best passages
    missing: float  # share of words in none of them
    strangers: float  # share of names in none of them; 0 where the question names nothing
    rise: float | None = None  # (best cosine − mean) ÷ (1 − mean)


def features(signals: Signals) -> Features:
    """The features of one question, from its words and the best passages."""
    question = signals.question
    rarest = max(signals.idf.values(), default=1.0)
    weights = {each: signals.idf.get(each, rarest) for each in question.stems}
    total = sum(weights.values()) or 1.0
    scores = [*signals.scores, 0.0, 0.0]
    met = meeting(question.stems, question.language)
    held = [met(passage) for passage in signals.passages]
    lines = (passage[span.start : span.end] for passage in signals.passages for span in sentences(passage))
    everywhere = frozenset[str]().union(*held)
    names = _names(question)
    return Features(
        strength=min(scores[0] / (_SATURATED * total), 1.0),
        gap=min((scores[0] - scores[1]) / (_SATURATED * total), 1.0),
        sentence=max((_share(weights, met(line)) for line in lines), default=0.0) / total,
        coverage=max((_share(weights, one) for one in held), default=0.0) / total,
        missing=1.0 - len(everywhere) / len(weights) if weights else 0.0,
        strangers=len(names - everywhere) / len(names) if names else 0.0,
        rise=_rise(signals.cosine, signals.mean),
    )


def meeting(asked: tuple[str, ...], language: str) -> Callable[[str], frozenset[str]]:
    """Tells of a text which of these stems stand in it, or begin like a stem that does. Each word is looked at once.

    A Spanish verb is the same whether or not its vowel breaks.
    """
    alike: dict[str, frozenset[str]] = {}
    for each in asked:
        if len(each) >= _LIKE:
            alike[each[:_LIKE]] = alike.get(each[:_LIKE], frozenset()) | {each}
    exact: dict[str, frozenset[str]] = {}
    for each in asked:
        whole = unbroken(each, language)
        exact[whole] = exact.get(whole, frozenset()) | {each}
    begun = frozenset(start for each in asked for start in beginnings(each, language))
    nothing = frozenset[str]()

    @cache
    def of_word(word: str) -> frozenset[str]:
        found = nothing
        if word.isalnum() and begun.isdisjoint((fold(word)[:1], *beginnings(fold(word), language))):
            return found
        for each in stems(word, language):
            found |= exact.get(unbroken(each, language), nothing)
            if len(each) >= _LIKE:
                found |= alike.get(each[:_LIKE], nothing)
        return found

    return lambda text: nothing.union(*map(of_word, set(WORD.findall(text))))


def _rise(cosine: float | None, mean: float | None) -> float | None:
    """How far the best cosine rises from the mean towards 1: it compares across embedders, the bare cosine does not."""
    return None if cosine is None or mean is None else (cosine - mean) / max(1.0 - mean, 1e-6)


def _share(weights: Mapping[str, float], met: frozenset[str]) -> float:
    return sum(weight for each, weight in weights.items() if each in met)  # in the question's order: no digit by chance


def _names(question: Question) -> frozenset[str]:
    """The stems of the names and codes that the question itself writes."""
    named = {token.key for token in read(question.text, question.language).tokens if token.sort is Sort.NAME}
    coded = {stem(code, question.language) for code in question.identifiers}
    return frozenset((named | coded) & set(question.stems))
