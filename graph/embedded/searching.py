"""Search within a scope: BM25 and cosine, each over the scope's passages alone."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from contract.errors import StoreMismatch
from contract.evidence import Scored
from contract.ports import Vector
from graph import bm25
from graph.bm25 import terms, within
from graph.columns import LENGTH, VECTOR, Ints
from graph.cosine import Floats, cosines, unpacked
from graph.embedded.database import Database
from graph.embedded.lexical import Postings
from graph.embedded.statements import statements
from graph.embedded.vectors import VectorIndex
from graph.sight import Sight, ranked

_KEPT_MEANS = 32
_SQL = statements("columns")


class Search:
    """The indexes of one store: what every view of it searches in."""

    def __init__(self, database: Database, dimension: int, store: str) -> None:
        self.vectors = VectorIndex(database, dimension, store)
        self._database = database
        self._dimension = dimension
        self._postings = Postings(database)
        self._means: OrderedDict[tuple[int, int, bytes], NDArray[np.float64]] = OrderedDict()
        self._lock = threading.Lock()

    # -- words --------------------------------------------------------------------------------------------------
    def lexical(self, sight: Sight, stems: Sequence[str], limit: int) -> tuple[Scored, ...]:
        """The best by BM25; equal scores by id."""
        places, scores = self._scores(sight, stems)
        return ranked(sight, places, scores, limit)

    def bm25(self, sight: Sight, stems: Sequence[str], passage_ids: Iterable[str]) -> Mapping[str, float]:
        """The same scores for named passages of the scope; 0.0 where no stem stands in one."""
        places, scores = self._scores(sight, stems)
        by_place = np.zeros(sight.columns.size, dtype=np.float64)
        by_place[places] = scores
        return {sight.columns.ids[place]: float(by_place[place]) for place in sight.places(passage_ids)}

    def idf(self, sight: Sight, stems: Iterable[str]) -> Mapping[str, float]:
        found = {}
        for stem in dict.fromkeys(stems):
            known = terms([stem])
            posting = within(self._postings.of(sight.columns, stem), sight.eligible.passages) if known else None
            found[stem] = bm25.idf(sight.eligible.count, 0 if posting is None else posting.documents.size)
        return found

    def _scores(self, sight: Sight, stems: Sequence[str]) -> tuple[Ints, NDArray[np.float64]]:
        scope = sight.eligible
        if not scope.count:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64)
        postings = [within(self._postings.of(sight.columns, term), scope.passages) for term in terms(stems)]
        return bm25.scores(postings, sight.columns.passages[LENGTH], scope.count, scope.average_length)

    # -- vectors ------------------------------------------------------------------------------------------------
    def nearest(self, sight: Sight, vector: Vector, limit: int) -> tuple[Scored, ...]:
        """The nearest by cosine; equal cosines by id."""
        query, rows = self._checked(vector), self._rows()
        places = sight.eligible.places
        at = sight.columns.passages[VECTOR] - 1
        places = places[at[places] < rows.shape[0]]
        eligible = np.zeros(rows.shape[0], dtype=np.bool_)
        eligible[at[places]] = True
        found, scores = self.vectors.nearest(rows, query, eligible, limit)
        by_row = np.full(rows.shape[0], np.nan, dtype=np.float64)
        by_row[found] = scores
        shown = by_row[at[places]]
        hit = ~np.isnan(shown)
        return ranked(sight, places[hit], shown[hit], limit)

    def cosines(self, sight: Sight, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]:
        query, rows = self._checked(vector), self._rows()
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
        key = (columns.tenant, columns.purges, np.packbits(sight.eligible.passages).tobytes())
        with self._lock:
            if key in self._means:
                self._means.move_to_end(key)
                return self._means[key]
        rows = self._rows()
        at = columns.passages[VECTOR][sight.eligible.passages] - 1
        weights = np.bincount(at[at < rows.shape[0]], minlength=rows.shape[0]).astype(np.float32)
        mean: NDArray[np.float64] = (weights @ rows).astype(np.float64) / sight.eligible.count
        with self._lock:
            self._means[key] = mean
            while len(self._means) > _KEPT_MEANS:
                self._means.popitem(last=False)
        return mean

    def _rows(self) -> Floats:
        purges = self._database.rows(_SQL["purges"])[0][0]
        return self.vectors.rows(purges)

    def _checked(self, vector: Vector) -> Floats:
        if len(vector) != 4 * self._dimension:
            raise StoreMismatch(
                f"the question's vector has {len(vector) // 4} dimensions and the store {self._dimension}: "
                "set the embedder that the store was written with"
            )
        return unpacked(vector)
