"""Documents that do not agree: does the answer show every right answer and no wrong one, and is the conflict seen?

Every question has its own documents, and they are the tenant's only ones: what is asked of one is not found in another's.
The rule is in ``evals.disputes``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from contract.access import Principal
from contract.errors import RequestError
from contract.evidence import Abstention, Answer, Basis
from evals import disputes, turns
from evals.datasets.disputed import CORRECT, Disputed, read
from evals.datasets.reading import drawn
from evals.disputes import Scores
from evals.judge import judged
from evals.product import Text, Timer, ingest_texts, product, versions
from evals.records import Options, Result
from evals.turns import Turn
from service.ask import AskRequest, ask, begin, candidates
from service.wiring import Product, latest

_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question asked; ``cause`` says why it is no exact match, empty if it is one."""

    asked: Disputed
    scores: Scores
    turn: Turn
    cause: str


def run(data: Path, options: Options) -> Result:
    """Kinds are why the documents differ: ``ambiguous`` (several right answers), ``misinformed``, ``both``, ``agreed``.

    The titles of the documents are not in the data; each is called by its number. They are undated and asked in the present.
    """
    asked = drawn(read(data), options)
    timer = Timer()
    outcomes: list[Outcome] = []
    with product(options, f"conflicts-{data.resolve().name}") as parts:
        for at, one in enumerate(asked):
            options.progress("taking in", at / len(asked))
            ingest_texts(parts, one.id, _texts(one))
        for at, one in enumerate(asked):
            options.progress("asking", at / len(asked))
            outcomes.append(_outcome(parts, one, timer))
        every = [one.turn for one in outcomes]
        triad = turns.by_rules(every) | judged(every, parts.embedder, options)
        made_by = versions(parts)
    kinds = {one.asked.kind: [each for each in outcomes if each.asked.kind == one.asked.kind] for one in outcomes}
    return Result(
        suite="conflicts",
        dataset=data.resolve().name,
        n=len(outcomes),
        measures=disputes.means([one.scores for one in outcomes]) | triad,
        by_kind={kind: disputes.means([one.scores for one in some]) for kind, some in sorted(kinds.items())},
        latency_ms=timer.latency_ms,
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed)} | options.judging,
        versions=made_by,
        misses=tuple(_miss(one) for one in outcomes if one.cause),
    )


def _texts(one: Disputed) -> list[Text]:
    return [Text(paper.uri, f"Document {at}", paper.text) for at, paper in enumerate(one.documents, start=1)]


def _outcome(parts: Product, one: Disputed, timer: Timer) -> Outcome:
    request = AskRequest(one.question, Principal(one.id, "evals"), valid_at=latest(parts))
    correct = {paper.uri for paper in one.documents if paper.type == CORRECT}
    try:
        ranking = _ranking(parts, request)
        with timer():
            answer = ask(parts, request)
    except RequestError:
        ranking, answer = [], _refused(request)
    turn = turns.turn(one.question, answer, ". ".join(one.gold), _LANGUAGE, correct.__contains__)
    return Outcome(one, disputes.scores(one, answer, ranking), turn, disputes.cause(one, answer, ranking))


def _ranking(parts: Product, request: AskRequest) -> list[str]:
    """The documents that retrieval finds, each where its best passage stands."""
    asked = begin(parts, request)
    found, _, _ = candidates(parts, asked)
    return list(
        dict.fromkeys(at.revision.uri for at in asked.view.located(each.passage_id for each in found.candidates))
    )


def _refused(request: AskRequest) -> Answer:
    """What a question that the product does not take counts as."""
    at = request.valid_at or 0
    return Answer("", _LANGUAGE, Abstention.NO_EVIDENCE, at, at, Basis.CALLER)


def _miss(one: Outcome) -> Mapping[str, str]:
    return {"kind": one.asked.kind, "question": one.asked.question, "answer": one.turn.answer, "cause": one.cause}
