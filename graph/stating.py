"""Facts stated under a scope: the same for every store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from contract.evidence import Stated
from contract.records import Link, Span
from graph import rows
from graph.merging import Merged
from graph.reading import located
from graph.rows import Row
from graph.sight import Sight


@dataclass(frozen=True, slots=True)
class Criteria:
    """What is asked of facts: any of these predicates, of these subjects, of these facts, in any of these passages (row ids).

    An empty one asks for nothing; a store may leave all but the narrowest to who asks.
    """

    predicates: Sequence[str]
    subjects: Sequence[str]
    passages: Sequence[int]
    facts: Sequence[str]


class FactReader(Protocol):
    """How a store reads facts, within one tenant and whatever the scope."""

    def facts(self, asked: Criteria) -> Sequence[Row]:
        """By one criterion at least: (passage, id, subject_id, subject, predicate, object, object_id, qualifiers, start, end,
        extractor)."""
        ...

    def links(self, entity_ids: Sequence[str], *, towards: bool) -> Sequence[Row]:
        """Of facts about these entities, or ``towards`` them, whose object is an entity: (subject_id, predicate, object_id,
        passage)."""
        ...


def stated(
    sight: Sight,
    read: FactReader,
    merged: Merged,
    *,
    predicates: Iterable[str],
    subject_ids: Iterable[str],
    passage_ids: Iterable[str],
    fact_ids: Iterable[str],
    limit: int,
) -> tuple[Stated, ...]:
    """Facts that match every criterion given: by predicate, subject, passage and position."""
    by_predicate, by_subject, by_passage, by_fact = (
        list(dict.fromkeys(each)) for each in (predicates, subject_ids, passage_ids, fact_ids)
    )
    within = sight.numbers(sight.places(by_passage))
    if limit <= 0 or (by_passage and not within):
        return ()
    asked = Criteria(by_predicate, merged.members(by_subject), within, by_fact)
    found = read.facts(asked)
    for column, chosen in ((4, asked.predicates), (2, asked.subjects), (1, asked.facts), (0, asked.passages)):
        if chosen:
            among = frozenset(chosen)
            found = [row for row in found if row[column] in among]
    inside = sight.in_scope(row[0] for row in found)
    found = sorted(
        _as_one(merged, [row for row in found if row[0] in inside]),
        key=lambda row: (row[4], row[2], inside[row[0]], row[8], row[9], row[1]),
    )[:limit]
    at = {each.passage.id: each for each in located(sight, [inside[row[0]] for row in found])}
    return tuple(
        Stated(rows.fact(row), Span(row[8], row[9]), at[inside[row[0]]], row[10])
        for row in found
        if inside[row[0]] in at
    )


def linked(
    sight: Sight, read: FactReader, merged: Merged, entity_ids: Iterable[str], limit: int, *, towards: bool
) -> tuple[Link, ...]:
    """What facts lead to from these entities, or ``towards`` them: by subject, predicate and object."""
    asked = merged.members(entity_ids)
    if limit <= 0 or not asked:
        return ()
    found = read.links(asked, towards=towards)
    inside = sight.in_scope(row[3] for row in found)
    if stands := merged.standing(each for row in found for each in (row[0], row[2])):
        found = [(stands.get(row[0], row[0]), row[1], stands.get(row[2], row[2]), row[3]) for row in found]
    by_link: dict[tuple[str, str, str], list[str]] = {}
    for subject, predicate, other, passage in sorted({(*row[:3], inside[row[3]]) for row in found if row[3] in inside}):
        by_link.setdefault((subject, predicate, other), []).append(passage)
    return tuple([Link(*link, tuple(passages)) for link, passages in islice(by_link.items(), limit)])


def _as_one(merged: Merged, found: list[Row]) -> list[Row]:
    """Subjects and objects by the entities that stand for them."""
    stands = merged.standing(each for row in found for each in (row[2], row[6]) if each is not None)
    if not stands:
        return found
    return [(*row[:2], stands.get(row[2], row[2]), *row[3:6], stands.get(row[6], row[6]), *row[7:]) for row in found]
