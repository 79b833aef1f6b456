"""BM25 under a scope, the same for every store: a store only says where a term stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from contract.evidence import Scored
from graph import bm25
from graph.bm25 import Posting, terms, within
from graph.columns import LENGTH, Columns, Ints
from graph.sight import Sight, ranked


class Postings(Protocol):
    """Where terms stand in one tenant's passages."""

    def of(self, columns: Columns, wanted: Sequence[str]) -> Sequence[Posting]:
        """By term every passage of the tenant that holds it, as places in the columns."""
        ...


@dataclass(frozen=True, eq=False)
class LexicalSearch:
    """Search by words within a scope."""

    postings: Postings

    def best(self, sight: Sight, stems: Sequence[str], limit: int) -> tuple[Scored, ...]:
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
        """How rare each stem is in the scope."""
        wanted = tuple(dict.fromkeys(stems))
        known = terms(wanted)
        found = dict(zip(known, self._within(sight, known), strict=True))
        total = sight.eligible.count
        return {stem: bm25.idf(total, found[stem].documents.size if stem in found else 0) for stem in wanted}

    def _scores(self, sight: Sight, stems: Sequence[str]) -> tuple[Ints, NDArray[np.float64]]:
        scope = sight.eligible
        if not scope.count:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float64)
        postings = self._within(sight, terms(stems))
        return bm25.scores(postings, sight.columns.passages[LENGTH], scope.count, scope.average_length)

    def _within(self, sight: Sight, wanted: Sequence[str]) -> list[Posting]:
        scope = sight.eligible.passages
        return [within(posting, scope) for posting in self.postings.of(sight.columns, wanted)]
