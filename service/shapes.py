"""Records as the JSON that leaves the product: the same on the command line and over HTTP."""

from __future__ import annotations

import json
from typing import Any

from contract.changes import Change, Changes, Side
from contract.communities import Theme
from contract.evidence import Answer, Candidate, Claim, ConflictSet, Evidence, HeldBack, Located, Retrieved, Trace
from contract.ports import Finding, Job
from contract.records import CommitOutcome, Literal, Revision
from contract.time import iso
from service.explain.timeline import Timeline
from service.ingestion.ingest import Ingested, Report
from service.ingestion.modelling import Modelled

Json = dict[str, Any]


def answer(item: Answer) -> Json:
    """The answer of ``POST /v1/ask`` and ``vigente ask --json``."""
    return {
        "answer": item.text,
        "language": item.language,
        "abstained": item.abstained,
        "scope": {
            "valid_at": iso(item.valid_at),
            "known_at": iso(item.known_at),
            "valid_at_from": item.valid_at_from,
        },
        "claims": [claim(each) for each in item.claims],
        "evidence": [_evidence(evidence) for evidence in item.evidence],
        "conflicts": [_conflict(conflict) for conflict in item.conflicts],
        "held_back": [held_back(held) for held in item.held_back],
        "required_behavior": item.behavior,
        "trace_id": item.trace_id,
    }


def claim(item: Claim) -> Json:
    """One claim with its citations."""
    return {
        "id": item.id,
        "text": item.text,
        "citations": [
            {"evidence_id": link.evidence_id, "doc": link.doc, "start": link.start, "end": link.end}
            for link in item.citations
        ],
        "verdict": item.verdict,
        "support": round(item.support, 4),
        "derived_by": item.derived_by,
    }


def _evidence(item: Evidence) -> Json:
    return {
        "doc": item.doc,
        "evidence_id": item.evidence_id,
        "source_id": item.source_id,
        "uri": item.uri,
        "title": item.title,
        "source_type": item.source_type,
        "authority": item.authority.name.lower(),
        "revision": item.revision,
        "valid_from": iso(item.valid_from),
        "valid_to": iso(item.valid_to),
        "indexed_at": iso(item.indexed_at),
        "observed_at": iso(item.observed_at),
        "subject": item.subject,
        "path": list(item.path),
        "retrieved_by": [by.method for by in item.retrieved_by],
        "rank": item.rank,
        "score": round(item.score, 6),
        "text": item.text,
    }


def _conflict(item: ConflictSet) -> Json:
    return {
        "conflict_id": item.conflict_id,
        "proposition": item.subject if item.aligned else f"{item.subject} · {item.predicate}",
        "aligned": item.aligned,
        "members": list(item.members),
        "stands": list(item.stands),
        "removed": [{"member": removed.member, "rule": removed.rule} for removed in item.removed],
        "resolution": item.resolution,
        "rule": item.resolution,
    }


def held_back(item: HeldBack) -> Json:
    """What was not admitted, and why."""
    return {
        "uri": item.uri,
        "revision": item.revision,
        "stage": item.stage,
        "reason": item.reason,
        "by_uri": item.by_uri,
        "by_revision": item.by_revision,
        "valid_from": iso(item.valid_from),
        "valid_to": iso(item.valid_to),
    }


def candidate(item: Candidate, located: Located) -> Json:
    """One candidate of ``search``: every method with its own rank and raw score."""
    metadata = located.revision.metadata
    return {
        "passage_id": item.passage_id,
        "uri": metadata.uri,
        "revision": metadata.revision,
        "path": list(located.path),
        "score": round(item.score, 6),
        "cosine": None if item.cosine is None else round(item.cosine, 6),
        "by": [retrieved(by) for by in item.by],
        "valid_from": iso(located.valid.start),
        "valid_to": iso(located.valid.end),
        "text": located.passage.shown,
    }


def retrieved(item: Retrieved) -> Json:
    """One method's opinion on a candidate."""
    return {"method": item.method, "rank": item.rank, "score": round(item.score, 6)}


def literal(item: Literal) -> Json:
    """A value, normalised and as written."""
    return {"datatype": item.datatype, "value": item.value, "unit": item.unit, "high": item.high, "raw": item.raw}


def report(item: Report) -> Json:
    """What an ingestion did."""
    return {
        "new": item.count(CommitOutcome.NEW),
        "revised": item.count(CommitOutcome.REVISED),
        "unchanged": item.count(CommitOutcome.UNCHANGED),
        "failed": len(item.failed),
        "coverage": round(item.coverage, 4),
        "embedded": item.embedded,
        "conflicts": sorted({id_ for document in item.documents for id_ in document.conflicts}),
        "model": None if item.model is None else _model(item),
        "documents": [ingested(document) for document in item.documents],
    }


