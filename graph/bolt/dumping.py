"""The graph written out as the records of ``contract.portable``, while its lock keeps writers waiting.

Reads in Neo4j see what is committed when they run: under the lock that is one commit from beginning to end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contract.access import Audience
from contract.communities import Community
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
from contract.records import Assertion, Content, Definition, Embedded, Entity, Fact, Mention, NameBasis, Section, Span
from graph import rows
from graph.bolt.database import Database
from graph.bolt.stating import AFFIRMED, row_of
from graph.bolt.themes import read_themes
from graph.conflicts import entry_of
from graph.cosine import packed
from graph.ledger import job_of, trace_of
from graph.rows import Row

_NODES = 1000  # nodes read at once
_COMMITS = 100  # edges of how many commits are read at once
_TRACES = 100


def dump(database: Database, model: str, dimension: int) -> Iterator[Record]:
    """Everything, piece by piece: no more than one content, or the edges of some commits, is held in memory."""
    with database.once() as tx:
        last = tx.rows("write/lock_store")[0][0]["commit"]
        tenants = {row: (name, known_at) for row, name, known_at in database.rows("store/dump_tenants")}
        names = {row: name for row, (name, _) in tenants.items()}
        yield StoreHead(model, dimension, database.rows("store/dump_records")[0][0])
        yield from (TenantRecord(*each) for each in tenants.values())
        yield from _told(database, names, model, dimension)
        yield from _derived(database, list(names), last)
        yield from _merges(database, names)
        yield from _communities(database, names)
        for _, tenant, *entry in _nodes(database, "store/dump_conflicts"):
            yield ConflictRecord(names[tenant], entry_of(tuple(entry)))
        yield from _traces(database)
        jobs = (job_of(row) for row in database.rows("store/jobs", {"tenant": None, "state": None}))
        yield from sorted(jobs, key=lambda job: (job.tenant, job.created_at, job.id))


def _told(database: Database, names: Mapping[int, str], model: str, dimension: int) -> Iterator[Record]:
    """The log, and the contents that it put."""
    for number, level, groups in database.rows("store/audiences"):
        yield AudienceRecord(number, Audience(level, frozenset(groups)))
    for number, tenant, known_at in _nodes(database, "store/dump_commits"):
        yield CommitRecord(number, names[tenant], known_at)
    for _, tenant, uri, standing in _nodes(database, "store/dump_sources"):
        yield SourceRecord(names[tenant], uri, standing)
    for (content,) in _nodes(database, "store/dump_contents"):
        yield _content(database, content, names, Embedded(model, dimension, {}, {}))
    for _, identity, tenant, metadata, acts, *rest in _nodes(database, "store/dump_revisions"):
        yield RevisionRecord(identity, names[tenant], rows.metadata(metadata), rows.acts(acts), *rest)
    for _, tenant, *event in _nodes(database, "store/dump_events"):
        yield EventRecord(names[tenant], *event)


def _derived(database: Database, tenants: list[int], last: int) -> Iterator[Record]:
    for _, *state in _edges(database, "store/dump_states", tenants, last):
        yield StateRecord(*state)
    for _, newer, older, section, kind, *rest in _edges(database, "store/dump_supersessions", tenants, last):
        yield SupersessionRecord(newer, older, section, SupersessionKind(kind), *rest)
    for _, *sighting in _edges(database, "store/dump_sightings", tenants, last):
        yield SightingRecord(*sighting)


def _merges(database: Database, names: Mapping[int, str]) -> Iterator[Record]:
    for _, tenant, *entry in _nodes(database, "store/dump_merges"):
        yield MergeRecord(names[tenant], rows.merge_entry(tuple(entry)))


def _communities(database: Database, names: Mapping[int, str]) -> Iterator[Record]:
    for tenant, name in names.items():
        found = database.rows("store/dump_communities", {"tenant": tenant})
        for identity, level, parent, label, entities, made_at in sorted(found, key=lambda row: (row[1], row[0])):
            yield CommunityRecord(name, Community(identity, level, parent, label, tuple(entities)), made_at)
    for tenant, name in names.items():
        about = [summary for _, summary in read_themes(database, tenant)[1]]
        for each in sorted(about, key=lambda each: (each.community_id, each.language, each.audience.key)):
            yield SummaryRecord(name, each)


def _traces(database: Database) -> Iterator[Record]:
    known = database.rows("store/dump_trace_keys")
    keys = [key for key, *_ in sorted(known, key=lambda row: row[1:])]
    for start in range(0, len(keys), _TRACES):
        some = keys[start : start + _TRACES]
        bodies: dict[str, str] = dict(database.rows("store/dump_traces", {"keys": some}))
        yield from (trace_of(bodies[key]) for key in some if key in bodies)


def _nodes(database: Database, name: str) -> Iterator[Row]:
    """All rows of a query that goes on after the last row read, which comes first."""
    after = 0
    while found := database.rows(name, {"after": after, "limit": _NODES}):
        yield from found
        after = found[-1][0]


def _edges(database: Database, name: str, tenants: list[int], last: int) -> Iterator[Row]:
    """All edges in the order of the commits that opened them; within a commit by row."""
    for after in range(0, last, _COMMITS):
        yield from database.rows(name, {"tenants": tenants, "after": after, "to": min(last, after + _COMMITS)})


def _content(database: Database, number: int, names: Mapping[int, str], none: Embedded) -> ContentRecord:
    def read(name: str) -> list[Row]:
        return database.rows(f"store/dump_{name}", {"content": number})

    ((tenant, uri, identity, sha256, language, text, opened),) = read("content")
    passages = read("passages")
    order = {row[0]: (place, row[1]) for place, row in enumerate(passages)}
    facts, assertions = _stated([(*row_of(found), *how) for found, *how in read("assertions")], order)
    content = Content(
        identity,
        sha256,
        text,
        language,
        tuple(_section(row) for row in read("sections")),
        tuple(rows.passage(row[:-2]) for row in passages),
        tuple(Entity(*row) for row in sorted(read("entities"))),
        tuple(
            Definition(order[passage][1], entity, key, strength, NameBasis(basis))
            for passage, entity, key, strength, basis in sorted(
                read("definitions"), key=lambda row: (order[row[0]], row[1:3])
            )
        ),
        tuple(
            Mention(order[passage][1], entity, Span(start, end))
            for passage, start, end, entity in sorted(read("mentions"), key=lambda row: (order[row[0]], row[1:]))
        ),
        facts,
        assertions,
    )
    vectors = {key: packed(embedding) for *_, key, embedding in passages if embedding is not None}
    keys = {row[1]: row[-2] for row in passages}
    return ContentRecord(
        names[tenant],
        uri,
        content,
        Embedded(none.model, none.dimension, keys, {key: vectors[key] for key in sorted(vectors)}),
        opened,
    )


def _stated(found: list[Row], order: Mapping[int, tuple[int, str]]) -> tuple[tuple[Fact, ...], tuple[Assertion, ...]]:
    """The facts of a content by id, as it first writes each, and where it states them."""
    placed = sorted(found, key=lambda row: (order[row[0]], row[8], row[9], row[1], row[10]))
    facts: dict[str, Fact] = {}
    for row in placed:
        facts.setdefault(row[1], rows.fact((row[0], *row[1:8], 0, 0)))
    said = [
        Assertion(row[1], order[row[0]][1], Span(row[8], row[9]), extractor=row[10], polarity=row[11] or AFFIRMED)
        for row in placed
    ]
    return tuple(facts[identity] for identity in sorted(facts)), tuple(said)


def _section(row: Row) -> Section:
    identity, name, path, ordinal, start, end, tokens, parent, number = row
    return Section(identity, name, rows.path(path), ordinal, Span(start, end), tokens, parent, number)
