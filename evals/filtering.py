"""Vectors of which a reader may see a share: what the filtered suite searches and its bench times.

A thousand clusters, one document each. Readers of a share see its first clusters whole and nothing else, so that the vectors
they may see lie together. *Near* questions lie in a cluster that the reader sees, *far* ones in a cluster that he does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from contract.access import Audience, Principal, Scope
from contract.ids import content_id
from contract.ports import GraphView
from contract.store import Store
from evals.generated import KNOWN, TENANT, Floats, Page, clustered, draft, kept, units
from evals.records import DataError, Options

SHARES = (50.0, 10.0, 1.0, 0.1)  # percent of the vectors that a reader may see
PLACEMENTS = ("near", "far")
DIMENSION = 384
VECTORS = 100_000
LEAST = 100
_CLUSTERS = 1000
_NOISE = 0.3  # length of what a question is moved from the vector it is drawn from


@dataclass(frozen=True)
class Vectors:
    """The vectors with the ids of their passages, and where each cluster begins."""

    rows: Floats
    ids: tuple[str, ...]
    starts: tuple[int, ...]

    def readable(self, share: float) -> int:
        """How many vectors, from the first, the readers of a share may see."""
        return self.starts[_readable(share, len(self.starts) - 1)]

    def questions(self, share: float, placement: str, count: int, seed: int) -> Floats:
        """Questions drawn by the seed from what may be seen, or from what may not."""
        split = self.readable(share)
        low, high = (0, split) if placement == "near" else (split, len(self.ids))
        draw = np.random.default_rng([seed, int(10 * share), PLACEMENTS.index(placement)])
        chosen = draw.integers(low, high, size=count)
        moved = units(draw.standard_normal((count, self.rows.shape[1])))
        return units(self.rows[chosen] + _NOISE * moved)

    def nearest(self, question: Floats, share: float, limit: int) -> list[str]:
        """The nearest that may be seen, by comparing all of them in double precision."""
        cosines: NDArray[np.float64] = self.rows[: self.readable(share)].astype(np.float64) @ question.astype(
            np.float64
        )
        return [self.ids[at] for at in np.argsort(-cosines, kind="stable")[:limit]]


def made(options: Options) -> Vectors:
    """``limit`` vectors, 100,000 without one."""
    count = options.limit or VECTORS
    if count < LEAST:
        raise DataError(f"{count} vectors are too few to see a share of: set --limit to {LEAST} or more")
    clusters = min(_CLUSTERS, count)
    sizes = [count * (at + 1) // clusters - count * at // clusters for at in range(clusters)]
    starts = (0, *np.cumsum(sizes).tolist())
    rows = clustered(sizes, DIMENSION, options.seed)
    ids = [passage.id for page in _pages(rows, starts) for passage in draft(page).content.passages]
    return Vectors(rows, tuple(ids), starts)


@contextmanager
def stored(vectors: Vectors, options: Options) -> Iterator[Store]:
    """A store with these vectors."""
    made_from = ("filtered", len(vectors.ids), options.seed, content_id(vectors.ids[0], vectors.ids[-1]))
    pages = lambda: _pages(vectors.rows, vectors.starts)  # noqa: E731  the pages are made only if they are written
    with kept(options, f"filtered-{len(vectors.ids)}", made_from, DIMENSION, pages) as store:
        yield store


def view(store: Store, share: float) -> GraphView:
    """What a reader of a share sees."""
    reader = Principal(TENANT, "evals", groups=frozenset({_group(share)}))
    at = KNOWN + _CLUSTERS
    return store.view(Scope(TENANT, reader.readable(store.audiences()), at, at))


def _pages(rows: Floats, starts: tuple[int, ...]) -> Iterator[Page]:
    clusters = len(starts) - 1
    for at, (start, end) in enumerate(pairwise(starts)):
        groups = {_group(share) for share in SHARES if at < _readable(share, clusters)} or {"nobody"}
        texts = [f"vector {number}" for number in range(start, end)]
        yield Page(f"cluster/{at}", f"Cluster {at}", texts, rows[start:end], Audience(groups=frozenset(groups)))


def _readable(share: float, clusters: int) -> int:
    """How many clusters the readers of a share see."""
    return max(1, math.floor(clusters * share / 100))


def _group(share: float) -> str:
    return f"share-{share:g}"
