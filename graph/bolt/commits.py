"""Each change of the store as one transaction: put, delete, undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from contract.access import Audience
from contract.errors import NotFound
from contract.records import Commit, CommitOutcome, Embedded, RevisionDraft
from contract.time import END, iso
from graph.bolt import states
from graph.bolt.keys import keyed
from graph.bolt.merges import alike, draw
from graph.bolt.purging import purge_source
from graph.bolt.turn import Turn, end
from graph.bolt.writing import Reach, Written, write_passages, write_sections
from graph.drafted import NothingToKeep, identity, ties
from graph.plan import Plan
from graph.rows import Row, acts_json, metadata_json, said


def put(turn: Turn, draft: RevisionDraft, embedded: Embedded) -> Commit:
    """Log one revision, write its content if it is not here, and derive again what it touches."""
    meta = draft.metadata
    key = keyed(turn.tenant, meta.uri)
    found = turn.rows("write/find_source", {"key": key, "content": draft.content.id, "identity": identity(draft)})
    source, standing, live, _, content, same = found[0] if found else _new_source(turn, key, meta.uri)
    new = None if content else write_sections(turn, source, draft.content)
    declares = meta.standing and not standing
    if declares:
        turn.do("write/set_standing", {"source": source})
        log(turn, source, "standing", None)
    twin = next((row for row, metadata, alive in reversed(same) if alive and metadata == metadata_json(meta)), None)
    own_id = identity(draft, len(same))
    revision, audience = _revision(turn, source, new.row if new else content, draft, own_id)
    others = [{"key": keyed(turn.tenant, uri), "uri": uri} for uri in sorted(set(ties(meta.uri, draft.acts)))]
    if others:
        turn.do("write/tie", {"tenant": turn.tenant, "key": key, "uri": meta.uri, "others": others})

    plan = states.plan(turn, key)
    if twin is not None and not declares and plan.is_repeat(revision, twin):
        repeated = plan.id_of(plan.original(revision) or twin)
        raise NothingToKeep(Commit(turn.number - 1, turn.at, CommitOutcome.UNCHANGED, repeated))
    states.apply(turn, plan, new.sections.values() if new else ())
    alone = [] if found or new is None else [(revision, audience, new.row, None)]
    written = _content(turn, source, plan, new, draft, embedded, alone)
    original = _unchanged(turn, plan, revision)
    end(turn)
    named = {uri for act in draft.acts for uri in (act.target, act.by) if uri is not None}
    told = CommitOutcome.REVISED if live else CommitOutcome.NEW
    return Commit(
        turn.number,
        turn.at,
        told if original is None else CommitOutcome.UNCHANGED,
        own_id if original is None else plan.id_of(original),
        superseded=plan.shortened(),
        embedded=written,
        dangling=tuple(sorted(plan.derived.dangling & named)),
        cycles=plan.derived.cycles,
    )


def delete(turn: Turn, uri: str, *, purge: bool) -> Commit:
    """Log a tombstone; with ``purge`` remove the contents too. ``NotFound`` where there is nothing to delete."""
    key = keyed(turn.tenant, uri)
    found = turn.rows("write/find_source", {"key": key, "content": "", "identity": ""})
    source, _, live, contents, *_ = found[0] if found else (None, False, 0, 0)
    if source is None or not (live or (purge and contents)):
        raise NotFound(f"there is no source {uri!r} to delete: see the known ones with `vigente timeline`")
    log(turn, source, "delete", None)
    turn.do("write/withdraw", {"source": source, "revision": None, "at": turn.at, "number": turn.number})
    plan = states.plan(turn, key)
    states.apply(turn, plan)
    if purge:
        purge_source(turn, source)
    else:
        mark(turn, source, plan)
    last = turn.rows("write/last_revision", {"source": source})[0][0]
    end(turn, purges=int(purge))
    return _done(turn, last, plan)


def undo(turn: Turn, revision_id: str, tenant: str) -> Commit:
    """Log that a revision is withdrawn as if it never came. ``NotFound`` for one that is unknown or already undone."""
    found = turn.rows("write/find_revision", {"id": revision_id, "tenant": tenant})
    if not found or found[0][4]:
        raise NotFound(f"there is no revision {revision_id!r} to undo: see the known ones with `vigente timeline`")
    revision, source, _, key, _ = found[0]
    log(turn, source, "undo", revision)
    turn.do("write/withdraw", {"source": source, "revision": revision, "at": turn.at, "number": turn.number})
    plan = states.plan(turn, key)
    states.apply(turn, plan)
    mark(turn, source, plan)
    end(turn)
    return _done(turn, revision_id, plan)


def intern(turn: Turn, audience: Audience) -> int:
    """The row of an audience, the same for equal ones."""
    return _interned(
        turn, "audiences", audience.key, {"level": audience.level, "groups": sorted(audience.groups)}, "intern_audience"
    )


def log(turn: Turn, source: int, kind: str, revision: int | None) -> None:
    turn.do("write/log", {"source": source, "event": _event(turn, source, kind, revision)})


def _event(turn: Turn, source: int, kind: str, revision: int | None) -> dict[str, object]:
    return {
        "row": turn.numbers.next("events"),
        "tenant": turn.tenant,
        "source": source,
        "kind": kind,
        "revision": revision,
        "known_at": turn.at,
        "number": turn.number,
    }


def _new_source(turn: Turn, key: str, uri: str) -> Row:
    """A source that nothing is known of, as ``write/find_source`` would give it."""
    row = turn.numbers.next("sources")
    turn.do("write/make_source", {"row": row, "key": key, "tenant": turn.tenant, "uri": uri})
    return row, False, 0, 0, None, []


def _revision(turn: Turn, source: int, content: int, draft: RevisionDraft, own_id: str) -> tuple[int, int]:
    """The rows of a new revision and of its audience."""
    meta = draft.metadata
    row = turn.numbers.next("revisions")
    kept = {
        "row": row,
        "id": own_id,
        "tenant": turn.tenant,
        "source": source,
        "content": content,
        "content_id": draft.content.id,
        "text_sha256": draft.content.sha256,
        "sha256": draft.sha256,
        "identity": identity(draft),
        "metadata": metadata_json(meta),
        "acts": acts_json(draft.acts),
        "valid_from": meta.valid_from,
        "valid_to": meta.valid_to,
        "observed_at": meta.observed_at,
        "label": meta.revision,
        "known_at": turn.at,
        "withdrawn_at": END,
        "opened": turn.number,
        "uri": meta.uri,
        "title": meta.title,
        "valid_on": iso(meta.valid_from),
        "known_on": iso(turn.at),
    }
    audience = {
        "key": meta.audience.key,
        "row": turn.numbers.last("audiences") + 1,
        "level": meta.audience.level,
        "groups": sorted(meta.audience.groups),
    }
    ends = {"source": source, "content": content, "audience": audience}
    told = {"revision": kept, "event": _event(turn, source, "put", row)}
    taken: int = turn.rows("write/make_revision", {**ends, **told})[0][0]
    _taken(turn, "audiences", taken)
    return row, taken


def _content(
    turn: Turn,
    source: int,
    plan: Plan,
    new: Written | None,
    draft: RevisionDraft,
    embedded: Embedded,
    alone: Iterable[Row],
) -> int:
    """The passages of a new content, marked with who may read them; how many vectors were written.

    ``alone`` is the only revision of a source that is new, as ``write/audiences_of_source`` would give it.
    """
    marks = mark(turn, source, plan, alone)
    if new is None:
        return 0
    sections = frozenset(new.sections.values())
    holding = [state for state in plan.states if state[1] in sections]
    audiences, wall = marks[new.row]
    others = alike(turn, draft.content)
    written = write_passages(turn, new, draft.content, embedded, Reach(audiences, wall, holding), others.new)
    draw(turn, draft.tenant, draft.content, others)
    return written


def mark(turn: Turn, source: int, plan: Plan, alone: Iterable[Row] = ()) -> Mapping[int, tuple[int, str]]:
    """The audience set of each content of a source with its wall, written where it has changed.

    Withdrawn revisions count too: a view of an earlier known time may show them. A sighting speaks for what it repeats.
    """
    found = list(alone) or turn.rows("write/audiences_of_source", {"source": source})
    own = {revision: audience for revision, audience, *_ in found}
    effective = own | {first: own[again] for again, first in sorted(plan.seen) if again in own}
    members: dict[int, set[int]] = {}
    marked: dict[int, int | None] = {}
    for revision, _, content, before in found:
        members.setdefault(content, set()).add(effective[revision])
        marked[content] = before
    marks = {content: _set(turn, audiences) for content, audiences in members.items()}
    changed = [content for content, audiences in marks.items() if marked[content] != audiences]
    walls = {content: (audiences, f"t{turn.tenant} a{audiences}") for content, audiences in marks.items()}
    turn.batches(
        "write/set_audiences",
        [{"content": each, "audiences": walls[each][0], "wall": walls[each][1]} for each in changed],
    )
    return walls


def _set(turn: Turn, audiences: Iterable[int]) -> int:
    members = sorted(audiences)
    return _interned(turn, "audience_sets", ",".join(map(str, members)), {"members": members}, "intern_audience_set")


def _interned(turn: Turn, kind: str, key: str, parameters: Mapping[str, object], name: str) -> int:
    """The row of what is known by a key; a number is taken only for what is new."""
    found: int = turn.rows(f"write/{name}", {"key": key, "row": turn.numbers.last(kind) + 1, **parameters})[0][0]
    _taken(turn, kind, found)
    return found


def _taken(turn: Turn, kind: str, row: int) -> None:
    """A number that was offered for what is new, and was used."""
    if row > turn.numbers.last(kind):
        turn.numbers.next(kind)


def _unchanged(turn: Turn, plan: Plan, revision: int) -> int | None:
    """The revision that a put without effect repeats; None if the put changed what a reader is told."""
    if not plan.changes_nothing():
        return None
    original = plan.original(revision)
    if original is None:
        same = turn.rows("write/same_content", {"revision": revision})
        return int(same[0][0]) if same else None
    last = turn.rows("write/last_sighting", {"original": original, "before": revision})
    told: dict[int, str] = dict(turn.rows("write/metadata", {"revisions": [original, revision]}))
    before = last[0][0] if last else told[original]
    return original if said(told[revision]) == said(before) else None


def _done(turn: Turn, revision_id: str, plan: Plan) -> Commit:
    derived = plan.derived
    return Commit(
        turn.number, turn.at, CommitOutcome.REVISED, revision_id, superseded=plan.shortened(), cycles=derived.cycles
    )
