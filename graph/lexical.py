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
from graph.columns import LENGTH, Columns, Ints, places_of
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
        wanted = sight.places(passage_ids)
        at = places_of(places, np.array(wanted, dtype=np.int64))
        found = np.zeros(at.size, dtype=np.float64)
        found[at >= 0] = scores[at[at >= 0]]
        ids = sight.columns.ids
        return {ids[place]: score for place, score in zip(wanted, found.tolist(), strict=True)}

    def idf(self, sight: Sight, stems: Iterable[str]) -> Mapping[str, float]:
        """How rare each stem is in the scope."""
        wanted = tuple(dict.fromkeys(stems))
        known = terms(wanted)
        found = dict(zip(known, self._within(sight, known), strict=True))
        total = sight.eligible.count
        return {stem: bm25.idf(total, found[stem].documents.size if stem in found else 0) for stem in wanted}

    def _scores(self, sight: Sight, stems: Sequence[str]) -> tuple[Ints, NDArray[np.float64]]:
        wanted, scope = terms(stems), sight.eligible
        found = sight.scored.get(wanted)
        if found is None:
            postings = self._within(sight, wanted) if scope.count else ()
            lengths = sight.columns.passages[LENGTH]
            found = sight.scored[wanted] = bm25.scores(postings, lengths, scope.count, scope.average_length)
        return found

    def _within(self, sight: Sight, wanted: Sequence[str]) -> list[Posting]:
        """What of the postings stands in the scope, read once a view."""
        kept = sight.postings
        lacking = [term for term in wanted if term not in kept]
        for term, posting in zip(lacking, self.postings.of(sight.columns, lacking), strict=True):
            kept[term] = within(posting, sight.eligible.passages)
        return [kept[term] for term in wanted]
