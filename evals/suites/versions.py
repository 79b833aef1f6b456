"""Questions about versions and changes, answered without a language model and scored without a judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.access import Principal
from contract.errors import RequestError
from contract.evidence import Answer
from contract.ids import digest
from evals import measures, turns
from evals.datasets.reading import drawn
from evals.datasets.versioned import Asked, read
from evals.judge import judged as judge_by_model
from evals.keyfacts import Judgement, judge, marks_left_out
from evals.product import TENANT, Timer, mark, product, taken_in
from evals.product import versions as made_from
from evals.records import Options, Progress, Result
from evals.turns import Turn
from language.detect import detect
from service.ask import AskRequest, ask
from service.ingestion.ingest import IngestOptions, ingest_one
from service.ingestion.intake import collect
from service.wiring import Product


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question with what was answered, and what the rule says of it."""

    asked: Asked
    answer: str
    declined: bool
    judged: Judgement
    turn: Turn | None = None


def run(data: Path, options: Options) -> Result:
    """``accuracy``: the answer holds the reference's key facts and nothing contrary (``evals.keyfacts``); ``answered``: not
    declined."""
    versioned = read(data)
    asked = drawn(versioned.questions, options)
    timer = Timer()
    outcomes = []
    with product(options, f"versions-{data.resolve().name}") as parts:
        failed = ingest_folder(parts, versioned.documents, options.progress)
        for at, one in enumerate(asked):
            options.progress(f"{one.kind}: asking", at / len(asked))
            outcomes.append(_outcome(parts, one, timer))
        triad = _triad(outcomes, parts, options)
        made_by = made_from(parts)
    kinds = dict.fromkeys(one.asked.kind for one in outcomes)
    return Result(
        suite="versions",
        dataset=data.resolve().name,
        n=len(outcomes),
        measures=_measures(outcomes) | triad,
        by_kind={kind: _measures([one for one in outcomes if one.asked.kind == kind]) for kind in kinds},
        latency_ms=timer.latency_ms,
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed)} | options.judging,
        versions=made_by,
        misses=(*failed, *(_miss(one) for one in outcomes if not one.judged.right)),
    )


def ingest_folder(parts: Product, folder: Path, progress: Progress) -> tuple[Mapping[str, str], ...]:
    """Take a folder in as the command line does, families by name; gives what failed. What is in already stays."""
    inputs = [(_key(each.name, each.path), each) for each in collect([folder])]
    fresh = [(key, each) for key, each in inputs if not taken_in(parts, key)]
    failed = []
    for at, (key, each) in enumerate(fresh):
        progress(each.name, at / len(fresh))
        done = ingest_one(parts, each, IngestOptions(TENANT))
        if done.error:
            failed.append({"kind": "ingestion", "document": each.name, "cause": done.error})
        else:
            mark(parts, key)
    return tuple(failed)


def _key(name: str, path: Path | None) -> str:
    return f"{name} {digest(path.read_bytes()) if path and path.is_file() else ''}"


def _outcome(parts: Product, one: Asked, timer: Timer) -> Outcome:
    try:
        with timer():
            answer = ask(parts, AskRequest(one.question, Principal(TENANT, "evals")))
    except RequestError as error:
        return Outcome(one, str(error), True, judge(one.question, one.reference, "", declined=True))
    text = marks_left_out(answer.text, [item.doc for item in answer.evidence])
    declined = answer.abstained is not None
    language = detect(one.question)
    judged = judge(one.question, one.reference, text, declined=declined, language=language)
    turn = turns.turn(one.question, answer, one.reference, language)
    return Outcome(one, _said(answer, text), declined, judged, turn)


def _triad(outcomes: Sequence[Outcome], parts: Product, options: Options) -> dict[str, float]:
    """The Ragas triad over what was answered: by rules, and by the model that is set."""
    every = [one.turn for one in outcomes if one.turn]
    return turns.by_rules(every) | judge_by_model(every, parts.embedder, options)


def _said(answer: Answer, text: str) -> str:
    return f"declined: {answer.abstained}" if answer.abstained else text


def _measures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    return measures.table(
        {
            "accuracy": measures.mean(one.judged.right for one in outcomes),
            "answered": measures.mean(not one.declined for one in outcomes),
        }
    )


def _miss(one: Outcome) -> dict[str, str]:
    return {
        "kind": one.asked.kind,
        "question": one.asked.question,
        "reference": one.asked.reference,
        "answer": one.answer,
        "cause": "; ".join(
            [f"lacks {fact}" for fact in one.judged.missing] + [f"contrary: {fact}" for fact in one.judged.contrary]
        ),
    }
