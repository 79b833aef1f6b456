"""Ingestion: what it costs beside the encoder alone, and what a revision that changes little costs beside its first.

Documents are of the made agri-food corpus, in a folder, half of them Markdown and half HTML, and taken in as by ``vigente ingest
FOLDER``: in one run, read by child processes. The encoder alone is given the same passages in the same groups first;
``share_of_encoder`` = its seconds ÷ ingestion's (1 would be: nothing but the encoder), ``share_of_encoder_cpu`` the same in
processor time, that of children included, which other work on the machine moves less. ``again_share`` = seconds of ingesting a
long document with one per cent of its sentences changed ÷ seconds of its first revision.
"""

from __future__ import annotations

import html
import random
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from evals.datasets.agrifood import Document, made
from evals.memory import peak_mb
from evals.product import TENANT, product, versions
from evals.records import DataError, Options, Result
from extraction.extract import embedding_inputs
from service.ingestion.ingest import TOGETHER, Ingested, IngestOptions, ingest, prepare
from service.ingestion.intake import collect
from service.wiring import Product

DOCUMENTS = 40
_TAKING = IngestOptions(TENANT, {"language": "es"})
_CHANGED = 0.01  # share of the sentences


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock and of the processor, children that have ended included."""

    wall: float
    cpu: float


def run(options: Options) -> Result:
    """``limit`` is how many documents are taken, 40 without one; the long document is made of half as many others."""
    count = options.limit or DOCUMENTS
    documents = [each for each in made(options.seed).documents if each.kind != "tabular"]
    random.Random(options.seed).shuffle(documents)
    return measured(documents[:count], documents[-max(count // 2, 1) :], options)


def measured(documents: Sequence[Document], joined: Sequence[Document], options: Options) -> Result:
    """Costs of a folder of documents, and of the two revisions of one document that ``joined`` make up."""
    with product(options, "bench-ingest", fresh=True) as parts, TemporaryDirectory(prefix="evals-") as place:
        folder = written(documents, Path(place) / "documents")
        parts.embedder.passages(["warm"])
        options.progress("the encoder alone", 0.0)
        encoder, passages = _encoder_alone(parts, folder)
        options.progress("ingesting", 0.3)
        taken: list[Ingested] = []
        whole = _cost(partial(_take, parts, folder, taken))
        options.progress("a long document", 0.7)
        first, again, carried = _revised(parts, joined, Path(place), options.seed)
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


def written(documents: Sequence[Document], folder: Path) -> Path:
    """A folder with the documents as files: Markdown and HTML in turn."""
    folder.mkdir(parents=True)
    for at, document in enumerate(documents):
        if at % 2:
            (folder / f"{at:03}.html").write_text(_page(document), encoding="utf-8")
        else:
            (folder / f"{at:03}.md").write_text(text(document), encoding="utf-8")
    return folder


def _page(document: Document) -> str:
    parts = [f"<h1>{html.escape(document.title)}</h1><p>{html.escape(document.summary)}</p>"]
    for part in document.parts:
        parts.append(f"<h2>{html.escape(part.heading)}</h2><p>{html.escape(' '.join(part.units))}</p>")
    return f"<!DOCTYPE html><html lang='es'><body>{''.join(parts)}</body></html>"


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


def _revised(parts: Product, documents: Sequence[Document], place: Path, seed: int) -> tuple[Cost, Cost, float]:
    """Costs of a long document's first and second revision, and the share of passages whose vectors were carried over."""
    taken: list[Ingested] = []
    costs = []
    for body in changed(documents, seed):
        file = place / "long.md"
        file.write_text(body, encoding="utf-8")
        costs.append(_cost(partial(_take, parts, file, taken)))
    return costs[0], costs[1], round(1 - taken[1].embedded / taken[1].passages, 4)


def _encoder_alone(parts: Product, folder: Path) -> tuple[Cost, int]:
    texts: list[str] = []
    unread = replace(parts, readings=None)  # what is read here is not to be known later
    for entry in collect([folder], families=False):
        texts += [each.text for each in embedding_inputs(prepare(unread, entry, _TAKING).content, parts.embedder.name)]
    groups = [texts[start : start + TOGETHER] for start in range(0, len(texts), TOGETHER)]
    return _cost(lambda: [parts.embedder.passages(group) for group in groups]), len(texts)


def _take(parts: Product, path: Path, taken: list[Ingested]) -> None:
    report = ingest(parts, collect([path], families=False), _TAKING)
    for failed in report.failed:
        raise DataError(f"the made document {failed.name} was refused: {failed.error}")
    taken.extend(report.documents)


def _cost(work: Callable[[], object]) -> Cost:
    wall, cpu = time.perf_counter(), _processor()
    work()
    return Cost(time.perf_counter() - wall, _processor() - cpu)


def _processor() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
