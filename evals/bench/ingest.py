"""Ingestion: what it costs beside the encoder alone, and what a revision that changes little costs beside its first.

Documents are of the made agri-food corpus. Each is embedded alone first, by the product's encoder on the product's own
passages, then ingested; ``share_of_encoder`` = the encoder's seconds ÷ ingestion's (1 would be: nothing but the encoder), and
``share_of_encoder_cpu`` the same in processor time, which other work on the machine moves less. ``again_share`` = seconds of
ingesting a long document with one per cent of its sentences changed ÷ seconds of its first revision.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from evals.datasets.agrifood import Document, made
from evals.memory import peak_mb
from evals.product import TENANT, product, versions
from evals.records import DataError, Options, Result
from extraction.extract import embedding_inputs
from service.ingestion.ingest import Ingested, IngestOptions, ingest_one, prepare
from service.ingestion.intake import Input
from service.wiring import Product

DOCUMENTS = 20
_TAKING = IngestOptions(TENANT)
_BATCH = 32  # passages that are embedded at once, as in ingestion
_CHANGED = 0.01  # share of the sentences


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock and of the processor."""

    wall: float
    cpu: float


def run(options: Options) -> Result:
    """``limit`` is how many documents are taken, 20 without one; the long document is made of as many others."""
    count = options.limit or DOCUMENTS
    documents = [each for each in made(options.seed).documents if each.kind != "tabular"]
    random.Random(options.seed).shuffle(documents)
    return measured(documents[:count], documents[-count:], options)


def measured(documents: Sequence[Document], joined: Sequence[Document], options: Options) -> Result:
    """Costs of some documents one by one, and of the two revisions of one document that ``joined`` make up."""
    encoder, whole, passages = Cost(0, 0), Cost(0, 0), 0
    with product(options, "bench-ingest", fresh=True) as parts:
        parts.embedder.passages(["warm"])
        for at, document in enumerate(documents):
            options.progress("ingesting", at / len(documents) / 2)
            entry = _entry(document.id, document.title, text(document))
            alone, number = _encoder_alone(parts, entry)
            taken = _cost(partial(_taken, parts, entry))
            encoder, whole, passages = _sum(encoder, alone), _sum(whole, taken), passages + number
        options.progress("a long document", 0.5)
        first, again, carried = _revised(parts, joined, options.seed)
        made_by = versions(parts)
    return Result(
        suite="bench-ingest",
        dataset="agrifood",
        n=len(documents),
        measures={
            "share_of_encoder": round(encoder.wall / whole.wall, 4),
            "share_of_encoder_cpu": round(encoder.cpu / whole.cpu, 4),
            "passages_a_second": round(passages / whole.wall, 3),
            "again_share": round(again.wall / first.wall, 4),
            "again_share_cpu": round(again.cpu / first.cpu, 4),
            "again_carried_over": carried,
            "peak_mb": peak_mb(),
        },
        settings={"embedder": options.embedder, "passages": str(passages), "seed": str(options.seed)},
        versions=made_by,
    )


def text(document: Document) -> str:
    """A document as Markdown."""
    parts = [f"# {document.title}", document.summary]
    for part in document.parts:
        parts += [f"## {part.heading}", " ".join(part.units)]
    return "\n\n".join(parts) + "\n"


def changed(documents: Sequence[Document], seed: int) -> tuple[str, str]:
    """Some documents as one long one, and the same with one per cent of the sentences said again in other words."""
    before = "\n".join(text(document).replace("# ", "## ", 1) for document in documents)
    said = [unit for document in documents for part in document.parts for unit in part.units]
    chosen = random.Random(f"{seed}:changed").sample(range(len(said)), max(1, int(_CHANGED * len(said))))
    after = before
    for at in chosen:
        after = after.replace(said[at], f"{said[at].rstrip('.')}, salvo fuerza mayor.", 1)
    return before, after


def _revised(parts: Product, documents: Sequence[Document], seed: int) -> tuple[Cost, Cost, float]:
    """Costs of a long document's first and second revision, and the share of passages whose vectors were carried over."""
    before, after = changed(documents, seed)
    taken: list[Ingested] = []
    costs = []
    for body in (before, after):
        entry = _entry("long", "Compendio", body)
        costs.append(_cost(partial(_take, parts, entry, taken)))
    return costs[0], costs[1], round(1 - taken[1].embedded / taken[1].passages, 4)


def _encoder_alone(parts: Product, entry: Input) -> tuple[Cost, int]:
    inputs = embedding_inputs(prepare(parts, entry, _TAKING).content, parts.embedder.name)
    texts = [each.text for each in inputs]
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    return _cost(lambda: [parts.embedder.passages(batch) for batch in batches]), len(texts)


def _taken(parts: Product, entry: Input) -> Ingested:
    done = ingest_one(parts, entry, _TAKING)
    if done.error:
        raise DataError(f"the made document {entry.name} was refused: {done.error}")
    return done


def _take(parts: Product, entry: Input, taken: list[Ingested]) -> None:
    taken.append(_taken(parts, entry))


def _entry(uri: str, title: str, body: str) -> Input:
    return Input(f"{uri}.md", data=body.encode("utf-8"), sidecar={"uri": uri, "title": title, "language": "es"})


def _cost(work: Callable[[], object]) -> Cost:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def _sum(one: Cost, other: Cost) -> Cost:
    return Cost(one.wall + other.wall, one.cpu + other.cpu)
