"""Facts stated under a scope."""

from __future__ import annotations

from collections.abc import Iterable

from contract.evidence import Stated
from contract.records import Span
from graph import rows
from graph.embedded.sight import EmbeddedSight
from graph.reading import located


def stated(
    sight: EmbeddedSight, predicates: Iterable[str], subject_ids: Iterable[str], passage_ids: Iterable[str], limit: int
) -> tuple[Stated, ...]:
    """Facts that match every criterion given: by predicate, subject, passage and position."""
    by_predicate, by_subject, by_passage = (
        list(dict.fromkeys(each)) for each in (predicates, subject_ids, passage_ids)
    )
    found = [
        row
        for row in _rows(sight, by_predicate, by_subject, by_passage)
        if (not by_predicate or row[4] in by_predicate) and (not by_subject or row[2] in by_subject)
    ]
    inside = sight.in_scope(row[0] for row in found)
    found = sorted(
        (row for row in found if row[0] in inside),
        key=lambda row: (row[4], row[2], inside[row[0]], row[8], row[9], row[1]),
    )[: max(limit, 0)]
    at = {each.passage.id: each for each in located(sight, [inside[row[0]] for row in found])}
    return tuple(
        Stated(rows.fact(row), Span(row[8], row[9]), at[inside[row[0]]]) for row in found if inside[row[0]] in at
    )


def _rows(sight: EmbeddedSight, predicates: list[str], subjects: list[str], passages: list[str]) -> list[rows.Row]:
    """By the criterion that leaves the fewest."""
    tenant = sight.columns.tenant
    if passages:
        wanted = rows.listed(sight.numbers(sight.places(passages)))
        return sight.rows("facts_of_passages", {"wanted": wanted, "tenant": tenant})
    if subjects:
        return sight.rows("facts_by_subject", {"wanted": rows.listed(subjects), "tenant": tenant})
    if predicates:
        return sight.rows("facts_by_predicate", {"wanted": rows.listed(predicates), "tenant": tenant})
    return sight.rows("facts", (tenant,))
