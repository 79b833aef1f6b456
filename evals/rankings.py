"""Every retriever alone and joined, over the scope that the product opens for a question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

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

Timers = Mapping[str, Timer]
Scores = Mapping[str, float]  # the measures of one question, METHOD.NAME


def timers() -> Timers:
    """One for each method, and one for the question's vector, which is in no method's time; RRF's is the fusion alone."""
    return {method: Timer() for method in (*METHODS, EMBED)}


@dataclass(frozen=True, slots=True)
class Ranker:
    """Ranks the sources of a tenant by their best passage, method by method, and times each.

    ``walk`` is the product's own retrieval: what it finds by words and meaning, and where names lead from there. The
    scope is the present: the data's texts have no dates, and a year in a question is not when they are to be in force.
    """

    product: Product
    tenant: str
    timers: Timers

    def rank(self, text: str) -> dict[str, list[str]]:
        """The URIs that each method finds, best first; nothing for a question that the product does not take."""
        try:
            return self._rank(text)
        except RequestError:
            return {method: [] for method in METHODS}

    def _rank(self, text: str) -> dict[str, list[str]]:
        principal = Principal(self.tenant, "evals", level=3)
        asked = begin(self.product, AskRequest(text, principal, valid_at=latest(self.product)))
        view, question = asked.view, asked.question
        settings = RetrievalSettings(limit=self.product.settings.candidates)
        with self.timers[EMBED]():
            vector = self.product.embedder.query(question.text)
        with self.timers[BM25]():
            words = [item.passage_id for item in lexical.by_words(view, question, settings.per_method)]
        with self.timers[DENSE]():
            meaning = [item.passage_id for item in dense.nearest(view, vector, settings.per_method)]
        with self.timers[RRF]():
            fused = fusion.rrf([words, meaning], settings.rrf_k)
        with self.timers[WALK]():
            walked = [found.passage_id for found in retrieve(view, question, vector, settings).candidates]
        joined = sorted(fused, key=lambda id_: (-fused[id_], id_))
        orders = {BM25: words, DENSE: meaning, RRF: joined, WALK: walked}
        return {method: _sources(view, order) for method, order in orders.items()}


def _sources(view: GraphView, passage_ids: Iterable[str]) -> list[str]:
    """The sources of passages, each where its best passage stands."""
    return list(dict.fromkeys(at.revision.uri for at in view.located(passage_ids)))


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


def percentiles(timers: Timers, whole: str) -> dict[str, float]:
    """Percentiles of one method, the whole one, and of each under its name."""
    found = dict(timers[whole].latency_ms)
    for method, timer in timers.items():
        found |= {f"{method}.{name}": value for name, value in timer.latency_ms.items()}
    return found
