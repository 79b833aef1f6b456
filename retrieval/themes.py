"""Candidates of thematic questions: communities whose summary fits, and the passages those summaries cite."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from contract.communities import Theme
from contract.evidence import Question, Scored
from contract.ports import GraphView, Vector
from language.words import stems
from retrieval.dense import centred

_COARSE = 0.02  # of two that fit alike the coarser community goes first


def fitting(view: GraphView, question: Question, vector: Vector | None, count: int) -> tuple[tuple[Theme, float], ...]:
    """The communities that fit a question best, with scores 0–1: half words, half meaning; ties by id.

    Words: the idf-weighted share of the question's stems in a summary and its label. Meaning: the mean centred cosine of
    the passages that the summary cites.
    """
    themes = view.themes()
    if not themes:
        return ()
    wanted = sorted(set(question.stems))
    weights = _idf(
        [stems(f"{theme.community.label} {theme.summary.text}", theme.summary.language) for theme in themes], wanted
    )
    meaning = _meaning(view, themes, vector)
    scored = []
    for theme in themes:
        held = set(stems(f"{theme.community.label} {theme.summary.text}", theme.summary.language))
        words = sum(weights[stem] for stem in wanted if stem in held) / (sum(weights.values()) or 1.0)
        cited = [meaning[sentence.passage_id] for sentence in theme.summary.sentences if sentence.passage_id in meaning]
        score = words if not cited else 0.5 * words + 0.5 * sum(cited) / len(cited)
        if words or (cited and max(cited) >= 1.0):
            scored.append((theme, score - _COARSE * theme.community.level))
    return tuple(sorted(scored, key=lambda item: (-item[1], item[0].community.id))[:count])


def cited(fit: Sequence[tuple[Theme, float]], limit: int) -> tuple[Scored, ...]:
    """The passages that fitting summaries cite: best community first, there in the summary's order."""
    found: dict[str, float] = {}
    for theme, score in fit:
        for place, sentence in enumerate(theme.summary.sentences):
            found.setdefault(sentence.passage_id, score / (1.0 + 0.01 * place))
    return tuple(
        Scored(id_, score) for id_, score in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:limit]
    )


def _idf(texts: Sequence[Sequence[str]], wanted: Sequence[str]) -> Mapping[str, float]:
    """Over the summaries that this reader sees, not over passages: what tells one theme from another."""
    counts = Counter(stem for text in texts for stem in set(text))
    return {stem: math.log(1.0 + (len(texts) - counts[stem] + 0.5) / (counts[stem] + 0.5)) for stem in wanted}


def _meaning(view: GraphView, themes: Sequence[Theme], vector: Vector | None) -> Mapping[str, float]:
    if not vector:
        return {}
    passages = sorted({sentence.passage_id for theme in themes for sentence in theme.summary.sentences})
    cosines = view.cosines(vector, passages)
    return centred(cosines, view.mean_cosine(vector), max(cosines.values(), default=0.0))
