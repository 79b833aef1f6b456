"""BM25 as every store ranks by it: k1 = 1.2, b = .75, and statistics of one scope alone.

    idf(t)      = ln(1 + (N − n + .5) / (n + .5))
    score(d, q) = Σ idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · |d| / average))      over the different t of q

N, n and the average length are counted within the scope that is searched, so that no document outside it can move a score
(Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; the idf that stays positive is
Lucene's). Engines only propose candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.75

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one term stands in the scope: places of documents, ascending, and how often it stands in each (> 0)."""

    documents: Ints
    frequencies: Ints


def idf(total: int, containing: int) -> float:
    """How rare a term is that stands in ``containing`` of ``total`` documents of the scope; natural logarithm."""
    return float(np.log1p((total - containing + 0.5) / (containing + 0.5)))


def scores(postings: Sequence[Posting], lengths: Ints, total: int, average_length: float) -> tuple[Ints, Floats]:
    """The documents of the scope that hold any of the terms, ascending, and their scores.

    ``lengths`` are in terms, by place of document; ``total`` and ``average_length`` are the scope's. Terms add up in
    the order given, so that equal questions give equal bits.
    """
    found = np.zeros(lengths.size, dtype=np.bool_)
    sums = np.zeros(lengths.size, dtype=np.float64)
    for posting in postings:
        if posting.documents.size:
            norms = K1 * (1 - B + B * lengths[posting.documents] / average_length)
            weight = idf(total, posting.documents.size) * (K1 + 1)
            sums[posting.documents] += weight * posting.frequencies / (posting.frequencies + norms)
            found[posting.documents] = True
    documents = np.flatnonzero(found)
    return documents, sums[documents]


def within(posting: Posting, passages: NDArray[np.bool_]) -> Posting:
    """What of a posting stands in the scope."""
    kept = passages[posting.documents]
    return Posting(posting.documents[kept], posting.frequencies[kept])


def terms(stems: Iterable[str]) -> tuple[str, ...]:
    """The different stems of a question, in order; what holds a space or nothing is no stem."""
    return tuple(dict.fromkeys(stem for stem in stems if stem and not set(stem) & set(" \t\n\r\0")))
