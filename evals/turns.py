"""A question with its answer and what it was made from, judged by the Ragas triad: by rules, and by a model where one is set.

``triad.NAME`` are the forms without a model (``evals.triad``), ``ragas.NAME`` those of the ragas library (``evals.judge``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from contract.evidence import Answer
from evals import measures, triad
from evals.keyfacts import marks_left_out


@dataclass(frozen=True, slots=True)
class Turn:
    """``answer`` is without citation marks, ``claims`` its claims alone, without the words between them; ``contexts`` are
    the admitted texts in order; ``reference`` is a right answer.

    ``relevant`` says of each context whether it carries a right answer, None where nobody knows. ``declined``: a refusal.
    """

    question: str
    answer: str
    claims: tuple[str, ...]
    contexts: tuple[str, ...]
    reference: str
    language: str
    declined: bool = False
    relevant: tuple[bool, ...] | None = None


def turn(
    question: str, answer: Answer, reference: str, language: str, relevant: Callable[[str], bool] | None = None
) -> Turn:
    """The turn of an answer; ``relevant`` tells by URI whether a source carries a right answer."""
    return Turn(
        question=question,
        answer=marks_left_out(answer.text, [item.doc for item in answer.evidence]),
        claims=tuple(claim.text for claim in answer.claims),
        contexts=tuple(item.text for item in answer.evidence),
        reference=reference,
        language=language,
        declined=answer.abstained is not None,
        relevant=tuple(relevant(item.uri) for item in answer.evidence) if relevant else None,
    )


def by_rules(turns: Sequence[Turn]) -> dict[str, float]:
    """The means of the four measures over the turns. A refusal has no statement to be faithful, and relevance 0."""
    table = {
        "faithfulness": measures.mean(_faithfulness(each) for each in turns),
        "answer_relevance": measures.mean(
            triad.answer_relevance(each.question, each.answer, each.language, declined=each.declined) for each in turns
        ),
        "context_precision": measures.mean(_precision(each) for each in turns),
        "context_recall": measures.mean(
            triad.context_recall(each.reference, each.contexts, each.language) for each in turns
        ),
    }
    return _named("triad", measures.table(table))


def by_model(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The means of what a judge said of each turn; what it said nothing of is left out."""
    names = dict.fromkeys(name for each in scores for name in each)
    return _named("ragas", measures.table({name: measures.mean(each.get(name) for each in scores) for name in names}))


def _faithfulness(each: Turn) -> float | None:
    return None if each.declined else triad.faithfulness("\n".join(each.claims), each.contexts, each.language)


def _precision(each: Turn) -> float | None:
    if each.relevant is None:
        return None
    found = [str(at) for at in range(len(each.contexts))]
    gold = {at for at, relevant in zip(found, each.relevant, strict=True) if relevant}
    return triad.context_precision(gold or {""}, found)


def _named(prefix: str, table: Mapping[str, float]) -> dict[str, float]:
    return {f"{prefix}.{name}": value for name, value in table.items()}
