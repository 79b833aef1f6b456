"""Communities and their summaries: written all at once."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable

from contract.communities import Community, Summary, SummarySentence
from contract.records import Span
from contract.time import Instant
from graph.embedded.commits import begin, intern
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.rows import as_json, audience

_SQL = statements("ledger")


def read_communities(database: Database, tenant: str) -> tuple[Community, ...]:
    """From the coarsest level down, then by id."""
    return tuple(
        Community(identity, level, parent, label, tuple(json.loads(entities)))
        for identity, level, parent, label, entities in database.rows(_SQL["communities"], (tenant,))
    )


def read_summaries(database: Database, tenant: str) -> tuple[Summary, ...]:
    """By community, language and audience."""
    return tuple(summary for _, summary in read_with_audiences(database, tenant))


def replace_all(
    tx: sqlite3.Connection, tenant: str, new: Iterable[Community], about: Iterable[Summary], at: Instant
) -> None:
    """Put these in the place of all that the tenant had."""
    row = begin(tx, tenant, at).tenant
    tx.execute(_SQL["forget_communities"], (row,))
    for each in new:
        kept = {"tenant": row, "id": each.id, "level": each.level, "parent": each.parent, "label": each.label}
        tx.execute(_SQL["insert_community"], {**kept, "entities": as_json(each.entity_ids), "made_at": at})
    for summary in about:
        kept = {"tenant": row, "community": summary.community_id, "audience": intern(tx, summary.audience)}
        texts = {"language": summary.language, "signature": summary.signature, "made_at": summary.made_at}
        number = tx.execute(_SQL["insert_summary"], {**kept, **texts}).fetchone()[0]
        tx.executemany(
            _SQL["insert_sentence"],
            [
                (number, ordinal, sentence.passage_id, sentence.span.start, sentence.span.end, sentence.text)
                for ordinal, sentence in enumerate(summary.sentences)
            ],
        )


def read_with_audiences(database: Database, tenant: str) -> list[tuple[int, Summary]]:
    """By community, language and audience; each with the id of its audience."""
    sentences: dict[int, list[SummarySentence]] = defaultdict(list)
    with database.snapshot():
        for number, passage_id, start, end, text in database.rows(_SQL["sentences"], (tenant,)):
            sentences[number].append(SummarySentence(passage_id, Span(start, end), text))
        rows = database.rows(_SQL["summaries"], (tenant,))
    return [
        (
            audience_id,
            Summary(community, audience(level, groups), language, tuple(sentences[number]), signature, made_at),
        )
        for number, community, audience_id, level, groups, language, signature, made_at in rows
    ]
