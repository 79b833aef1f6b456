"""Vector search under a filter: what the store finds among the vectors that a reader may see, against comparing them all.

``recall@10`` = share of the ten nearest readable vectors that are found; ``short_results`` = share of questions that get fewer
than ten (or than all that there are). Kinds are SHARE-PLACEMENT (``evals.filtering``).
"""

from __future__ import annotations

from pathlib import Path

from evals import filtering, measures
from evals.product import Timer, versions
from evals.records import Options, Result

DATA = Path(__file__).parent
"""A folder that is there: none is read."""

QUESTIONS = 50  # of each kind
_K = 10


def run(_data: Path, options: Options) -> Result:
    """The vectors are generated: the folder is not read. ``limit`` is how many there are."""
    vectors = filtering.made(options)
    kinds: dict[str, dict[str, float]] = {}
    timer = Timer()
    recalls: list[float | None] = []
    short: list[bool] = []
    with filtering.stored(vectors, options) as store:
        for share in filtering.SHARES:
            view = filtering.view(store, share)
            for placement in filtering.PLACEMENTS:
                options.progress(f"searching {share:g} % {placement}", len(kinds) / 8)
                found: list[float | None] = []
                fewer: list[bool] = []
                for question in vectors.questions(share, placement, QUESTIONS, options.seed):
                    gold = vectors.nearest(question, share, _K)
                    with timer():
                        nearest = [each.passage_id for each in view.nearest(question.astype("<f4").tobytes(), _K)]
                    found.append(measures.recall_at_k(gold, nearest, _K))
                    fewer.append(len(nearest) < len(gold))
                kinds[f"{share:g}-{placement}"] = scores(found, fewer)
                recalls += found
                short += fewer
    return Result(
        suite="filtered",
        dataset="generated",
        n=len(recalls),
        measures=scores(recalls, short),
        by_kind=kinds,
        latency_ms=timer.latency_ms,
        settings={"vectors": str(len(vectors.ids)), "dimension": str(filtering.DIMENSION), "seed": str(options.seed)},
        versions=versions(),
    )


def scores(recalls: list[float | None], short: list[bool]) -> dict[str, float]:
    """Both measures over the questions of a kind."""
    return measures.table({"recall@10": measures.mean(recalls), "short_results": measures.mean(short)})