def ingested(item: Ingested) -> Json:
    """What became of one document."""
    return {
        "name": item.name,
        "uri": item.uri,
        "revision_id": item.revision_id,
        "revision": item.label,
        "outcome": "failed" if item.error else item.outcome,
        "valid_from": iso(item.valid_from),
        "valid_from_origin": item.valid_from_origin,
        "passages": item.passages,
        "embedded": item.embedded,
        "coverage": round(item.coverage, 4),
        "superseded": list(item.superseded),
        "dangling": list(item.dangling),
        "warnings": [{"code": warning.code, "message": warning.message} for warning in item.warnings],
        "model": None if item.model is None else _added(item.model),
        "error": item.error,
        "code": item.code,
    }


def _model(item: Report) -> Json:
    """What a model added in a run, and what it was asked for that."""
    return {
        "name": item.model,
        "calls": item.usage.calls,
        "kept": item.usage.kept,
        "prompt_tokens": item.usage.prompt_tokens,
        "completion_tokens": item.usage.completion_tokens,
        **_added(item.added),
    }


def _added(item: Modelled) -> Json:
    return {"facts": item.facts, "refused": item.refused, "left": item.left}


def revision(item: Revision) -> Json:
    """One revision with where its metadata came from."""
    metadata = item.metadata
    return {
        "revision_id": item.id,
        "uri": metadata.uri,
        "revision": metadata.revision,
        "title": metadata.title,
        "source_type": metadata.source_type,
        "authority": metadata.authority.name.lower(),
        "sha256": item.sha256,
        "valid_from": iso(metadata.valid_from),
        "valid_to": iso(metadata.valid_to),
        "indexed_at": iso(item.indexed_at),
        "observed_at": iso(metadata.observed_at),
        "origins": dict(metadata.origins),
    }


def timeline(item: Timeline) -> Json:
    """A source's revisions, when each is in force, and what ended it."""
    return {
        "uri": item.uri,
        "standing": item.standing,
        "revisions": [
            revision(line.revision)
            | {
                "in_force": line.in_force,
                "holds": [{"valid_from": iso(hold.start), "valid_to": iso(hold.end)} for hold in line.holds],
                "sections": {
                    name: [{"valid_from": iso(hold.start), "valid_to": iso(hold.end)} for hold in holds]
                    for name, holds in line.sections.items()
                },
                "ended_by": [{"uri": end.uri, "revision": end.label, "rule": end.rule} for end in line.ended_by],
            }
            for line in item.lines
        ],
    }


def changes(item: Changes) -> Json:
    """What changed between two revisions, by section and table cell, with both spans."""
    return {
        "uri": item.uri,
        "family": item.family,
        "older": None if item.older is None else revision(item.older),
        "newer": revision(item.newer),
        "changes": [_change(one) for one in item.changes],
    }


def _change(item: Change) -> Json:
    return {
        "id": item.id,
        "kind": item.kind,
        "novelty": item.novelty,
        "path": list(item.path),
        "cell": {"row": item.cell[0], "column": item.cell[1]} if item.cell else None,
        "old": _changed_side(item.old),
        "new": _changed_side(item.new),
        "count": item.count,
        "whole": item.whole,
    }


def _changed_side(item: Side | None) -> Json | None:
    if item is None:
        return None
    return {"passage_id": item.passage_id, "start": item.span.start, "end": item.span.end, "text": item.text}


def theme(item: Theme) -> Json:
    """A community with the summary its reader may read."""
    return {
        "community_id": item.community.id,
        "level": item.community.level,
        "parent": item.community.parent,
        "label": item.community.label,
        "entities": len(item.community.entity_ids),
        "language": item.summary.language,
        "summary": item.summary.text,
        "citations": [
            {"passage_id": one.passage_id, "start": one.span.start, "end": one.span.end}
            for one in item.summary.sentences
        ],
        "made_at": iso(item.summary.made_at),
    }


def finding(item: Finding) -> Json:
    """Something wrong in the store."""
    return {"code": item.code, "message": item.message, "mend": item.mend}


def job(item: Job) -> Json:
    """A job's state; its request stays inside."""
    return {
        "id": item.id,
        "kind": item.kind,
        "state": item.state,
        "step": item.step,
        "progress": round(item.progress, 4),
        "outcome": json.loads(item.outcome) if item.outcome else None,
        "reason": item.reason,
        "created_at": iso(item.created_at),
        "updated_at": iso(item.updated_at),
    }


def trace(item: Trace) -> Json:
    """What each stage did: counts, ids dropped with reasons, its own details. No content unless the settings say so."""
    return {
        "id": item.id,
        "asked_at": iso(item.asked_at),
        "question_sha256": item.question_sha256,
        "valid_at": iso(item.valid_at),
        "known_at": iso(item.known_at),
        "asked": dict(item.asked),
        "stages": [
            {
                "name": stage.name,
                "kept": stage.kept,
                "dropped": [{"id": key, "reason": reason} for key, reason in stage.dropped],
                "detail": dict(stage.detail),
            }
            for stage in item.stages
        ],
        "versions": dict(item.versions),
        "outcome": dict(item.outcome),
    }
