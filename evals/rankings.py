"""Every retriever alone and joined, over the scope that the product opens for a question: what it finds, and what it costs.

``METHOD.identifiers@5``: share of the question's exact identifiers (codes, names of parameters) that stand in the first five
passages, over the questions that have any. ``METHOD.cpu_ms``: processor time a question, in all threads.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from contract.access import Principal
from contract.errors import RequestError
from contract.ports import GraphView
from evals import measures
from evals.product import Timer
from retrieval import dense, fusion, lexical
from retrieval.retrieve import RetrievalSettings, retrieve
from service.ask import AskRequest, begin
from service.wiring import Product, latest

BM25, DENSE, RRF, WALK = "bm25", "dense", "rrf", "walk"
METHODS = (BM25, DENSE, RRF, WALK)
EMBED = "embed"
_FIRST = 5  # passages in which identifiers are looked for

Scores = Mapping[str, float]  # the measures of one question, METHOD.NAME


@dataclass(frozen=True, slots=True)
class Meter:
    """What each of many like things took, by the clock and of the processor."""

    clock: Timer = field(default_factory=Timer)
    cpu: list[float] = field(default_factory=list)

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Measure what is done inside."""
        started = time.process_time()
        with self.clock():
            yield
        self.cpu.append(1000 * (time.process_time() - started))


Meters = Mapping[str, Meter]


def meters() -> Meters:
    """One for each method, and one for the question's vector, which is in no method's time; RRF's is the fusion alone."""
    return {method: Meter() for method in (*METHODS, EMBED)}


@dataclass(frozen=True, slots=True)
class Ranked:
    """What each method found, as URIs, best first, and its measures that need the passages themselves."""

    found: Mapping[str, list[str]]
    scores: Scores = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranker:
    """Ranks the sources of a tenant by their best passage, method by method, and times each.

    ``walk`` is the product's own retrieval: what it finds by words and meaning, and where names lead from there. The
    scope is the present: the data's texts have no dates, and a year in a question is not when they are to be in force.
    """

    product: Product
    tenant: str
    meters: Meters

    def rank(self, text: str) -> Ranked:
        """What each method finds; nothing for a question that the product does not take."""
        try:
            return self._rank(text)
        except RequestError:
            return Ranked({method: [] for method in METHODS})

    def _rank(self, text: str) -> Ranked:
        principal = Principal(self.tenant, "evals", level=3)
        asked = begin(self.product, AskRequest(text, principal, valid_at=latest(self.product)))
        view, question = asked.view, asked.question
        settings = RetrievalSettings(limit=self.product.settings.candidates)
        with self.meters[EMBED]():
            vector = self.product.embedder.query(question.text)
        with self.meters[BM25]():
            words = [item.passage_id for item in lexical.by_words(view, question, settings.per_method)]
        with self.meters[DENSE]():
            meaning = [item.passage_id for item in dense.nearest(view, vector, settings.per_method)]
        with self.meters[RRF]():
            fused = fusion.rrf([words, meaning], settings.rrf_k)
        with self.meters[WALK]():
            walked = [found.passage_id for found in retrieve(view, question, vector, settings).candidates]
        joined = sorted(fused, key=lambda id_: (-fused[id_], id_))
        orders = {BM25: words, DENSE: meaning, RRF: joined, WALK: walked}
        covered = {
            f"{method}.identifiers@{_FIRST}": _coverage(view, question.identifiers, order)
            for method, order in orders.items()
        }
        return Ranked({method: _sources(view, order) for method, order in orders.items()}, measures.table(covered))


def _sources(view: GraphView, passage_ids: Iterable[str]) -> list[str]:
    """The sources of passages, each where its best passage stands."""
    return list(dict.fromkeys(at.revision.uri for at in view.located(passage_ids)))


def _coverage(view: GraphView, identifiers: Sequence[str], order: Sequence[str]) -> float | None:
    """A passage's header counts: it tells of which section the passage speaks."""
    if not identifiers:
        return None
    first = view.located(order[:_FIRST])
    return measures.identifier_coverage(identifiers, [f"{at.passage.header}\n{at.passage.text}" for at in first])


def scored(gold: Collection[str], found: Mapping[str, Sequence[str]], names: Sequence[str]) -> Scores:
    """The measures of one question; a name is ``recall@K``, ``all@K`` or ``mrr``."""
    values = {f"{method}.{name}": _measure(name, gold, ranking) for method, ranking in found.items() for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _measure(name: str, gold: Collection[str], ranking: Sequence[str]) -> float | None:
    kind, _, k = name.partition("@")
    if kind == "mrr":
        return measures.mrr(gold, ranking)
    return (measures.recall_at_k if kind == "recall" else measures.all_at_k)(gold, ranking, int(k))


def means(scores: Sequence[Scores]) -> dict[str, float]:
    """The mean of each measure over the questions."""
    names = dict.fromkeys(name for score in scores for name in score)
    return measures.table({name: measures.mean(score.get(name) for score in scores) for name in names})


def percentiles(of: Meters, whole: str) -> dict[str, float]:
    """Percentiles of one method, the whole one, and of each under its name."""
    found = dict(of[whole].clock.latency_ms)
    for method, meter in of.items():
        found |= {f"{method}.{name}": value for name, value in meter.clock.latency_ms.items()}
    return found


def costs(of: Meters) -> dict[str, float]:
    """The mean processor time of each method, in milliseconds a question."""
    return measures.table({f"{method}.cpu_ms": measures.mean(meter.cpu) for method, meter in of.items()})


def size(product: Product) -> str:
    """What a store takes on disk: words, vectors, names and texts together, in MB; a server's is not seen from here."""
    path = product.settings.store_path
    return f"{path.stat().st_size / 1e6:.1f} MB" if path.is_file() else "in a server"
