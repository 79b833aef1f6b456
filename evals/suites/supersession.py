"""Which document ended which: the product's edges against those that are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from contract.access import Principal, Scope
from contract.history import SupersessionKind
from contract.ports import Vector
from evals import measures, statuses
from evals.datasets.reading import drawn
from evals.datasets.supersession import Document, Ended, Pair, read
from evals.product import TENANT, Text, Timer, ingest_texts, product, versions
from evals.records import Options, Result
from service.wiring import Product, latest

_TOKENS = 1.5  # tokens a word, roughly: what is measured does not hang on where a passage ends


@dataclass(frozen=True, slots=True)
class Blank:
    """An embedder that gives every passage one vector: who ended whom does not hang on meaning, and embedding a code of
    laws takes longer than all the rest."""

    name: str
    dimension: int
    limit: int

    def count(self, text: str) -> int:
        return int(_TOKENS * len(text.split())) + 2

    def query(self, text: str) -> Vector:
        return self.passages([text])[0]

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        vector = np.zeros(self.dimension, dtype="<f4")
        vector[0] = 1.0
        return [vector.tobytes()] * len(texts)


def run(data: Path, options: Options) -> Result:
    """``precision`` and ``recall`` over pairs (ended, by what). Only whole documents count, and no revision of one itself.

    The limit counts known pairs; then only their documents are taken in. By kind there is recall alone: a wrong edge is
    of no kind. ``status_as_of`` is the share of days on which a document's status is told right (``evals.statuses``), where
    the data has its changes.
    """
    ended = _limited(read(data), options)
    timer = Timer()
    with product(options, f"supersession-{data.resolve().name}") as parts:
        report = ingest_texts(_blank(parts), TENANT, _texts(ended), options.progress)
        with timer():
            found = edges(parts, {document.uri for document in ended.documents})
        made_by = versions(parts)
    failed = [{"kind": "ingestion", "document": one.name, "cause": one.error or ""} for one in report.failed]
    kinds = {kind: {pair for pair in ended.pairs if ended.kinds[pair] == kind} for kind in ended.kinds.values()}
    status, days, untold = _statuses(data, options)
    return Result(
        suite="supersession",
        dataset=data.resolve().name,
        n=len(ended.pairs),
        measures=measures.table(
            {
                "precision": measures.precision(found, ended.pairs),
                "recall": measures.recall(found, ended.pairs),
                "status_as_of": status,
            }
        ),
        by_kind={kind: measures.table({"recall": measures.recall(found, some)}) for kind, some in kinds.items()},
        settings={"store": options.store, "seed": str(options.seed), "documents": str(len(ended.documents)), **days},
        versions=made_by,
        misses=(*failed, *_wrong(found - ended.pairs, "not known"), *_wrong(ended.pairs - found, "not found"), *untold),
    )


def _statuses(data: Path, options: Options) -> tuple[float | None, dict[str, str], Sequence[Mapping[str, str]]]:
    """The share of days told right, how many there were, and the misses; None where the data has no changes of status."""
    if not (data / statuses.EVENTS).is_file():
        return None, {}, ()
    changes = statuses.changes(data / statuses.EVENTS)
    asked = statuses.asked(changes, options)
    with product(options, f"statuses-{data.resolve().name}") as parts:
        refused = statuses.taken_in(_blank(parts), changes, options)
        wrong = statuses.wrong(parts, asked)
    return 1 - len(wrong) / len(asked), {"days": str(len(asked))}, (*refused, *wrong)


def _blank(parts: Product) -> Product:
    given = parts.embedder
    return replace(parts, embedder=Blank(given.name, given.dimension, given.limit))


def edges(parts: Product, uris: Iterable[str]) -> frozenset[Pair]:
    """The pairs of which the product holds that one ended the other whole, as known now."""
    readable = Principal(TENANT, "evals", level=3).readable(parts.store.audiences())
    view = parts.store.view(Scope(TENANT, readable, latest(parts), latest(parts)))
    revisions = list(chain.from_iterable(view.revisions(uri) for uri in sorted(uris)))
    source = {revision.id: revision.uri for revision in revisions}
    found = view.supersessions(source)
    return frozenset(
        (source[edge.older], source[edge.newer])
        for edge in found
        if edge.section is None and edge.kind is not SupersessionKind.REVISION and edge.newer in source
    )


def _limited(ended: Ended, options: Options) -> Ended:
    if options.limit is None or options.limit >= len(ended.pairs):
        return ended
    pairs = drawn(sorted(ended.pairs), options)
    wanted = set(chain.from_iterable(pairs))
    documents = tuple(document for document in ended.documents if document.uri in wanted)
    return replace(
        ended, documents=documents, pairs=frozenset(pairs), kinds={pair: ended.kinds[pair] for pair in pairs}
    )


def _texts(ended: Ended) -> list[Text]:
    return [_text(document, ended.source_type) for document in ended.documents]


def _text(document: Document, source_type: str) -> Text:
    return Text(document.uri, document.uri, document.text, {"source_type": source_type}, document.suffix)


def _wrong(pairs: Iterable[Pair], what: str) -> list[dict[str, str]]:
    return [{"kind": what, "ended": old, "by": new} for old, new in sorted(pairs)]
