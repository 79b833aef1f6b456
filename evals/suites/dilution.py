"""The dilution study: how much context to put before a passage, on a made agri-food corpus in Spanish (``evals.dilution``).

Kinds are EMBEDDER-STRATEGY; the measures of the whole are those of the chosen embedder under DDAI, with its NDCG@10 ÷ that of
the best fixed ratio. Only vectors rank. Vectors are kept by their text, so a stopped run goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from contract.errors import ModelUnavailable
from contract.ports import Embedder
from evals.datasets.agrifood import QUESTIONS, Corpus, made
from evals.dilution import DDAI, STRATEGIES, Found, Setting, judged, scores
from evals.product import Timer, versions
from evals.records import Options, Result
from evals.vectors import KeptVectors
from models.embedding import open_embedder

AT_HAND = ("bundled", "hf:all-MiniLM-L6-v2")
_BATCH = 64  # texts that are embedded and kept at once
_SHOWN = 20  # chunks of a ranking that are looked at
Kinds = dict[str, dict[str, float]]


def run(_data: Path, options: Options) -> Result:
    """The corpus is made: the folder is not read. ``limit`` is how many questions; documents are scaled down with them."""
    corpus = made(options.seed, min(options.limit or QUESTIONS, QUESTIONS))
    kinds: Kinds = {}
    told: dict[str, str] = {}
    timer = Timer()
    for setting, embedder in _embedders(options):
        found, reached = measured(corpus, embedder, setting, options, timer)
        kinds |= found
        told |= reached
    return Result(
        suite="dilution",
        dataset="agrifood",
        n=len(corpus.questions),
        measures=_whole(kinds, options.embedder),
        by_kind=kinds,
        latency_ms=timer.latency_ms,
        settings={"embedder": options.embedder, "documents": str(len(corpus.documents)), "seed": str(options.seed)}
        | told,
        versions=versions(),
    )


def measured(
    corpus: Corpus, embedder: Embedder, name: str, options: Options, timer: Timer
) -> tuple[Kinds, dict[str, str]]:
    """Every strategy with one embedder, and what CIR each reached."""
    setting = Setting(_InBatches(embedder, name, options), corpus)
    questions = np.stack([np.frombuffer(embedder.query(asked.text), dtype="<f4") for asked in corpus.questions])
    kinds: Kinds = {}
    told = {f"{name}.chunks": str(len(setting.chunks))}
    for strategy in STRATEGIES:
        rows, reached = setting.vectors(strategy)
        found: list[Found] = []
        for asked, question in zip(corpus.questions, questions, strict=True):
            with timer():
                order = np.argsort(-(rows @ question), kind="stable")[:_SHOWN].tolist()
            found.append(judged(asked, setting.chunks, order))
        kinds[f"{name}-{strategy}"] = scores(found)
        told[f"{name}-{strategy}.cir"] = f"{reached:.3f}"
    return kinds, told


def _embedders(options: Options) -> Iterator[tuple[str, Embedder]]:
    """The chosen one, and the others that are installed."""
    for setting in dict.fromkeys((options.embedder, *AT_HAND)):
        try:
            opened = open_embedder(setting)
        except ModelUnavailable:
            if setting == options.embedder:
                raise
            continue
        yield setting.removeprefix("hf:"), KeptVectors(opened, options.work / "vectors")


def _whole(kinds: Kinds, embedder: str) -> dict[str, float]:
    name = embedder.removeprefix("hf:")
    ours = kinds[f"{name}-{DDAI}"]
    best = max(kinds[f"{name}-{strategy}"]["ndcg@10"] for strategy in STRATEGIES if strategy != DDAI)
    return {**ours, "ddai_to_best_fixed": round(ours["ndcg@10"] / best, 4) if best else 0.0}


class _InBatches:
    """An embedder that is given few texts at once, so that what is computed is kept and progress is seen."""

    def __init__(self, embedder: Embedder, name: str, options: Options) -> None:
        self._embedder = embedder
        self._told = name
        self._options = options
        self.name, self.dimension, self.limit = embedder.name, embedder.dimension, embedder.limit
        self._counts: dict[str, int] = {}

    def count(self, text: str) -> int:
        if text not in self._counts:
            self._counts[text] = self._embedder.count(text)
        return self._counts[text]

    def query(self, text: str) -> bytes:
        return self._embedder.query(text)

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        found: list[bytes] = []
        for start in range(0, len(texts), _BATCH):
            self._options.progress(f"{self._told}: embedding", start / len(texts))
            found += self._embedder.passages(texts[start : start + _BATCH])
        return found
