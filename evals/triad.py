"""The Ragas triad in forms that need no model (Es et al. 2023, "RAGAS: Automated Evaluation of Retrieval Augmented Generation").

Ragas asks a language model whether a statement follows from the context. Here a statement follows if one sentence of the
context holds nearly all its words and all its numbers: right for answers that quote, too strict for free paraphrase.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from evals.measures import mean
from language.sentences import sentences
from language.words import stems

FOLLOWS = 0.8
"""Least share of a statement's stems in one sentence of the context."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def faithfulness(answer: str, contexts: Sequence[str], language: str) -> float | None:
    """Statements of the answer that follow from the context ÷ all statements. None for an empty answer."""
    return mean(_follows(statement, contexts, language) for statement in _statements(answer))


def answer_relevance(
    question: str, answer: str, language: str, weights: Mapping[str, float] | None = None, *, declined: bool = False
) -> float | None:
    """How far the answer takes up what is asked: weight of the question's stems that the answer has ÷ their whole weight.

    Ragas compares the question with questions that a model makes from the answer; ``weights`` may be the stems' idf.
    A refusal has relevance 0, as there. None for a question of function words only.
    """
    asked = set(stems(question, language))
    weight = {stem: 1.0 if weights is None else weights.get(stem, 1.0) for stem in asked}
    total = sum(weight.values())
    if not total:
        return None
    held = set() if declined else asked & set(stems(answer, language))
    return sum(weight[stem] for stem in held) / total


def context_precision(gold: Collection[str], found: Sequence[str]) -> float | None:
    """Σ over relevant ranks of precision@rank ÷ how many relevant ones were found: are they at the top?

    Ragas' formula, with relevance told by ids instead of by a model. 0 where none is found; None without gold.
    """
    if not gold:
        return None
    hits = [rank for rank, item in enumerate(found, start=1) if item in gold]
    return sum(at / rank for at, rank in enumerate(hits, start=1)) / len(hits) if hits else 0.0


def context_recall(reference: str, contexts: Sequence[str], language: str) -> float | None:
    """Statements of the reference answer that follow from the context ÷ all of its statements."""
    return mean(_follows(statement, contexts, language) for statement in _statements(reference))


def _statements(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


def _follows(statement: str, contexts: Iterable[str], language: str) -> bool:
    wanted, numbers = set(stems(statement, language)), set(_NUMBER.findall(statement))
    for context in contexts:
        for said in _statements(context):
            held = wanted & set(stems(said, language))
            if len(held) >= FOLLOWS * len(wanted) and numbers <= set(_NUMBER.findall(said)):
                return True
    return False
