"""Postings from the full-text index, kept as arrays.

A term is asked of the index once; what came later is taken from the stems of the new passages, which are read once for all
terms. A query holds our own stems only, each quoted and for its field; a term at a time, so that none is too long.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from graph.bm25 import Posting
from graph.bolt.database import Database
from graph.columns import PASSAGE, Columns, Ints
from graph.keeping import Kept

_KEPT_TERMS = 4096
_KEPT_TENANTS = 64
_LONGEST_TAIL = 5_000  # of so many new passages the stems are looked through; after more the index is asked again


@dataclass(frozen=True, slots=True)
class Posted:
    """A term's posting among the first ``size`` passages."""

    size: int
    posting: Posting


@dataclass(slots=True)
class Tail:
    """The stems of the passages from place ``begin`` on."""

    begin: int
    stems: list[Counter[str]] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.begin + len(self.stems)


class BoltPostings:
    """``graph.lexical.Postings`` of one database. Safe to share by threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: Kept[tuple[int, int, str], Posted] = Kept(_KEPT_TERMS)
        self._tails: Kept[tuple[int, int], Tail] = Kept(_KEPT_TENANTS)
        self._lock = threading.Lock()

    def of(self, columns: Columns, wanted: Sequence[str]) -> list[Posting]:
        """By term every passage of the tenant that holds it, as places in the columns."""
        if not wanted or not columns.size:
            return [_nowhere() for _ in wanted]
        tail = self._tail(columns)
        known = {term: self._kept.get((columns.tenant, columns.purges, term)) for term in wanted}
        lacking = [term for term, posted in known.items() if posted is None or not _covers(tail, posted, columns.size)]
        found = {**known, **self._read(columns, lacking)}
        return [self._upto(columns, found[term], tail, term) for term in wanted]

    def _tail(self, columns: Columns) -> Tail:
        """The tail up to these columns at least. One that would grow too long begins anew at their end."""
        key = (columns.tenant, columns.purges)
        with self._lock:
            tail = self._tails.get(key)
            if tail is None or columns.size - tail.begin > _LONGEST_TAIL:
                tail = Tail(columns.size)
                self._tails.put(key, tail)
            if tail.end < columns.size:
                numbers: list[int] = columns.passages[PASSAGE][tail.end : columns.size].tolist()
                ((rows,),) = self._database.rows("read/stems", {"numbers": numbers})
                stems = {row: Counter(text.split(" ")) for row, text in rows}
                tail.stems += [stems.get(number, Counter()) for number in numbers]
            return tail

    def _upto(self, columns: Columns, posted: Posted | None, tail: Tail, term: str) -> Posting:
        """The posting among the passages of the columns: cut, or with what the tail has from where it ends."""
        if posted is None:
            return _nowhere()
        if posted.size > columns.size:
            return _cut(posted.posting, columns.size)
        counts = [(place, tail.stems[place - tail.begin][term]) for place in range(posted.size, columns.size)]
        new = np.array([each for each in counts if each[1]], dtype=np.int64).reshape(-1, 2)
        documents = np.concatenate([posted.posting.documents, new[:, 0]])
        frequencies = np.concatenate([posted.posting.frequencies, new[:, 1]])
        grown = Posted(columns.size, Posting(documents, frequencies))
        self._kept.put((columns.tenant, columns.purges, term), grown)
        return grown.posting

    def _read(self, columns: Columns, lacking: Sequence[str]) -> dict[str, Posted]:
        """Ask the index for terms among the passages that the columns hold."""
        if not lacking:
            return {}
        asked = [{"term": term, "query": _query(columns.tenant, term)} for term in lacking]
        last = int(columns.passages[PASSAGE][-1])
        ((rows,),) = self._database.rows("read/postings", {"asked": asked, "last": last})
        found = {term: Posted(columns.size, _posting(columns, passages, often)) for term, passages, often in rows}
        for term, posted in found.items():
            self._kept.put((columns.tenant, columns.purges, term), posted)
        return found


def _cut(posting: Posting, size: int) -> Posting:
    kept = int(np.searchsorted(posting.documents, size))
    return Posting(posting.documents[:kept], posting.frequencies[:kept])


def _query(tenant: int, term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace('"', '\\"')
    return f'+wall:"t{tenant}" +stems:"{escaped}"'


def _posting(columns: Columns, passages: Sequence[int], frequencies: Sequence[int]) -> Posting:
    rows, often = np.array(passages, dtype=np.int64), np.array(frequencies, dtype=np.int64)
    here = np.isin(rows, columns.passages[PASSAGE], assume_unique=True)
    places: Ints = np.searchsorted(columns.passages[PASSAGE], rows[here])
    return Posting(places.astype(np.int64), often[here])


def _covers(tail: Tail, posted: Posted, size: int) -> bool:
    """Whether what the posting lacks up to ``size`` is in the tail."""
    return posted.size >= size or tail.begin <= posted.size


def _nowhere() -> Posting:
    return Posting(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
