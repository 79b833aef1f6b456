"""Search by vectors within a scope.

Few eligible passages are compared one by one. Among many the vector index proposes, filtered by the hull; what it proposes
is checked against the scope and compared exactly. It is asked for more until enough of it are eligible; if it has too few,
all are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from contract.access import Holding
from contract.errors import StoreMismatch
from contract.evidence import Scored
from contract.ports import Vector
from contract.time import END
from graph.bolt.columns import moved
from graph.bolt.database import Database
from graph.bolt.vectors import Sum, Vectors
from graph.columns import KNOWN_FROM, KNOWN_TO, PASSAGE, Columns, Ints, Mask, places_of
from graph.cosine import MARGIN, Floats, best, cosines, unpacked
from graph.keeping import Kept
from graph.sight import Sight, ranked

EXACT = 20_000  # up to that many eligible passages are all compared
EXACT_SHARE = 0.05  # and up to that share of a tenant's
MOST_PROPOSED = 8_000  # passages asked of the index at once, at most
_WIDER = 4
_KEPT_SUMS = 32
_KEPT_TENANTS = 16


class VectorSearch:
    """``graph.view.VectorSearch`` of one database. Safe to share by threads."""

    def __init__(self, database: Database, dimension: int) -> None:
        self._database = database
        self._dimension = dimension
        self._vectors = Vectors(database, dimension)
        self._means = _Means(self._vectors)

    def nearest(self, sight: Sight, vector: Vector, limit: int) -> tuple[Scored, ...]:
        """The nearest by cosine; equal cosines by id."""
        query = self._checked(vector)
        places = sight.eligible.places
        if limit > 0 and places.size > max(EXACT, EXACT_SHARE * sight.columns.size):
            places = self._proposed(sight, query, limit)
        found, scores = best(self._vectors.rows(sight.columns, places), query, places, limit)
        return ranked(sight, found, scores, limit)

    def cosines(self, sight: Sight, vector: Vector, passage_ids: Iterable[str]) -> Mapping[str, float]:
        query = self._checked(vector)
        places = np.array(sight.places(passage_ids), dtype=np.int64)
        found = cosines(self._vectors.rows(sight.columns, places)[places], query).tolist()
        return {sight.columns.ids[place]: score for place, score in zip(places.tolist(), found, strict=True)}

    def mean_cosine(self, sight: Sight, vector: Vector) -> float:
        """By the sum of the scope's vectors, which is kept for scopes that hold the same passages."""
        query = self._checked(vector).astype(np.float64)
        if not sight.eligible.count:
            return 0.0
        return float(query @ self._means.sum(sight.columns, sight.eligible.passages)) / sight.eligible.count

    def _proposed(self, sight: Sight, query: Floats, limit: int) -> Ints:
        """Places of eligible passages, the nearest among them; all that are eligible where the index has too few."""
        wanted, asked = limit + MARGIN, limit + 2 * MARGIN
        while asked <= MOST_PROPOSED:
            numbers = self._near(sight, query, asked)
            places = places_of(sight.columns.passages[PASSAGE], np.array(numbers, dtype=np.int64))
            places = places[places >= 0]
            places = places[sight.eligible.passages[places]]
            if places.size >= wanted:
                return places
            if len(numbers) < asked:
                break
            asked *= _WIDER
        return sight.eligible.places

    def _near(self, sight: Sight, query: Floats, limit: int) -> Sequence[int]:
        """Row ids of passages near the vector by the index, none where what it filters by is no more of this view's time."""
        asked = {"vector": query.tolist(), "tenant": sight.columns.tenant, "limit": limit}
        if not _is_of_now(sight):
            ((rows,),) = self._database.rows("read/nearest_of_tenant", asked)
            return [row[0] for row in rows]
        ((sets,),) = self._database.rows("read/audience_sets")
        audiences = [row for row, members in sets if not sight.scope.audience_ids.isdisjoint(members)]
        hull = {"audiences": audiences, "valid_at": sight.scope.valid_at}
        ((rows,),) = self._database.rows("read/nearest", {**asked, **hull})
        commit, _ = moved(self._database, sight.columns.tenant)
        return [row[0] for row in rows] if commit == sight.columns.commit else []

    def _checked(self, vector: Vector) -> Floats:
        if len(vector) != 4 * self._dimension:
            raise StoreMismatch(
                f"the question's vector has {len(vector) // 4} dimensions and the store {self._dimension}: "
                "set the embedder that the store was written with"
            )
        return unpacked(vector)


class _Means:
    """Sums of the vectors under a mask, made from an earlier one by what differs where that is less."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self._kept: Kept[tuple[int, int, int, bytes], Sum] = Kept(_KEPT_SUMS)
        self._last: Kept[tuple[int, int], tuple[Mask, Sum]] = Kept(_KEPT_TENANTS)

    def sum(self, columns: Columns, mask: Mask) -> Sum:
        tenant = (columns.tenant, columns.purges)
        key = (*tenant, mask.size, np.packbits(mask).tobytes())
        total = self._kept.get(key)
        if total is None:
            total = self._made(columns, mask, self._last.get(tenant))
            self._kept.put(key, total)
            self._last.put(tenant, (mask, total))
        return total

    def _made(self, columns: Columns, mask: Mask, last: tuple[Mask, Sum] | None) -> Sum:
        if last is not None and last[0].size <= mask.size:
            before = np.zeros(mask.size, dtype=np.bool_)
            before[: last[0].size] = last[0]
            come, gone = np.flatnonzero(mask & ~before), np.flatnonzero(before & ~mask)
            if come.size + gone.size < np.count_nonzero(mask):
                return last[1] + self._vectors.sum(columns, come) - self._vectors.sum(columns, gone)
        return self._vectors.sum(columns, np.flatnonzero(mask))


def _is_of_now(sight: Sight) -> bool:
    """Whether the scope is in force as known now: the hull tells of nothing else."""
    of, at = sight.columns.states, sight.scope.known_at
    later = np.any(of[KNOWN_FROM] > at) or np.any((of[KNOWN_TO] > at) & (of[KNOWN_TO] < END))
    return sight.scope.holding is Holding.IN_FORCE and not later
