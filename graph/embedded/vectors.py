"""Vectors in memory, and the nearest of any subset of them.

Few eligible ones are compared one by one; among many, HNSW proposes under a selector and what it proposes is compared
exactly. Its file is derived: a store without it, or with one that is behind, gives the same answers, only more slowly.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass

import faiss
import numpy as np
from numpy.typing import NDArray

from graph.columns import Ints
from graph.cosine import MARGIN, Floats, best
from graph.embedded.database import Database
from graph.embedded.statements import statements

EXACT = 20_000  # up to that many eligible vectors are all compared
EXACT_SHARE = 0.05  # and up to that share of all: below it, HNSW under a selector misses too much
BEHIND_SHARE = 0.02  # what came since the index was made is compared one by one, up to that share of all
NEIGHBOURS = 32
CONSTRUCTION = 200
EXPANSION = 256

_SQL = statements("columns")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a file of the index was made of: which store, after how many purges, of how many vectors."""

    store: str
    purges: int
    vectors: int


class VectorIndex:
    """All vectors of the store; row ``n`` is the vector with row id ``n + 1``, zeros where that one is gone."""

    def __init__(self, database: Database, dimension: int, store: str) -> None:
        self._database = database
        self._store = store
        self._file = database.path.with_name(f"{database.path.name}.faiss")
        self._lock = threading.Lock()
        self._rows = np.zeros((0, dimension), dtype=np.float32)
        self._count = 0
        self._purges = 0
        self._hnsw: faiss.IndexHNSWFlat | None = None
        self._loaded = False

    def rows(self) -> Floats:
        """The vectors as they are now. After a purge of any tenant everything is read again."""
        purges, last = self._database.rows(_SQL["reached"])[0]
        with self._lock:
            if purges != self._purges or not self._loaded:
                self._rows, self._count, self._hnsw = np.zeros((0, self._rows.shape[1]), dtype=np.float32), 0, None
                self._purges, self._loaded = purges, True
                self._read()
                self._hnsw = self._load()
            elif last > self._count:
                self._read()
            return self._rows[: self._count]

    def nearest(self, rows: Floats, query: Floats, wanted: Ints, limit: int) -> tuple[Ints, NDArray[np.float64]]:
        """Of some rows, ascending, the nearest to a unit vector, best first, with their cosines: ``limit`` if there are.

        More come where cosines are equal to the last one's.
        """
        hnsw = self._hnsw
        if hnsw is not None and wanted.size > max(EXACT, EXACT_SHARE * rows.shape[0]):
            indexed = int(np.searchsorted(wanted, hnsw.ntotal))
            wanted = np.union1d(self._proposed(hnsw, query, wanted[:indexed], limit), wanted[indexed:])
        return best(rows, query, wanted, limit)

    def keep(self) -> None:
        """Bring the index up to all vectors and write it beside the file, if there are enough and it is far behind."""
        count = self.rows().shape[0]
        with self._lock:
            hnsw = self._hnsw or _empty(self._rows.shape[1])
            if count > EXACT and count - hnsw.ntotal > BEHIND_SHARE * count:
                hnsw.add(np.ascontiguousarray(self._rows[hnsw.ntotal : count]))
                self._hnsw = hnsw
                self._write(hnsw)

    def rebuild(self) -> bool:
        """Make the index again from the vectors; whether there are enough for one."""
        self.drop()
        with self._lock:
            self._hnsw, self._loaded = None, False
        self.keep()
        return self._hnsw is not None

    def drop(self) -> None:
        """Remove the file: what was purged must not live on in it."""
        self._file.unlink(missing_ok=True)

    def problem(self) -> str | None:
        """What is wrong with the file beside the store, if it is in use and does not hold the store's vectors."""
        self.rows()
        if self._hnsw is None:
            return None
        kept = self._hnsw.reconstruct_n(0, self._hnsw.ntotal)
        differing = np.flatnonzero((kept != self._rows[: self._hnsw.ntotal]).any(axis=1))
        return f"{self._file} holds another vector in row {differing[0]} than the store" if differing.size else None

    def stamp(self) -> Stamp | None:
        """What the file beside the store says it was made of; None if there is none that can be read."""
        try:
            with self._file.open("rb") as file:
                return Stamp(**json.loads(file.readline()))
        except (OSError, ValueError, TypeError):
            return None

    def _proposed(self, hnsw: faiss.IndexHNSWFlat, query: Floats, wanted: Ints, limit: int) -> Ints:
        asked = min(limit * 2 + MARGIN, hnsw.ntotal)
        eligible = np.zeros(hnsw.ntotal, dtype=np.bool_)
        eligible[wanted] = True
        bits = np.packbits(eligible, bitorder="little")
        selector = faiss.IDSelectorBitmap(bits.size, faiss.swig_ptr(bits))
        parameters = faiss.SearchParametersHNSW(sel=selector, efSearch=max(EXPANSION, 2 * asked))  # type: ignore[attr-defined]
        _, found = hnsw.search(query[None, :], asked, params=parameters)
        ids: Ints = found[0][found[0] >= 0]
        return ids

    def _read(self) -> None:
        """Append the vectors that came since."""
        found = self._database.rows(_SQL["vectors"], (self._count,))
        if not found:
            return
        last = found[-1][0]
        if last > self._rows.shape[0]:
            larger = np.zeros((max(last, 2 * self._rows.shape[0]), self._rows.shape[1]), dtype=np.float32)
            larger[: self._count] = self._rows[: self._count]
            self._rows = larger
        numbers = np.fromiter((row[0] for row in found), dtype=np.int64, count=len(found))
        packed = np.frombuffer(b"".join(row[1] for row in found), dtype="<f4")
        self._rows[numbers - 1] = packed.reshape(len(found), -1)
        self._count = last

    def _load(self) -> faiss.IndexHNSWFlat | None:
        stamp = self.stamp()
        if stamp is None or (stamp.store, stamp.purges) != (self._store, self._purges) or stamp.vectors > self._count:
            return None
        with self._file.open("rb") as file:
            file.readline()
            try:
                index = faiss.deserialize_index(np.frombuffer(file.read(), dtype=np.uint8))
            except RuntimeError:  # a torn or foreign file: it is made again
                return None
        if not isinstance(index, faiss.IndexHNSWFlat):
            return None
        return index if (index.ntotal, index.d) == (stamp.vectors, self._rows.shape[1]) else None

    def _write(self, index: faiss.IndexHNSWFlat) -> None:
        """Beside the file, then renamed: a reader sees the old one or the new one."""
        stamp = {"store": self._store, "purges": self._purges, "vectors": index.ntotal}
        beside = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        with beside.open("wb") as file:
            file.write(json.dumps(stamp).encode() + b"\n")
            file.write(faiss.serialize_index(index).tobytes())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._file)


def _empty(dimension: int) -> faiss.IndexHNSWFlat:
    index = faiss.IndexHNSWFlat(dimension, NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = CONSTRUCTION
    return index
