"""Postings from FTS5, kept as arrays; ``graph.bm25`` scores them within a scope."""

from __future__ import annotations

import threading
from collections import OrderedDict
from itertools import chain

import numpy as np

from graph.bm25 import Posting
from graph.columns import PASSAGE, Columns
from graph.embedded.database import Database
from graph.embedded.statements import statements

_KEPT_TERMS = 4096
_SQL = statements("columns")


class Postings:
    """Where terms stand in one tenant's passages, read once a term and state of the passages."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: OrderedDict[tuple[int, int, int, str], Posting] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, columns: Columns, term: str) -> Posting:
        """Every passage of the tenant that holds the term: places in the columns."""
        key = (columns.tenant, columns.purges, columns.size, term)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        posting = self._read(columns, term)
        with self._lock:
            self._kept[key] = posting
            while len(self._kept) > _KEPT_TERMS:
                self._kept.popitem(last=False)
        return posting

    def _read(self, columns: Columns, term: str) -> Posting:
        rows = self._database.rows(_SQL["postings"], (term,))
        found = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=len(rows))
        documents, frequencies = np.unique(found, return_counts=True)
        here = np.isin(documents, columns.passages[PASSAGE], assume_unique=True)
        places = np.searchsorted(columns.passages[PASSAGE], documents[here])
        return Posting(places.astype(np.int64), frequencies[here].astype(np.int64))
