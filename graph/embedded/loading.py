"""An empty store filled from the records of ``contract.portable``, in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import singledispatch

from contract.errors import StoreMismatch
from contract.evidence import Trace
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
    SummaryRecord,
    SupersessionRecord,
    TenantRecord,
)
from contract.ports import Job
from graph.embedded import ledger, merges
from graph.embedded.commits import relate
from graph.embedded.conflicts import insert
from graph.embedded.statements import statements
from graph.embedded.writing import Place, write_content
from graph.incoming import adrift, begun, contradicting, ended, misplaced, occupied
from graph.rows import acts_json, as_json, groups_json, metadata_json

_SQL = statements("load")
_LEDGER = statements("ledger")
_CONFLICTS = statements("conflicts")
_MERGES = statements("merges")


def load(tx: sqlite3.Connection, records: Iterable[Record], model: str, dimension: int) -> int:
    """Insert what ``dumping.dump`` gave; how many records came after the head."""
    if tx.execute(_SQL["occupied"]).fetchone()[0]:
        raise occupied()
    head, coming = begun(records, model, dimension)
    count = 0
    for record in coming:
        try:
            _insert(record, tx)
        except (sqlite3.IntegrityError, KeyError, OverflowError, UnicodeEncodeError) as error:
            raise contradicting(record, error) from error
        count += 1
    return ended(head, count)


@singledispatch
def _insert(record: Record, tx: sqlite3.Connection) -> None:  # noqa: ARG001 what the kinds take
    raise misplaced(record)


@_insert.register
def _tenant(record: TenantRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "tenant", (record.name, record.known_at), record)


@_insert.register
def _audience(record: AudienceRecord, tx: sqlite3.Connection) -> None:
    audience = record.audience
    _put(tx, "audience", (record.number, audience.key, audience.level, groups_json(audience)), record)


@_insert.register
def _commit(record: CommitRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "commit", _fields(record), record)


@_insert.register
def _source(record: SourceRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "source", _fields(record), record)


@_insert.register
def _content(record: ContentRecord, tx: sqlite3.Connection) -> None:
    write_content(tx, _place(tx, record.tenant, record.uri), record.content, record.embedded)


@_insert.register
def _revision(record: RevisionRecord, tx: sqlite3.Connection) -> None:
    meta = record.metadata
    place = _place(tx, record.tenant, meta.uri)
    row = {
        **_fields(record),
        "source": place.source,
        "metadata": metadata_json(meta),
        "acts": acts_json(record.acts),
        "audience": meta.audience.key,
        "valid_from": meta.valid_from,
        "valid_to": meta.valid_to,
        "observed_at": meta.observed_at,
        "label": meta.revision,
    }
    _put(tx, "revision", row, record)
    relate(tx, place.tenant, meta.uri, record.acts)


@_insert.register
def _event(record: EventRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "event", _fields(record), record)


@_insert.register
def _state(record: StateRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "state" if record.section is None else "section_state", _fields(record), record)


@_insert.register
def _supersession(record: SupersessionRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "supersession", _fields(record), record)


@_insert.register
def _sighting(record: SightingRecord, tx: sqlite3.Connection) -> None:
    _put(tx, "sighting", _fields(record), record)


@_insert.register
def _merge(record: MergeRecord, tx: sqlite3.Connection) -> None:
    found = tx.execute(_MERGES["tenant_of"], (record.tenant,)).fetchone()
    if found is None:
        raise adrift(record)
    merges.insert(tx, found[0], record.entry, record.entry.known_at, record.entry.number)


@_insert.register
def _community(record: CommunityRecord, tx: sqlite3.Connection) -> None:
    it = record.community
    kept = {"tenant": record.tenant, "id": it.id, "level": it.level, "parent": it.parent, "label": it.label}
    _put(tx, "community", {**kept, "entities": as_json(it.entity_ids), "made_at": record.made_at}, record)


@_insert.register
def _summary(record: SummaryRecord, tx: sqlite3.Connection) -> None:
    it = record.summary
    kept = {"tenant": record.tenant, "community": it.community_id, "audience": it.audience.key}
    texts = {"language": it.language, "signature": it.signature, "made_at": it.made_at}
    found = tx.execute(_SQL["summary"], {**kept, **texts}).fetchone()
    if found is None:
        raise adrift(record)
    tx.executemany(
        _LEDGER["insert_sentence"],
        [
            (found[0], ordinal, sentence.passage_id, sentence.span.start, sentence.span.end, sentence.text)
            for ordinal, sentence in enumerate(it.sentences)
        ],
    )


@_insert.register
def _conflict(record: ConflictRecord, tx: sqlite3.Connection) -> None:
    found = tx.execute(_CONFLICTS["tenant_of"], (record.tenant,)).fetchone()
    if found is None:
        raise adrift(record)
    insert(tx, found[0], record.entry, record.entry.known_at, record.entry.number)


@_insert.register
def _trace(record: Trace, tx: sqlite3.Connection) -> None:
    ledger.insert_trace(tx, record)


@_insert.register
def _job(record: Job, tx: sqlite3.Connection) -> None:
    ledger.insert_job(tx, record)


def _place(tx: sqlite3.Connection, tenant: str, uri: str) -> Place:
    found = tx.execute(_SQL["place"], (tenant, uri)).fetchone()
    if found is None:
        raise StoreMismatch(f"the source {uri!r} of the tenant {tenant!r} did not come before what names it")
    return Place(*found)


def _put(tx: sqlite3.Connection, name: str, row: dict[str, object] | tuple[object, ...], record: Record) -> None:
    if tx.execute(_SQL[name], row).rowcount != 1:
        raise adrift(record)


def _fields(record: Record) -> dict[str, object]:
    """A record's own values by name: each dataclass here has slots."""
    return {name: getattr(record, name) for name in record.__slots__}
