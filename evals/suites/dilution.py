"""The dilution study: how much context to put before a passage (``evals.dilution``).

On the made agri-food corpus in Spanish, or on a folder of real documents with questions made from their words
(``evals.datasets.headed``). Kinds are EMBEDDER-STRATEGY; ``EMBEDDER+maxsim`` ranks by late interaction (``evals.late``), for
the embedders that give token vectors. The measures of the whole are those of the chosen embedder under DDAI, with its NDCG@10 ÷
that of the best fixed ratio. Only vectors rank. They are kept by their text, so a stopped run goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from contract.errors import ModelUnavailable
from contract.ports import Embedder
from evals.datasets.agrifood import QUESTIONS, Corpus, made
from evals.datasets.headed import read
from evals.dilution import DDAI, STRATEGIES, Floats, Found, Setting, embedded, judged, scores
from evals.late import MaxSims, TokenEmbedder
from evals.product import Timer, versions
from evals.records import Options, Result
from evals.vectors import KeptVectors
from models.embedding import open_embedder

DATA = Path(__file__).parents[1] / "datasets"
"""Where the made corpus is written from (``agrifood.yaml``): it is taken where no folder is named."""

AT_HAND = ("bundled", "hf:all-MiniLM-L6-v2")
MAXSIM = "+maxsim"
_BATCH = 64  # texts that are embedded and kept at once
_SHOWN = 20  # chunks of a ranking that are looked at
Kinds = dict[str, dict[str, float]]
Ranked = Callable[[int], Floats]  # the number of a question -> a score for each chunk


def run(data: Path, options: Options) -> Result:
    """``limit`` is how many questions, at most 1,000; documents are scaled down with them."""
    count = min(options.limit or QUESTIONS, QUESTIONS)
    own = data.resolve() == DATA.resolve()
    corpus = made(options.seed, count) if own else read(data, count, options.seed)
    kinds: Kinds = {}
    told: dict[str, str] = {}
    timer = Timer()
    for setting, opened in _embedders(options):
        name, embedder = setting.removeprefix("hf:"), KeptVectors(opened, options.work / "vectors")
        found, reached = measured(corpus, embedder, name, options, timer)
        kinds |= found
        told |= reached
        if isinstance(opened, TokenEmbedder):
            kinds |= late(corpus, opened, embedder, f"{name}{MAXSIM}", options)
    return Result(
        suite="dilution",
        dataset="agrifood" if own else data.resolve().name,
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
    """Every strategy with one embedder's vectors, and how many chunks there were; ``cir`` is the mean that was reached."""
    setting = Setting(_InBatches(embedder, name, options), corpus)
    questions = np.stack([np.frombuffer(embedder.query(asked.text), dtype="<f4") for asked in corpus.questions])
    kinds: Kinds = {}
    told = {f"{name}.chunks": str(len(setting.chunks))}
    for strategy in STRATEGIES:
        texts, reached = setting.texts(strategy)
        rows = embedded(texts, setting.embedder)
        found = _scored(setting, lambda at, rows=rows: rows @ questions[at], timer)  # type: ignore[misc]
        kinds[f"{name}-{strategy}"] = {**found, "cir": round(reached, 4)}
    return kinds, told


def late(corpus: Corpus, tokens: TokenEmbedder, embedder: Embedder, name: str, options: Options) -> Kinds:
    """Every strategy by MaxSim over the same chunks and contexts."""
    setting = Setting(_InBatches(embedder, name, options), corpus)
    compared = MaxSims(tokens, setting.embedder, [asked.text for asked in corpus.questions])
    batches = _InBatches(KeptVectors(compared, options.work / "vectors"), name, options)
    kinds: Kinds = {}
    for strategy in STRATEGIES:
        texts, _ = setting.texts(strategy)
        rows = np.stack([np.frombuffer(row, dtype="<f4") for row in batches.passages(texts)])
        kinds[f"{name}-{strategy}"] = _scored(setting, lambda at, rows=rows: rows[:, at], Timer())  # type: ignore[misc]
    return kinds


def _scored(setting: Setting, ranked: Ranked, timer: Timer) -> dict[str, float]:
    found: list[Found] = []
    for at, asked in enumerate(setting.corpus.questions):
        with timer():
            order = np.argsort(-ranked(at), kind="stable")[:_SHOWN].tolist()
        found.append(judged(asked, setting.chunks, order))
    return scores(found)


def _embedders(options: Options) -> Iterator[tuple[str, Embedder]]:
    """The chosen one, and the others that are installed."""
    for setting in dict.fromkeys((options.embedder, *AT_HAND)):
        try:
            yield setting, open_embedder(setting)
        except ModelUnavailable:
            if setting == options.embedder:
                raise


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
