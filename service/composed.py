"""Sentences made from what the graph holds: each from a template, each citing the evidence that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from contract.evidence import (
    Behavior,
    Citation,
    Claim,
    Evidence,
    EvidencePacket,
    Located,
    Question,
    Retrieved,
    StageRecord,
    Verdict,
)
from contract.ids import content_id
from contract.records import Revision, Span
from grounding.compose import marked
from grounding.ground import Grounded

METHOD = "graph"


@dataclass(frozen=True, slots=True)
class Composed:
    """An answer from the graph, as a packet and its claims."""

    packet: EvidencePacket
    grounded: Grounded


@dataclass(frozen=True, slots=True)
class Shown:
    """One sentence, and the pieces of evidence with the spans that show it."""

    text: str
    by: tuple[tuple[Evidence, Span], ...]


def composed(question: Question, said: Sequence[Shown], name: str) -> Composed:
    """Sentences as an answer. The evidence is numbered as it is first cited; ``name`` is what answered, for the trace."""
    pieces: dict[str, Evidence] = {}
    for shown in said:
        for item, _ in shown.by:
            pieces.setdefault(item.evidence_id, item)
    numbered = {
        key: replace(item, doc=f"DOC_{at}", rank=at, retrieved_by=(Retrieved(METHOD, at, 1.0),))
        for at, (key, item) in enumerate(pieces.items(), start=1)
    }
    claims = tuple(_claim(shown, numbered, name) for shown in said)
    record = StageRecord(name, len(claims), detail={"sources": sorted({item.uri for item in numbered.values()})})
    packet = EvidencePacket(question, tuple(numbered.values()))
    return Composed(packet, Grounded(" ".join(map(marked, claims)), claims, None, Behavior.ANSWER, record))


def record(revisions: Sequence[Revision], text: str, language: str) -> Evidence:
    """What the graph holds about a source's revisions, written out: a record that can be cited."""
    head = revisions[-1]
    return _evidence(
        head,
        evidence_id=content_id(METHOD, head.tenant, head.uri, [one.id for one in revisions], text),
        text=text,
        path=(head.metadata.title,),
        revision=None,
        language=language,
    )


def passage(at: Located) -> Evidence:
    """A passage of one revision."""
    return _evidence(
        at.revision,
        evidence_id=at.passage.id,
        text=at.passage.shown,
        path=at.path,
        revision=at.revision.metadata.revision,
        language=at.revision.metadata.language,
    )


def whole(item: Evidence) -> tuple[Evidence, Span]:
    return item, Span(0, len(item.text))


def part(item: Evidence, words: str) -> tuple[Evidence, Span]:
    """The place of some words in a record; all of it where they do not stand in it."""
    at = item.text.find(words)
    return (item, Span(at, at + len(words))) if at >= 0 else whole(item)


def listed(labels: Iterable[str]) -> str:
    return ", ".join(labels)


def _claim(shown: Shown, numbered: dict[str, Evidence], name: str) -> Claim:
    citations = tuple(
        Citation(item.evidence_id, numbered[item.evidence_id].doc, span.start, span.end) for item, span in shown.by
    )
    links = [(link.evidence_id, link.start, link.end) for link in citations]
    return Claim(content_id("claim", shown.text, links, name), shown.text, citations, Verdict.SUPPORTED, 1.0, name)


def _evidence(
    of: Revision, *, evidence_id: str, text: str, path: tuple[str, ...], revision: str | None, language: str
) -> Evidence:
    metadata = of.metadata
    return Evidence(
        evidence_id=evidence_id,
        doc="",
        source_id=content_id(of.tenant, of.uri),
        uri=of.uri,
        title=metadata.title,
        source_type=metadata.source_type,
        authority=metadata.authority,
        tenant=of.tenant,
        revision=revision,
        revision_id=of.id,
        language=language,
        valid_from=metadata.valid_from,
        valid_to=metadata.valid_to,
        indexed_at=of.indexed_at,
        observed_at=metadata.observed_at,
        subject=metadata.title,
        path=path,
        text=text,
        retrieved_by=(),
        rank=0,
        score=1.0,
    )
