"""Passages, sections and revisions as records, under a scope: the same for every store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from contract.access import Holding
from contract.evidence import Located
from contract.history import Supersession, SupersessionKind
from contract.records import Revision, Section
from contract.time import Instant, Interval
from graph import rows
from graph.columns import (
    EDGE,
    ORIGINAL,
    SECTION,
    SEEN,
    SEEN_FROM,
    SEEN_TO,
    SOURCE,
    START,
    STATE_SECTION,
    Ints,
    Mask,
)
from graph.eligibility import carried_alone, carriers, shown, valid
from graph.labels import label_order
from graph.sight import Sight

_KEPT_PASSAGES = 4096  # of one view: a question needs some hundreds, a reading of everything must not pile up

Hold = tuple[str, str | None, Instant, Instant]


def located(sight: Sight, passage_ids: Iterable[str]) -> tuple[Located, ...]:
    """In the order asked; ids outside the scope are left out."""
    places = sight.places(passage_ids)
    kept = sight.located
    lacking = [place for place in places if place not in kept]
    read = dict(_read(sight, lacking)) if lacking else {}
    if len(kept) + len(read) <= _KEPT_PASSAGES:
        kept.update(read)
    found = (kept.get(place) or read.get(place) for place in places)
    return tuple(each for each in found if each is not None)


def section(sight: Sight, passage_id: str) -> tuple[Section, str] | None:
    """The section a passage stands in, with its whole text."""
    for place in sight.places([passage_id]):
        number = int(sight.columns.sections[SECTION][sight.columns.passage_section[place]])
        for row in sight.read.section(number):
            return rows.section(row)
    return None


def siblings(sight: Sight, passage_id: str) -> tuple[str, ...]:
    """The ids of the passages of the same section, in document order."""
    columns = sight.columns
    return tuple(
        columns.ids[other]
        for place in sight.places([passage_id])
        for other in columns.section_passages(int(columns.passage_section[place])).tolist()
    )


def revisions(sight: Sight, uri: str | None) -> tuple[Revision, ...]:
    """Readable ones known and not withdrawn, sightings left out: by URI, then start, then label, the lowest first."""
    mask = sight.readable.listed
    if uri is not None:
        mask = mask & _of_source(sight, uri)
    places = np.flatnonzero(mask).tolist()
    starts = sight.columns.revisions[START][places].tolist()
    found = list(zip(revisions_at(sight, places), starts, strict=True))
    labels: dict[str, set[str | None]] = defaultdict(set)
    for record, _ in found:
        labels[record.uri].add(record.metadata.revision)
    order = {name: label_order(of_source) for name, of_source in labels.items()}
    found.sort(key=lambda each: (each[0].uri, each[1], order[each[0].uri](each[0].metadata.revision), each[0].id))
    return tuple(record for record, _ in found)


def in_force(sight: Sight, uri: str) -> tuple[Revision, ...]:
    """The revisions of a source in force at ``valid_at``, the highest label first."""
    places = np.flatnonzero(sight.readable.in_force & _of_source(sight, uri)).tolist()
    return tuple(revisions_at(sight, _head_first(sight, places)))


def below_heads(sight: Sight) -> frozenset[str]:
    """The revisions in force below the highest label of their source, by id; kept with the columns, as the scope is."""
    return sight.columns.below_heads.made(sight.same_scope, lambda: frozenset(_below_heads(sight)))


def _below_heads(sight: Sight) -> Iterator[str]:
    places = np.flatnonzero(sight.readable.in_force)
    sources = sight.columns.revisions[SOURCE][places]
    several, counts = np.unique(sources, return_counts=True)
    for source in several[counts > 1].tolist():
        lower = _head_first(sight, places[sources == source].tolist())[1:]
        yield from (record.id for record in revisions_at(sight, lower))


def supersessions(sight: Sight, revision_ids: Iterable[str]) -> tuple[Supersession, ...]:
    """Edges that end or retire these revisions, both ends readable: by the older one, then by time."""
    if not sight.readable.edges.any():
        return ()
    numbers = sorted(set(sight.read.revision_numbers(revision_ids)))
    places = sight.columns.revision_places(np.array(numbers, dtype=np.int64))
    wanted = sight.readable.edges & np.isin(sight.readable.older, places)
    found = sight.read.supersessions(sight.columns.edges[EDGE][wanted].tolist())
    return tuple(
        Supersession(newer, older, SupersessionKind(kind), effective, rule, name)
        for newer, older, kind, effective, rule, name in found
    )


def holds(sight: Sight, uri: str) -> tuple[Hold, ...]:
    """(revision id, section or None, valid_from, valid_to) of readable revisions, by start, then revision, then section.

    A revision that only a hidden one keeps from being in force is left out.
    """
    readable, columns = sight.readable, sight.columns
    told = readable.listed & _of_source(sight, uri) & (readable.in_force | readable.explained)
    places = np.flatnonzero(told).tolist()
    ids = {place: record.id for place, record in zip(places, revisions_at(sight, places), strict=True)}
    found: list[Hold] = []
    for place in places:
        states = np.flatnonzero(readable.states & (columns.state_revision == place))
        names = _section_names(sight, states)
        for number in np.unique(columns.states[STATE_SECTION][states]).tolist():
            of_one = states[columns.states[STATE_SECTION][states] == number]
            found += [(ids[place], names.get(number), *_ends(span)) for span in shown(readable, place, of_one)]
    return tuple(sorted(found, key=lambda hold: (hold[2], hold[0], hold[1] or "", hold[3])))


def revisions_at(sight: Sight, places: Iterable[int]) -> list[Revision]:
    """The records of revisions of the scope by place, in the order given; all are live there."""
    wanted = list(places)
    numbers = sight.revision_rows(wanted)
    last_said = _last_said(sight, numbers)
    found = {row[0]: row for row in sight.read.revisions({*numbers, *last_said.values()})}
    records = []
    for number in numbers:
        own, again = found[number], last_said.get(number)
        spoken = None if again is None else rows.spoken(own[5], found[again][5])
        records.append(rows.revision(own, spoken))
    return records


def _last_said(sight: Sight, numbers: Sequence[int]) -> dict[int, int]:
    """By revision its last sighting known, if there is one: it may carry newer metadata."""
    of, at = sight.columns.sightings, sight.scope.known_at
    if not of.shape[1]:
        return {}
    known = (of[SEEN_FROM] <= at) & (at < of[SEEN_TO]) & np.isin(of[ORIGINAL], np.array(numbers, dtype=np.int64))
    pairs = sorted(zip(of[SEEN][known].tolist(), of[ORIGINAL][known].tolist(), strict=True))
    return {original: seen for seen, original in pairs}


def _read(sight: Sight, places: Sequence[int]) -> Iterator[tuple[int, Located]]:
    """Passages by place; without those that were purged since this view was made."""
    sections = sight.columns.passage_section[places].tolist()
    by_section = _carriers(sight, set(sections))
    carrying = sorted({by_section[section][0] for section in sections})
    records = dict(zip(carrying, revisions_at(sight, carrying), strict=True))
    numbers = sight.numbers(places)
    found = {row[0]: row for row in sight.read.passages(numbers)}
    for place, number, section in zip(places, numbers, sections, strict=True):
        if number in found:
            revision, span = by_section[section]
            row = found[number]
            yield place, Located(rows.passage(row), records[revision], rows.path(row[-1]), span)


def _carriers(sight: Sight, sections: Collection[int]) -> Mapping[int, tuple[int, Interval]]:
    """By section, and maybe others, the revision that stands for it in this scope, and when the section holds by it."""
    known = sight.eligible.carriers
    lacking = sorted(each for each in sections if each not in known)
    if lacking:
        alone = carried_alone(sight.eligible, np.array(lacking, dtype=np.int64))
        known.update((each, alone[each] if each in alone else _carrier(sight, each)) for each in lacking)
    return known


def _carrier(sight: Sight, section_place: int) -> tuple[int, Interval]:
    """The revision that stands for a section in this scope, and when the section holds by it.

    One that holds at ``valid_at`` before one that does not, the later hold before the earlier; among equals the head.
    """
    found = [(place, valid(sight.readable, section_place, place)) for place in carriers(sight.eligible, section_place)]
    if len(found) == 1:
        return found[0]
    heads = _head_first(sight, [place for place, _ in found])
    at = sight.scope.valid_at
    if sight.scope.holding is Holding.IN_FORCE:
        return min(found, key=lambda each: heads.index(each[0]))
    return min(
        found, key=lambda each: (at not in each[1], each[1].empty, -each[1].end, -each[1].start, heads.index(each[0]))
    )


def _head_first(sight: Sight, places: Sequence[int]) -> list[int]:
    """Revisions of one source in the order of their labels, highest first; of one label the latest start first."""
    if len(places) < 2:
        return list(places)
    source = int(sight.columns.revisions[SOURCE][places[0]])
    order = label_order(sight.read.labels(source))
    records = dict(zip(places, revisions_at(sight, places), strict=True))
    start = sight.columns.revisions[START]
    return sorted(places, key=lambda place: (order(records[place].metadata.revision), int(start[place])), reverse=True)


def _of_source(sight: Sight, uri: str) -> Mask:
    numbers = np.array(sight.read.source(uri), dtype=np.int64)
    mask: Mask = np.isin(sight.columns.revisions[SOURCE], numbers)
    return mask


def _section_names(sight: Sight, states: Ints) -> dict[int, str]:
    numbers = np.unique(sight.columns.states[STATE_SECTION][states]).tolist()
    return dict(sight.read.section_names(numbers))


def _ends(span: Interval) -> tuple[Instant, Instant]:
    return span.start, span.end
