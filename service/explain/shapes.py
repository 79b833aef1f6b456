"""Explanations as the JSON that leaves the product: the same on the command line and over HTTP."""

from __future__ import annotations

from contract.records import Revision
from contract.time import Interval, iso
from service.explain.difference import Cause, Difference
from service.explain.effects import Contested, Effect, Effects, Joined
from service.explain.preview import Preview, Turned
from service.explain.replay import Changed, Replayed
from service.explain.why import Edge, Ground, Why
from service.explain.whynot import Piece, WhyNot
from service.shapes import Json, answer, held_back, literal, report, retrieved, revision, trace


def difference(item: Difference) -> Json:
    """Both answers, what only one of them says, and why."""
    return {
        "axis": item.axis,
        "same": item.same,
        "before": answer(item.before),
        "after": answer(item.after),
        "lost": list(item.lost),
        "gained": list(item.gained),
        "causes": [_cause(one) for one in item.causes],
    }


def _cause(item: Cause) -> Json:
    return {
        "happened": item.happened,
        "uri": item.uri,
        "revision": item.label,
        "at": iso(item.at),
        "section": item.section,
        "by_uri": item.by_uri,
        "by_revision": item.by_label,
        "rule": item.rule,
    }


def why_not(item: WhyNot) -> Json:
    """How far a source came, and what stopped it."""
    return {
        "uri": item.uri,
        "fate": item.fate,
        "valid_at": iso(item.valid_at),
        "known_at": iso(item.known_at),
        "abstained": item.abstained,
        "asked": list(item.asked),
        "passages": [_piece(one) for one in item.pieces],
        "held_back": [held_back(one) for one in item.held],
        "revisions": [
            {
                "revision_id": line.revision.id,
                "revision": line.revision.metadata.revision,
                "holds": _intervals(line.holds),
            }
            | {"ended_by": [{"uri": end.uri, "revision": end.label, "rule": end.rule} for end in line.ended_by]}
            for line in item.lines
        ],
    }


def _piece(item: Piece) -> Json:
    return {
        "passage_id": item.passage_id,
        "path": list(item.path),
        "stage": item.stage,
        "reason": item.reason,
        "by": [retrieved(one) for one in item.by],
        "words": list(item.words),
        "bm25": round(item.bm25, 6),
        "cosine": None if item.cosine is None else round(item.cosine, 6),
        "text": item.text,
    }


def why(item: Why) -> Json:
    """The chain: claim, words, revision, edges."""
    return {
        "id": item.id,
        "about": item.about,
        "valid_at": iso(item.valid_at),
        "known_at": iso(item.known_at),
        "grounds": [_ground(one) for one in item.grounds],
        "live_reads": list(item.reads),
    }


def _ground(item: Ground) -> Json:
    return {
        "claim_id": item.claim,
        "passage_id": item.passage_id,
        "path": list(item.path),
        "quoted": item.quoted,
        "source": revision(item.revision),
        "holds": _intervals(item.holds),
        "in_force": item.in_force,
        "ended": [_edge(one) for one in item.ended],
        "ended_by": [_edge(one) for one in item.ended_by],
        "facts": [
            {"fact_id": one.fact.id, "subject": one.fact.subject, "predicate": one.fact.predicate}
            | {"object": literal(one.fact.object), "qualifiers": dict(one.fact.qualifiers), "extractor": one.extractor}
            for one in item.facts
        ],
    }


def _edge(item: Edge) -> Json:
    return {
        "newer": _named(item.newer),
        "older": _named(item.older),
        "effective": iso(item.effective),
        "rule": item.rule,
        "section": item.section,
    }


def _named(item: Revision) -> Json:
    return {"revision_id": item.id, "uri": item.uri, "revision": item.metadata.revision}


def replayed(item: Replayed) -> Json:
    """Whether the answer came out the same, and exactly what did not."""
    return {
        "trace_id": item.trace.id,
        "same": item.same,
        "changed": [_changed(one) for one in item.changed],
        "moved": [_changed(one) for one in item.moved],
        "again": trace(item.again),
    }


def _changed(item: Changed) -> Json:
    return {"what": item.what, "then": item.then, "now": item.now}


def preview(item: Preview) -> Json:
    """What an ingestion would do."""
    return {
        "dry_run": True,
        **report(item.report),
        **effects(item.effects),
        "questions": item.asked,
        "turned": [_turned(one) for one in item.turned],
    }


def effects(item: Effects) -> Json:
    """What a run changed: of what holds, of conflicts, and of which names are one."""
    return {
        "effects": [_effect(one) for one in item.holds],
        "conflict_changes": [_contested(one) for one in item.conflicts],
        "merges": [_joined(one) for one in item.merges],
    }


def _contested(item: Contested) -> Json:
    return {
        "conflict_id": item.conflict_id,
        "subject": item.subject,
        "predicate": item.predicate,
        "before": item.before,
        "after": item.after,
        "values": [literal(one) for one in item.values],
    }


def _joined(item: Joined) -> Json:
    return {
        "entity_id": item.entity_id,
        "name": item.name,
        "aliases": list(item.aliases),
        "by": [{"name": name, "of": of, "rule": rule} for name, of, rule in item.by],
    }


def _effect(item: Effect) -> Json:
    """One revision or section that holds at other times than before."""
    return {
        "uri": item.uri,
        "revision": item.label,
        "revision_id": item.revision_id,
        "section": item.section,
        "before": _intervals(item.before),
        "after": _intervals(item.after),
        "by": [{"uri": end.uri, "revision": end.label, "rule": end.rule} for end in item.by],
    }


def _turned(item: Turned) -> Json:
    return {"question": item.question, "before": answer(item.before), "after": answer(item.after)}


def _intervals(holds: tuple[Interval, ...]) -> list[Json]:
    return [{"valid_from": iso(hold.start), "valid_to": iso(hold.end)} for hold in holds]
