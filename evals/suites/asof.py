"""Does a question about a day get the version that held on that day, and nothing of the others?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contract.access import Principal
from contract.errors import RequestError
from contract.evidence import Answer, Evidence
from evals import measures
from evals.datasets.dated import DatedDocument, read
from evals.datasets.reading import drawn
from evals.differences import GONE, STANDS, Drawn, sample
from evals.measures import Ref
from evals.product import TENANT, Text, Timer, ingest_texts, product, versions
from evals.records import DataError, Options, Result
from service.ask import AskRequest, ask
from service.wiring import Product


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question asked. ``admitted`` is the packet, ``stale`` what of it did not hold on the day; ``cause`` of a miss."""

    asked: Drawn
    right: bool
    answered: bool
    admitted: int
    stale: int
    cause: str = ""


def run(data: Path, options: Options) -> Result:
    """``right_version``: what the answer cites of the document asked about is the version of the day, and no other.

    Where the sentence is gone there may be nothing to say: to decline is right then, and wrong where it stands.
    ``stale_admission``: share of all admitted evidence whose version did not hold. ``answered`` tells how much was declined.
    The limit counts sentences; each is asked for twice.
    """
    documents = read(data)
    pairs = sample(documents, options.seed)
    if not pairs:
        raise DataError(f"{data} has no two versions of a document that differ in a sentence: give one that has")
    asked = [one for pair in drawn(pairs, options) for one in pair]
    timer = Timer()
    outcomes: list[Outcome] = []
    with product(options, f"asof-{data.resolve().name}") as parts:
        ingest_texts(parts, TENANT, _texts(documents), options.progress)
        holding = _holding(documents)
        for at, one in enumerate(asked):
            options.progress(f"{one.document.uri}: asking", at / len(asked))
            outcomes.append(_outcome(parts, one, holding, timer))
        made_by = versions(parts)
    kinds = {
        language: [one for one in outcomes if one.asked.document.language == language] for language in ("es", "en")
    }
    kinds |= {kind: [one for one in outcomes if one.asked.kind == kind] for kind in (STANDS, GONE)}
    return Result(
        suite="asof",
        dataset=data.resolve().name,
        n=len(outcomes),
        measures=_measures(outcomes),
        by_kind={kind: _measures(some) for kind, some in kinds.items() if some},
        latency_ms=timer.latency_ms,
        settings={"embedder": options.embedder, "store": options.store, "seed": str(options.seed)},
        versions=made_by,
        misses=tuple(_miss(one) for one in outcomes if one.cause),
    )


def _texts(documents: Sequence[DatedDocument]) -> list[Text]:
    return [
        Text(
            document.uri,
            document.title,
            each.text,
            {"language": document.language, "valid_from": each.label, "revision": each.label, "source_type": "policy"},
            ".md",
        )
        for document in documents
        for each in document.versions
    ]


def _holding(documents: Sequence[DatedDocument]) -> Mapping[Ref, tuple[int, int | None]]:
    """From when to when each version holds, None for the newest."""
    return {
        (document.uri, each.label): (each.start, each.end if each is not document.versions[-1] else None)
        for document in documents
        for each in document.versions
    }


def _outcome(parts: Product, one: Drawn, holding: Mapping[Ref, tuple[int, int | None]], timer: Timer) -> Outcome:
    try:
        with timer():
            answer = ask(parts, AskRequest(one.text, Principal(TENANT, "evals"), valid_at=one.valid_at))
    except RequestError as error:
        return Outcome(one, False, False, 0, 0, f"refused: {error}")
    stale = [item for item in answer.evidence if not _holds(item, one.valid_at, holding)]
    cause = _cause(one, answer)
    if stale and not cause:
        cause = f"admitted {stale[0].uri} of {stale[0].revision}"
    right = not _cause(one, answer)
    return Outcome(one, right, answer.abstained is None, len(answer.evidence), len(stale), cause)


def _holds(item: Evidence, at: int, holding: Mapping[Ref, tuple[int, int | None]]) -> bool:
    start, end = holding[item.uri, item.revision]
    return start <= at and (end is None or at < end)


def _cause(one: Drawn, answer: Answer) -> str:
    """Why an answer is wrong; empty if it is right."""
    if answer.abstained is not None:
        return f"declined: {answer.abstained}" if one.kind == STANDS else ""
    linked = {link.evidence_id for claim in answer.claims for link in claim.citations}
    cited = [item for item in answer.evidence if item.evidence_id in linked]
    other = next((item for item in cited if item.uri == one.document.uri and item.revision != one.label), None)
    if other:
        return f"cites the version of {other.revision}"
    if one.kind == STANDS and not any(item.uri == one.document.uri for item in cited):
        return "cites another document: " + ", ".join(sorted({item.uri for item in cited}))
    return ""


def _measures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    admitted = sum(one.admitted for one in outcomes)
    return measures.table(
        {
            "right_version": measures.mean(one.right for one in outcomes),
            "stale_admission": sum(one.stale for one in outcomes) / admitted if admitted else None,
            "answered": measures.mean(one.answered for one in outcomes),
        }
    )


def _miss(one: Outcome) -> dict[str, str]:
    return {
        "kind": one.asked.kind,
        "question": one.asked.text,
        "version": one.asked.label,
        "sentence": one.asked.sentence,
        "cause": one.cause,
    }
