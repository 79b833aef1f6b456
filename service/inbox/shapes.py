"""The inbox as the JSON that leaves the product: the same on the command line and over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from contract.conflicts import ConflictMember
from contract.evidence import Resolution, Stated
from contract.records import Literal
from contract.time import iso
from language.values import show
from service.inbox.history import Event
from service.inbox.inbox import Conflict
from service.inbox.metrics import Metrics

Json = dict[str, Any]


def conflict(item: Conflict, language: str) -> Json:
    """One conflict, with its members and all that happened."""
    return {
        "conflict_id": item.id,
        "subject": item.subject,
        "predicate": item.predicate,
        "status": item.status,
        "resolution": item.resolution,
        "valid_at": iso(item.at),
        "open_since": iso(item.since),
        "owner": item.owner,
        "members": [_member(said, rule, language) for said, rule in item.members],
        "history": [_event(event, language) for event in item.history],
    }


def metrics(item: Metrics) -> Json:
    return asdict(item)


def _member(said: Stated, rule: Resolution | None, language: str) -> Json:
    metadata = said.at.revision.metadata
    span = said.at.passage.local(said.span)
    return {
        "uri": metadata.uri,
        "revision": metadata.revision,
        "revision_id": said.at.revision.id,
        "source_type": metadata.source_type,
        "authority": metadata.authority.name.lower(),
        "valid_from": iso(said.at.valid.start),
        "valid_to": iso(said.at.valid.end),
        "passage_id": said.at.passage.id,
        "fact_id": said.fact.id,
        "qualifiers": dict(said.fact.qualifiers),
        "value": show(said.fact.object, language),
        "start": span.start,
        "end": span.end,
        "text": said.at.passage.shown[span.start : span.end],
        "removed_by": rule,
    }


def _event(item: Event, language: str) -> Json:
    return {
        "what": item.what,
        "at": iso(item.at),
        "by": item.by or None,
        "members": [_seen(member, language) for member in item.members],
        "chosen": _shown(item.chosen, language),
        "owner": item.owner,
        "note": item.note,
    }


def _seen(item: ConflictMember, language: str) -> Json:
    return {
        "revision_id": item.revision_id,
        "passage_id": item.passage_id,
        "fact_id": item.fact_id,
        "value": _shown(item.value, language),
    }


def _shown(value: Literal | None, language: str) -> str | None:
    return None if value is None else show(value, language)
