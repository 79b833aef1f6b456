"""When to decline, and with which words.

How answerable a question is comes from a logistic score over how well its words are met: a fixed cosine threshold is useless
across languages. The coefficients (``grounding.refusal_model``) were fitted on public questions with and without the article
that answers them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from contract.evidence import Candidate, Located, Question
from contract.ports import GraphView, Vector
from grounding.refusal_features import Signals
from grounding.refusal_model import Coefficients, score
from grounding.texts import texts
from language.words import stems, words

_READ = 3  # passages looked at
_MANY = 30  # passages from which their mean cosine is a background


def answerability(
    view: GraphView,
    question: Question,
    candidates: Sequence[Candidate],
    vector: Vector | None = None,
    background: GraphView | None = None,
    coefficients: Coefficients | None = None,
) -> float:
    """How likely the scope answers the question, 0–1, from the best candidates. Without candidates it is 0.

    ``coefficients`` are those that ship if none are given; the rest is as ``signals`` takes it.
    """
    return score(signals(view, question, candidates, vector, background), coefficients) if candidates else 0.0


def signals(
    view: GraphView,
    question: Question,
    candidates: Sequence[Candidate],
    vector: Vector | None = None,
    background: GraphView | None = None,
) -> Signals:
    """How the question is met by the best candidates.

    ``vector`` is the question's; with it the cosines count, where there are enough passages for their mean to tell.
    ``background`` is the view whose mean that is, where ``view`` is narrowed to a version and has too few of its own. Words
    by which the question names the version have done their work when the view is narrowed, and count no more; so it is with
    the date that it asks about, where the best source says from when it holds.
    """
    wide = view if background is None or view.size() >= _MANY else background
    best = view.located(found.passage_id for found in candidates[:_READ])
    asked = _without_pin(question) if view.scope.revisions else question
    if question.date_text and best and _says_when(best[0]):
        asked = _without(asked, stems(question.date_text, question.language))
    foreign = bool(best) and best[0].revision.metadata.language != question.language
    cosines = [found.cosine for found in candidates if found.cosine is not None]
    dense = vector if cosines and (foreign or wide.size() >= _MANY) else None
    idf, scores = _as_of_many(
        view.size(), view.idf(asked.stems), tuple(found.score for found in view.lexical(asked.stems, 2))
    )
    return Signals(
        question=asked,
        idf=idf,
        scores=scores,
        passages=tuple(map(_read_with_title, best)),
        cosine=None if dense is None else max(cosines),
        mean=None if dense is None else wide.mean_cosine(dense),
        foreign=foreign,
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
    return _without(question, dropped)


def _without(question: Question, dropped: Collection[str]) -> Question:
    return replace(question, stems=tuple(each for each in question.stems if each not in dropped))


def _says_when(found: Located) -> bool:
    """Whether the source itself says from when it holds, so that its text need not."""
    metadata = found.revision.metadata
    return metadata.valid_from is not None and metadata.origins.get("valid_from") not in (None, "default")


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


def refusal(language: str) -> str:
    """What a reader gets instead of an answer. It is the same for what is hidden and what is absent."""
    return texts(language).refusal
