"""The store written out as the records of ``contract.portable``."""

from __future__ import annotations

import json
from collections.abc import Iterator

from contract.communities import Community, Summary, SummarySentence
from contract.history import SupersessionKind
from contract.portable import (
    AudienceRecord,
    CommitRecord,
    CommunityRecord,
    ConflictRecord,
    ContentRecord,
    EventRecord,
    MergeRecord,
    Record,
    RevisionRecord,
    SightingRecord,
    SourceRecord,
    StateRecord,
    StoreHead,
    SummaryRecord,
    SupersessionRecord,
    TenantRecord,
)
from contract.ports import StoreState
from contract.records import Assertion, Content, Definition, Embedded, Entity, Mention, NameBasis, Section, Span
from graph import rows
from graph.conflicts import entry_of
from graph.embedded.database import Database, Row
from graph.embedded.statements import statements
from graph.ledger import job_of, trace_of

_SQL = statements("dump")
_CONFLICTS = statements("conflicts")
_MERGES = statements("merges")


def dump(database: Database, state: StoreState) -> Iterator[Record]:
    """Everything as at one commit, row by row: no more than one content is held in memory."""
    model, dimension = state.model or "", state.dimension or 0
    with database.snapshot():
        yield StoreHead(model, dimension, database.rows(_SQL["records"])[0][0])
        yield from _told(database, model, dimension)
        yield from _derived(database)
        yield from _communities(database)
        for tenant, *entry in database.stream(_CONFLICTS["dump"]):
            yield ConflictRecord(tenant, entry_of(tuple(entry)))
        yield from (trace_of(body) for (body,) in database.stream(_SQL["traces"]))
        yield from (job_of(row) for row in database.stream(_SQL["jobs"]))


def _told(database: Database, model: str, dimension: int) -> Iterator[Record]:
    """The log, and the contents that it put."""
    yield from (TenantRecord(*row) for row in database.stream(_SQL["tenants"]))
    for number, level, groups in database.stream(_SQL["audiences"]):
        yield AudienceRecord(number, rows.audience(level, groups))
    yield from (CommitRecord(*row) for row in database.stream(_SQL["commits"]))
    for tenant, uri, standing in database.stream(_SQL["sources"]):
        yield SourceRecord(tenant, uri, bool(standing))
    for row in database.stream(_SQL["contents"]):
        yield _content(database, row, model, dimension)
    for row in database.stream(_SQL["revisions"]):
        yield _revision(row)
    yield from (EventRecord(*row) for row in database.stream(_SQL["events"]))


def _derived(database: Database) -> Iterator[Record]:
    yield from (StateRecord(*row) for row in database.stream(_SQL["states"]))
    for newer, older, section, kind, *rest in database.stream(_SQL["supersessions"]):
        yield SupersessionRecord(newer, older, section, SupersessionKind(kind), *rest)
    yield from (SightingRecord(*row) for row in database.stream(_SQL["sightings"]))
    for tenant, *entry in database.stream(_MERGES["dump"]):
        yield MergeRecord(tenant, rows.merge_entry(tuple(entry)))


def _communities(database: Database) -> Iterator[Record]:
    for tenant, identity, level, parent, label, entities, made_at in database.stream(_SQL["communities"]):
        yield CommunityRecord(tenant, Community(identity, level, parent, label, tuple(json.loads(entities))), made_at)
    for tenant, number, community, level, groups, language, signature, made_at in database.stream(_SQL["summaries"]):
        sentences = tuple(
            SummarySentence(passage_id, Span(start, end), text)
            for passage_id, start, end, text in database.rows(_SQL["sentences"], (number,))
        )
        audience = rows.audience(level, groups)
        yield SummaryRecord(tenant, Summary(community, audience, language, sentences, signature, made_at))


def _content(database: Database, row: Row, model: str, dimension: int) -> ContentRecord:
    number, tenant, uri, identity, sha256, language, text, opened = row

    def read(name: str) -> list[Row]:
        return database.rows(_SQL[name], (number,))

    passages = read("passages")
    content = Content(
        identity,
        sha256,
        text,
        language,
        tuple(_section(each) for each in read("sections")),
        tuple(rows.passage(each[:-1]) for each in passages),
        tuple(Entity(*each) for each in read("entities")),
        tuple(
            Definition(passage, entity, key, strength, NameBasis(basis))
            for passage, entity, key, strength, basis in read("definitions")
        ),
        tuple(Mention(passage, entity, Span(start, end)) for passage, entity, start, end in read("mentions")),
        tuple(rows.fact(each) for each in read("facts")),
        tuple(
            Assertion(fact, passage, Span(start, end), extractor, polarity)
            for fact, passage, start, end, extractor, polarity in read("assertions")
        ),
    )
    vectors = database.rows(_SQL["vectors"], {"content": number})
    keys = {each[1]: each[-1] for each in passages}
    return ContentRecord(tenant, uri, content, Embedded(model, dimension, keys, dict(vectors)), opened)


def _section(row: Row) -> Section:
    identity, name, path, ordinal, start, end, tokens, parent, number = row
    return Section(identity, name, rows.path(path), ordinal, Span(start, end), tokens, parent, number)


def _revision(row: Row) -> RevisionRecord:
    identity, tenant, metadata, acts, content_id, text_sha256, sha256, same, purged, *times = row
    return RevisionRecord(
        identity,
        tenant,
        rows.metadata(metadata),
        rows.acts(acts),
        content_id,
        text_sha256,
        sha256,
        same,
        bool(purged),
        *times,
    )
