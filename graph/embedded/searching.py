"""Search within a scope: BM25 and cosine, each over the scope's passages alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from contract.errors import StoreMismatch
from contract.evidence import Scored
from contract.ports import Vector
from graph.columns import VECTOR, ranges
from graph.cosine import Floats, cosines, unpacked
from graph.embedded.database import Database
from graph.embedded.lexical import FtsPostings
from graph.embedded.statements import statements
from graph.embedded.vectors import VectorIndex
from graph.keeping import Kept
from graph.lexical import LexicalSearch
from graph.sight import Sight, ranked

_KEPT_MEANS = 32
_REINDEX = statements("reindex")
TEXT_INDEXES = ("lexical", "wording")


class Search:
    """The indexes of one store: what every view of it searches in."""

    def __init__(self, database: Database, dimension: int, store: str) -> None:
        self.words = LexicalSearch(FtsPostings(database))
        self.vectors = VectorIndex(database, dimension, store)
        self._database = database
        self._dimension = dimension
        self._means: Kept[tuple[int, int, bytes], NDArray[np.float64]] = Kept(_KEPT_MEANS)

    def rebuild(self) -> tuple[str, ...]:
        """Make the indexes again: the two of words, and that of vectors if there are enough for one; their names."""
        with self._database.writing() as tx:
            for name in TEXT_INDEXES:
                tx.execute(_REINDEX[name])
        self.words = LexicalSearch(FtsPostings(self._database))
        return (*TEXT_INDEXES, *(("vectors",) if self.vectors.rebuild() else ()))

    def nearest(self, sight: Sight, vector: Vector, limit: int) -> tuple[Scored, ...]:
        """The nearest by cosine; equal cosines by id."""
        query, rows = self._checked(vector), self.vectors.rows()
        wanted = sight.eligible.vectors
        wanted = wanted[: np.searchsorted(wanted, rows.shape[0], side="right")]
        found, scores = self.vectors.nearest(rows, query, wanted - 1, limit)
        vectors, places = sight.eligible.by_vector
        first = np.searchsorted(vectors, found + 1)
        counts = np.searchsorted(vectors, found + 1, side="right") - first
        return ranked(sight, places[ranges(first, counts)], np.repeat(scores, counts), limit)

    def cosines(self, sight: Sight, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]:
        query, rows = self._checked(vector), self.vectors.rows()
        places = np.array(sight.places(passage_ids), dtype=np.int64)
        at = sight.columns.passages[VECTOR][places] - 1
        places, at = places[at < rows.shape[0]], at[at < rows.shape[0]]
        ids = sight.columns.ids
        found = cosines(rows[at], query).tolist()
        return {ids[place]: score for place, score in zip(places.tolist(), found, strict=True)}

    def mean_cosine(self, sight: Sight, vector: Vector) -> float:
        """By the mean of the scope's vectors, which is kept for scopes that hold the same passages."""
        query = self._checked(vector).astype(np.float64)
        if not sight.eligible.count:
            return 0.0
        return float(query @ self._mean(sight))

    def _mean(self, sight: Sight) -> NDArray[np.float64]:
        columns = sight.columns
        key = (columns.tenant, columns.purges, sight.eligible.key)
        return self._means.made(key, lambda: self._worked_out(sight))

    def _worked_out(self, sight: Sight) -> NDArray[np.float64]:
        columns, rows = sight.columns, self.vectors.rows()
        at = columns.passages[VECTOR][sight.eligible.passages] - 1
        weights = np.bincount(at[at < rows.shape[0]], minlength=rows.shape[0]).astype(np.float32)
        mean: NDArray[np.float64] = (weights @ rows).astype(np.float64) / sight.eligible.count
        return mean

    def _checked(self, vector: Vector) -> Floats:
        if len(vector) != 4 * self._dimension:
            raise StoreMismatch(
                f"the question's vector has {len(vector) // 4} dimensions and the store {self._dimension}: "
                "set the embedder that the store was written with"
            )
        return unpacked(vector)
