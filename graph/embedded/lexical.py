"""Postings from FTS5, kept as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graph.bm25 import Posting
from graph.columns import PASSAGE, Columns, places_of
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
        return self._kept.made(key, lambda: self._read(columns, term))

    def _read(self, columns: Columns, term: str) -> Posting:
        told = self._database.rows(_SQL["postings"], (term,))[0][0]
        found = np.fromstring(told or "", dtype=np.int64, sep=",")
        documents, frequencies = np.unique(found, return_counts=True)
        places = places_of(columns.passages[PASSAGE], documents)
        here = places >= 0
        return Posting(places[here], frequencies[here].astype(np.int64))
