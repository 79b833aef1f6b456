"""Each change of the store as one transaction: put, delete, undo."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from contract.access import Audience
from contract.errors import NotFound
from contract.history import Act
from contract.records import Commit, CommitOutcome, Embedded, RevisionDraft
from contract.time import END, Instant
from graph.drafted import NothingToKeep, identity, ties
from graph.embedded import states
from graph.embedded.merges import draw, forget_notes
from graph.embedded.statements import statements
from graph.embedded.writing import Place, write_content
from graph.plan import Plan
from graph.rows import acts_json, groups_json, metadata_json, said, without_words

_SQL = statements("log")
_CONTENT = statements("content")
_STATES = statements("states")
_PURGE = statements("purge")
_CONFLICTS = statements("conflicts")


@dataclass(frozen=True, slots=True)
class Turn:
    """One commit being made: its tenant, its number and its known time, which never goes back for a tenant."""

    tenant: int
    number: int
    at: Instant


def put(tx: sqlite3.Connection, draft: RevisionDraft, embedded: Embedded, at: Instant) -> Commit:
    """Log one revision, write its content if it is not here, and derive again what it touches."""
    turn = _turn(tx, draft.tenant, at, make=True)
    source, standing = _source(tx, turn.tenant, draft.metadata.uri)
    outcome = CommitOutcome.REVISED if _one(tx, "count_live", (source,)) else CommitOutcome.NEW
    row = tx.execute(_CONTENT["content"], (source, draft.content.id)).fetchone()
    content, written = (row[0], 0) if row else write_content(tx, Place(turn.tenant, source), draft.content, embedded)
    if row is None:
        draw(tx, turn.tenant, draft.tenant, draft.content, turn.at, turn.number)
    declares = draft.metadata.standing and not standing
    if declares:
        tx.execute(_SQL["set_standing"], (source,))
        _log(tx, turn, source, "standing", None)
    twin = _twin(tx, source, draft)
    revision, own_id = _revision(tx, turn, source, content, draft)
    _log(tx, turn, source, "put", revision)
    relate(tx, turn.tenant, draft.metadata.uri, draft.acts)

    plan = states.plan(tx, turn.tenant, draft.metadata.uri, turn.at)
    if twin is not None and not declares and plan.is_repeat(revision, twin):
        repeated = plan.id_of(plan.original(revision) or twin)
        raise NothingToKeep(Commit(turn.number - 1, turn.at, CommitOutcome.UNCHANGED, repeated))
    states.apply(tx, turn.tenant, plan, turn.at, turn.number)
    original = _unchanged(tx, plan, revision, source)
    named = {uri for act in draft.acts for uri in (act.target, act.by) if uri is not None}
    return Commit(
        turn.number,
        turn.at,
        outcome if original is None else CommitOutcome.UNCHANGED,
        own_id if original is None else plan.id_of(original),
        superseded=plan.shortened(),
        embedded=written,
        dangling=tuple(sorted(plan.derived.dangling & named)),
        cycles=plan.derived.cycles,
    )


def delete(tx: sqlite3.Connection, tenant: str, uri: str, at: Instant, *, purge: bool) -> Commit:
    """Log a tombstone; with ``purge`` remove the contents too. ``NotFound`` where there is nothing to delete."""
    turn = _turn(tx, tenant, at, make=False)
    source, _ = tx.execute(_SQL["source"], (turn.tenant, uri)).fetchone() or (None, None)
    live = source is not None and _one(tx, "count_live", (source,))
    kept = source is not None and tx.execute(_PURGE["contents_of_source"], (source,)).fetchone()
    if source is None or not (live or (purge and kept)):
        raise NotFound(f"there is no source {uri!r} to delete: see the known ones with `vigente timeline`")
    _log(tx, turn, source, "delete", None)
    tx.execute(_SQL["withdraw_source"], {"source": source, "at": turn.at, "number": turn.number})
    plan = states.plan(tx, turn.tenant, uri, turn.at)
    states.apply(tx, turn.tenant, plan, turn.at, turn.number)
    if purge:
        _purge(tx, turn, source)
    last = tx.execute(_SQL["last_revision"], (source,)).fetchone()[0]
    return _done(turn, last, plan)


def undo(tx: sqlite3.Connection, tenant: str, revision_id: str, at: Instant) -> Commit:
    """Log that a revision is withdrawn as if it never came. ``NotFound`` for one that is unknown or already undone."""
    found = tx.execute(_SQL["revision_of_tenant"], (revision_id, tenant)).fetchone()
    if found is None or _one(tx, "count_undone", (found[1], found[0])):
        raise NotFound(f"there is no revision {revision_id!r} to undo: see the known ones with `vigente timeline`")
    revision, source, uri = found
    turn = _turn(tx, tenant, at, make=False)
    _log(tx, turn, source, "undo", revision)
    tx.execute(_SQL["withdraw_revision"], {"revision": revision, "at": turn.at, "number": turn.number})
    plan = states.plan(tx, turn.tenant, uri, turn.at)
    states.apply(tx, turn.tenant, plan, turn.at, turn.number)
    return _done(turn, revision_id, plan)


def begin(tx: sqlite3.Connection, tenant: str, at: Instant, *, make: bool = True) -> Turn:
    """Take a turn for a change that is not in the log of sources. ``NotFound`` for an unknown tenant, unless it may be made."""
    return _turn(tx, tenant, at, make=make)


def intern(tx: sqlite3.Connection, audience: Audience) -> int:
    """The id of an audience, the same for equal ones."""
    found = tx.execute(_SQL["audience"], (audience.key,)).fetchone()
    if found is None:
        found = tx.execute(_SQL["insert_audience"], (audience.key, audience.level, groups_json(audience))).fetchone()
    row: int = found[0]
    return row


def _turn(tx: sqlite3.Connection, tenant: str, at: Instant, *, make: bool) -> Turn:
    found = tx.execute(_SQL["tenant"], (tenant,)).fetchone()
    if found is None and not make:
        raise NotFound(f"there is no tenant {tenant!r}: ingest something into it first")
    row, last, _ = found or (tx.execute(_SQL["insert_tenant"], (tenant, at)).fetchone()[0], at, 0)
    at = max(at, last)
    tx.execute(_SQL["set_known_at"], {"tenant": row, "known_at": at, "purges": 0})
    number = tx.execute(_SQL["insert_commit"], (row, at)).fetchone()[0]
    return Turn(row, number, at)


def _source(tx: sqlite3.Connection, tenant: int, uri: str) -> tuple[int, bool]:
    found = tx.execute(_SQL["source"], (tenant, uri)).fetchone()
    if found:
        return found[0], bool(found[1])
    return tx.execute(_SQL["insert_source"], (tenant, uri)).fetchone()[0], False


def _twin(tx: sqlite3.Connection, source: int, draft: RevisionDraft) -> int | None:
    """The last live revision that is the same in every respect."""
    asked = {"source": source, "identity": identity(draft), "metadata": metadata_json(draft.metadata)}
    found = tx.execute(_SQL["twin"], asked).fetchone()
    return None if found is None else int(found[0])


def _revision(tx: sqlite3.Connection, turn: Turn, source: int, content: int, draft: RevisionDraft) -> tuple[int, str]:
    meta = draft.metadata
    same = identity(draft)
    own_id = identity(draft, _one(tx, "count_identity", (source, same)))
    row = {
        "id": own_id,
        "tenant": turn.tenant,
        "source": source,
        "content": content,
        "content_id": draft.content.id,
        "text_sha256": draft.content.sha256,
        "sha256": draft.sha256,
        "identity": same,
        "metadata": metadata_json(meta),
        "acts": acts_json(draft.acts),
        "audience": intern(tx, meta.audience),
        "valid_from": meta.valid_from,
        "valid_to": meta.valid_to,
        "observed_at": meta.observed_at,
        "label": meta.revision,
        "known_at": turn.at,
        "withdrawn_at": END,
        "opened": turn.number,
    }
    return tx.execute(_SQL["insert_revision"], row).fetchone()[0], own_id


def relate(tx: sqlite3.Connection, tenant: int, uri: str, acts: Iterable[Act]) -> None:
    """Keep that a source bears on those its acts name, whether or not they are here."""
    for other in ties(uri, acts):
        tx.execute(_SQL["insert_relation"], (tenant, uri, other))
        tx.execute(_SQL["insert_relation"], (tenant, other, uri))


def _unchanged(tx: sqlite3.Connection, plan: Plan, revision: int, source: int) -> int | None:
    """The revision that a put without effect repeats; None if the put changed what a reader is told."""
    if not plan.changes_nothing():
        return None
    original = plan.original(revision)
    if original is None:
        same = tx.execute(_SQL["same_content"], {"source": source, "revision": revision}).fetchone()
        return None if same is None else int(same[0])
    last = tx.execute(_STATES["last_sighting"], {"original": original, "before": revision}).fetchone()
    before = last or tx.execute(_STATES["metadata"], (original,)).fetchone()
    own = tx.execute(_STATES["metadata"], (revision,)).fetchone()
    return original if said(own[0]) == said(before[0]) else None


def _purge(tx: sqlite3.Connection, turn: Turn, source: int) -> None:
    tx.execute(_PURGE["forget_summaries"], (source,))
    tx.execute(_CONFLICTS["forget_words"], (source,))
    forget_notes(tx, source)
    tx.execute(_PURGE["forget_contents"], (source,))
    tx.execute(_PURGE["forget_vectors"])
    tx.execute(_PURGE["forget_names"], (turn.tenant,))
    for revision, text in tx.execute(_PURGE["metadata_of_source"], (source,)).fetchall():
        tx.execute(_PURGE["set_metadata"], (without_words(text), revision))
    tx.execute(_PURGE["merge_lexical"])
    tx.execute(_PURGE["merge_wording"])
    tx.execute(_SQL["set_known_at"], {"tenant": turn.tenant, "known_at": turn.at, "purges": 1})


def _done(turn: Turn, revision_id: str, plan: Plan) -> Commit:
    derived = plan.derived
    return Commit(
        turn.number, turn.at, CommitOutcome.REVISED, revision_id, superseded=plan.shortened(), cycles=derived.cycles
    )


def _log(tx: sqlite3.Connection, turn: Turn, source: int, kind: str, revision: int | None) -> None:
    row = {"tenant": turn.tenant, "source": source, "kind": kind, "revision": revision}
    tx.execute(_SQL["insert_event"], {**row, "known_at": turn.at, "number": turn.number})


def _one(tx: sqlite3.Connection, name: str, parameters: tuple[object, ...]) -> int:
    value: int = tx.execute(_SQL[name], parameters).fetchone()[0]
    return value
