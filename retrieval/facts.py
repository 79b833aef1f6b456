"""Candidates by structure: passages that state facts of the predicates a question names."""

from __future__ import annotations

from contract.evidence import Question, Scored, Stated
from contract.ports import GraphView
from language.words import key, stems


def stating(view: GraphView, question: Question, limit: int) -> tuple[Scored, ...]:
    """Passages that state the question's predicates; those about what it names first, then by BM25, ties by id.

    The score is 1 where the fact's subject is named in the question, plus a share below 1 for the passage's BM25.
    """
    if not question.predicates:
        return ()
    stated = view.stated(predicates=question.predicates, limit=limit * 4)
    about: dict[str, float] = {}
    for fact in stated:
        passage_id = fact.at.passage.id
        about[passage_id] = max(about.get(passage_id, 0.0), float(_is_about(fact, question)))
    words = view.bm25(question.stems, about)
    best = max(words.values(), default=0.0)
    found = [
        Scored(passage_id, named + (words.get(passage_id, 0.0) / (best * 1.001) if best else 0.0))
        for passage_id, named in about.items()
    ]
    return tuple(sorted(found, key=lambda item: (-item.score, item.passage_id))[:limit])


def _is_about(stated: Stated, question: Question) -> bool:
    subject = key(stated.fact.subject)
    if question.subject and key(question.subject) == subject:
        return True
    asked = set(stems(question.text, question.language))
    wanted = stems(subject, question.language)
    return bool(wanted) and asked.issuperset(wanted)
