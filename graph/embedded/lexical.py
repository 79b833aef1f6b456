"""Postings from FTS5, kept as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from graph.bm25 import Posting
from graph.columns import PASSAGE, Columns
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.keeping import Kept

_KEPT_TERMS = 4096
_SQL = statements("columns")


class FtsPostings:
    """``graph.lexical.Postings``, read once a term and state of the passages."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: Kept[tuple[int, int, int, str], Posting] = Kept(_KEPT_TERMS)

    def of(self, columns: Columns, wanted: Sequence[str]) -> list[Posting]:
        return [self._of(columns, term) for term in wanted]

    def _of(self, columns: Columns, term: str) -> Posting:
        key = (columns.tenant, columns.purges, columns.size, term)
        found = self._kept.get(key)
        if found is None:
            found = self._read(columns, term)
            self._kept.put(key, found)
        return found

    def _read(self, columns: Columns, term: str) -> Posting:
        rows = self._database.rows(_SQL["postings"], (term,))
        found = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=len(rows))
        documents, frequencies = np.unique(found, return_counts=True)
        here = np.isin(documents, columns.passages[PASSAGE], assume_unique=True)
        places = np.searchsorted(columns.passages[PASSAGE], documents[here])
        return Posting(places.astype(np.int64), frequencies[here].astype(np.int64))
