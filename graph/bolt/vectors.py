"""Vectors of passages as Neo4j keeps them, by place in a tenant's columns: read once, when they are first needed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from graph.bolt.database import Database
from graph.columns import PASSAGE, Columns, Ints, Mask
from graph.cosine import Floats
from graph.keeping import Kept

_AT_ONCE = 2_000  # vectors in one reading
_KEPT_TENANTS = 16

Sum = NDArray[np.float64]


class Vectors:
    """The vectors of one database. Safe to share by threads."""

    def __init__(self, database: Database, dimension: int) -> None:
        self._database = database
        self._dimension = dimension
        self._kept: Kept[tuple[int, int], _Filled] = Kept(_KEPT_TENANTS)  # a purge begins anew
        self._lock = threading.Lock()

    def rows(self, columns: Columns, places: Ints) -> Floats:
        """An array by place in which at least these places are filled: zeros where a purge took the vector."""
        filled = self._filled(columns)
        with filled.lock:
            filled.grow(columns.size)
            for wanted, rows in self._read(columns, places[~filled.known[places]]):
                filled.rows[wanted] = rows
                filled.known[wanted] = True
            return filled.rows

    def sum(self, columns: Columns, places: Ints) -> Sum:
        """The sum of the vectors at these places. Those that are not kept are read and let go."""
        filled = self._filled(columns)
        with filled.lock:
            filled.grow(columns.size)
            known = filled.known[places]
            total: Sum = filled.rows[places[known]].sum(axis=0, dtype=np.float64)
        for _, rows in self._read(columns, places[~known]):
            total += rows.sum(axis=0, dtype=np.float64)
        return total

    def _filled(self, columns: Columns) -> _Filled:
        key = (columns.tenant, columns.purges)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = _Filled(self._dimension)
                self._kept.put(key, found)
            return found

    def _read(self, columns: Columns, places: Ints) -> Iterator[tuple[Ints, Floats]]:
        """Places with their vectors, some at a time."""
        for begin in range(0, places.size, _AT_ONCE):
            wanted = places[begin : begin + _AT_ONCE]
            numbers: list[int] = columns.passages[PASSAGE][wanted].tolist()
            ((rows,),) = self._database.rows("read/vectors", {"numbers": numbers, "dimension": self._dimension})
            by_number = {row: vector.raw() for row, vector in rows}
            nothing = bytes(4 * self._dimension)
            packed = b"".join(by_number.get(number, nothing) for number in numbers)
            yield wanted, np.frombuffer(packed, dtype=">f4").reshape(-1, self._dimension).astype(np.float32)


class _Filled:
    """One tenant's vectors by place, and which are known."""

    def __init__(self, dimension: int) -> None:
        self.rows = np.zeros((0, dimension), dtype=np.float32)
        self.known: Mask = np.zeros(0, dtype=np.bool_)
        self.lock = threading.Lock()

    def grow(self, size: int) -> None:
        """Untouched rows of a large array take no memory: only what is filled is copied."""
        if size <= self.known.size:
            return
        capacity = max(size, 2 * self.known.size)
        rows = np.zeros((capacity, self.rows.shape[1]), dtype=np.float32)
        known = np.zeros(capacity, dtype=np.bool_)
        filled = np.flatnonzero(self.known)
        rows[filled], known[filled] = self.rows[filled], True
        self.rows, self.known = rows, known
