"""Candidates by words: BM25 over stems, and identifiers found exactly."""

from __future__ import annotations

from collections.abc import Mapping

from contract.evidence import Question, Scored
from contract.ports import GraphView
from language.words import fold, stems, words

TELLING = (
    1.0  # idf from which an identifier tells one passage from another: it stands in about a third of them, or fewer
)


def by_words(view: GraphView, question: Question, limit: int) -> tuple[Scored, ...]:
    """The best by BM25, counted within the scope; nothing for a question of function words only."""
    return view.lexical(question.stems, limit) if question.stems else ()


def by_identifiers(view: GraphView, question: Question, limit: int) -> tuple[Scored, ...]:
    """Passages that hold the question's identifiers as whole words: most of them first, ties by id.

    The score is the share of the identifiers held, by idf: 1.0 is all of them, less where they stand nearly everywhere
    and tell nothing. BM25 only proposes; the text decides.
    """
    forms = {fold(identifier): stems(identifier, question.language) for identifier in question.identifiers}
    if not any(forms.values()):
        return ()
    weights = {form: max(view.idf(parts).values()) for form, parts in forms.items() if parts}
    held: dict[str, float] = {}
    for form, parts in forms.items():
        proposed = view.lexical(parts, limit) if parts else ()
        for at in view.located(found.passage_id for found in proposed):
            if holds("\n".join([*at.path, at.passage.shown]), form):
                held[at.passage.id] = held.get(at.passage.id, 0.0) + weights[form]
    total = sum(max(weight, TELLING) for weight in weights.values())
    found = [Scored(passage_id, weight / total) for passage_id, weight in held.items()]
    return tuple(sorted(found, key=lambda item: (-item.score, item.passage_id))[:limit])


def holds(text: str, identifier: str) -> bool:
    """Whether a folded identifier stands in the text as a whole word, or as a run of whole words."""
    wanted = [word.folded for word in words(identifier)]
    standing = [word.folded for word in words(text)]
    if len(wanted) == 1:
        return wanted[0] in standing
    return any(standing[at : at + len(wanted)] == wanted for at in range(len(standing) - len(wanted) + 1))


def normalised(scores: Mapping[str, float], best: float) -> dict[str, float]:
    """BM25 as a share of the best: 0–1."""
    return {passage_id: score / best if best > 0 else 0.0 for passage_id, score in scores.items()}
