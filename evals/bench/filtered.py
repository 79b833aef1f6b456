"""Vector search under a filter: how long it takes, beside comparing all readable vectors with numpy.

Kinds are SHARE-PLACEMENT (``evals.filtering``); ``to_exact`` = the store's median ÷ the comparison's.
"""

from __future__ import annotations

import numpy as np

from evals import filtering
from evals.memory import peak_mb
from evals.product import Timer, versions
from evals.records import Options, Result

_QUESTIONS = 100
_K = 10


def run(options: Options) -> Result:
    """``limit`` is how many vectors there are, 100,000 without one."""
    vectors = filtering.made(options)
    kinds: dict[str, dict[str, float]] = {}
    whole = Timer()
    with filtering.stored(vectors, options) as store:
        for share in filtering.SHARES:
            view = filtering.view(store, share)
            rows = vectors.rows[: vectors.readable(share)]
            for placement in filtering.PLACEMENTS:
                options.progress(f"searching {share:g} % {placement}", len(kinds) / 8)
                questions = vectors.questions(share, placement, _QUESTIONS, options.seed)
                ours, exact = Timer(), Timer()
                view.nearest(questions[0].astype("<f4").tobytes(), _K)  # the first reads the vectors into memory
                for question in questions:
                    asked = question.astype("<f4").tobytes()
                    with ours():
                        view.nearest(asked, _K)
                    with exact():
                        np.argsort(-(rows @ question))[:_K]
                kinds[f"{share:g}-{placement}"] = {
                    **{f"{name}_ms": value for name, value in ours.latency_ms.items()},
                    "exact_p50_ms": exact.latency_ms["p50"],
                    "to_exact": round(ours.latency_ms["p50"] / max(exact.latency_ms["p50"], 1e-3), 3),
                }
                whole.milliseconds += ours.milliseconds
    return Result(
        suite="bench-filtered",
        dataset="generated",
        n=len(whole.milliseconds),
        measures={"peak_mb": peak_mb()},
        by_kind=kinds,
        latency_ms=whole.latency_ms,
        settings={"vectors": str(len(vectors.ids)), "dimension": str(filtering.DIMENSION), "seed": str(options.seed)},
        versions=versions(),
    )
