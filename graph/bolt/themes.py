"""A tenant's communities and summaries, as a view needs them: one reading."""

from __future__ import annotations

import json

from contract.access import Audience
from contract.communities import Community, Summary, SummarySentence
from contract.records import Span
from graph.bolt.database import Database


def read_themes(database: Database, tenant: int) -> tuple[tuple[Community, ...], list[tuple[int, Summary]]]:
    """Communities by level, then id; summaries by community, language and audience, each with the row of its audience."""
    ((communities, summaries, known),) = database.rows("read/themes", {"tenant": tenant})
    audiences = {row: Audience(level, frozenset(groups)) for row, level, groups in known}
    told = [
        (
            audience,
            Summary(community, audiences[audience], language, _sentences(sentences), signature, made_at),
        )
        for community, audience, language, signature, made_at, sentences in summaries
        if audience in audiences
    ]
    return (
        tuple(
            Community(id_, level, parent, label, tuple(members)) for id_, level, parent, label, members in communities
        ),
        sorted(told, key=lambda each: (each[1].community_id, each[1].language, each[0])),
    )


def _sentences(text: str) -> tuple[SummarySentence, ...]:
    return tuple(SummarySentence(passage, Span(start, end), said) for passage, start, end, said in json.loads(text))
