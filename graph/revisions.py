"""Rules 1 and 2 of the normal form: which revisions live, and which of them are left by corrections and sightings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contract.history import Delete, Event, Put, Undo
from contract.time import END, Instant, Interval
from graph.labels import LabelKey, label_order


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A revision with what follows from its own words: ``valid`` is from its start to its declared end.

    ``place`` is where it stands in the log, by known time and then by position.
    """

    put: Put
    place: int
    label: LabelKey
    valid: Interval

    @property
    def id(self) -> str:
        return self.put.revision_id

    @property
    def source(self) -> str:
        return self.put.source

    @property
    def start(self) -> Instant:
        return self.valid.start


Line = Sequence[Known]  # revisions among which the latest start decides: of one source, or of one label of a family


@dataclass(frozen=True, slots=True)
class Corrected:
    """One line by start, after its corrections: who stands, and (who stands, whom it corrected) pairs."""

    standing: tuple[Known, ...]
    corrections: tuple[tuple[Known, Known], ...]


def live(log: Sequence[Event]) -> tuple[Known, ...]:
    """Rule 1: neither undone nor before a tombstone of its source. The log is in order and ends at what is known."""
    deleted = {event.source: place for place, event in enumerate(log) if isinstance(event, Delete)}
    undone = {event.revision_id: place for place, event in enumerate(log) if isinstance(event, Undo)}
    puts: dict[str, list[tuple[int, Put]]] = defaultdict(list)
    for place, event in enumerate(log):
        if isinstance(event, Put) and place > max(deleted.get(event.source, -1), undone.get(event.revision_id, -1)):
            puts[event.source].append((place, event))
    return tuple(known for of_source in puts.values() for known in _known(of_source))


def lines(revisions: Iterable[Known], standing: Collection[str]) -> tuple[Line, ...]:
    """A line a source; of a standing family a line a label. By source, then highest label first."""
    found: dict[tuple[str, LabelKey | None], list[Known]] = defaultdict(list)
    for revision in revisions:
        found[revision.source, revision.label if revision.source in standing else None].append(revision)
    of_source: dict[str, list[Line]] = defaultdict(list)
    for (source, _), line in found.items():
        of_source[source].append(line)
    return tuple(
        line
        for source in sorted(of_source)
        for line in sorted(of_source[source], key=lambda line: line[0].label, reverse=True)
    )


def corrected(line: Line) -> Corrected:
    """Rule 2: of revisions with one start the highest label stands, then the last observed, then the last known."""
    by_start: dict[Instant, list[Known]] = defaultdict(list)
    for revision in line:
        by_start[revision.start].append(revision)
    standing = {start: max(together, key=_precedence) for start, together in by_start.items()}
    return Corrected(
        tuple(standing[start] for start in sorted(standing)),
        tuple(
            (standing[start], other) for start in by_start for other in by_start[start] if other is not standing[start]
        ),
    )


def sightings(standing: Line) -> Mapping[Known, Known]:
    """Rule 2: undated copies of their predecessor in a corrected line; each with the revision that was seen again."""
    seen: dict[Known, Known] = {}
    for before, after in pairwise(standing):
        if after.put.valid_from is None and _as_written(after.put) == _as_written(before.put):
            seen[after] = seen.get(before, before)
    return seen


def _known(puts: Sequence[tuple[int, Put]]) -> Iterable[Known]:
    order = label_order(put.label for _, put in puts)
    for place, put in puts:
        yield Known(put, place, order(put.label), Interval(_start(put), END if put.valid_to is None else put.valid_to))


def _start(put: Put) -> Instant:
    return _observed(put) if put.valid_from is None else put.valid_from


def _observed(put: Put) -> Instant:
    return put.known_at if put.observed_at is None else put.observed_at


def _precedence(revision: Known) -> tuple[LabelKey, Instant, int]:
    return revision.label, _observed(revision.put), revision.place


def _as_written(put: Put) -> tuple[object, ...]:
    return put.content, put.valid_to, put.acts
