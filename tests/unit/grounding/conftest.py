"""Builders of evidence for the grounding tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from contract.access import Audience
from contract.evidence import Evidence, EvidencePacket, Located, Observation, Question, Stated
from contract.records import Authority, Fact, Literal, Metadata, Passage, PassageKind, Revision, Span
from contract.time import Interval, parse
from language.words import stems

Build = Callable[..., Evidence]
Ask = Callable[..., Question]


@pytest.fixture
def evidence() -> Build:
    """``evidence(3, "text", title=…)`` is evidence e3 with the formal id DOC_3."""

    def build(number: int, text: str, **given: object) -> Evidence:
        fields: dict[str, object] = {
            "evidence_id": f"e{number}",
            "doc": f"DOC_{number}",
            "source_id": f"s{number}",
            "uri": f"policy/{number}",
            "title": f"Source {number}",
            "source_type": "policy",
            "authority": Authority.GOVERNING,
            "tenant": "t",
            "revision": None,
            "revision_id": f"r{number}",
            "language": "es",
            "valid_from": None,
            "valid_to": None,
            "indexed_at": None,
            "observed_at": None,
            "subject": "",
            "path": (),
            "text": text,
            "retrieved_by": (),
            "rank": number,
            "score": 1.0,
        }
        return Evidence(**{**fields, **given})  # type: ignore[arg-type]

    return build


@pytest.fixture
def ask() -> Ask:
    def build(text: str, language: str = "es", **given: object) -> Question:
        return Question(text, language, tuple(dict.fromkeys(stems(text, language))), **given)  # type: ignore[arg-type]

    return build


@pytest.fixture
def stating() -> Callable[..., Stated]:
    """``stating(text, words, predicate, literal)`` is a fact that ``words`` of a passage's text state."""

    def build(text: str, words: str, predicate: str, literal: Literal, subject: str = "refund") -> Stated:
        at = text.index(words)
        passage = Passage("p", "s", 0, Span(0, len(text)), text, PassageKind.PROSE, 10)
        metadata = Metadata("policy/refund", "Refunds", audience=Audience())
        revision = Revision("r", "t", "c", "0" * 64, metadata, 0)
        fact = Fact(f"f-{predicate}", subject, subject, predicate, literal)
        return Stated(fact, Span(at, at + len(words)), Located(passage, revision, (), Interval()))

    return build


@pytest.fixture
def observed() -> Callable[..., Observation]:
    """``observed(subject, text, predicate, words, literal)`` is one read of the order service."""

    def build(subject: str, text: str, predicate: str, words: str, literal: Literal) -> Observation:
        at = text.index(words)
        spans = {predicate: Span(at, at + len(words))}
        when = parse("2026-03-21")
        return Observation("o1", "orders", f"orders/{subject}", subject, when, text, {predicate: literal}, spans)

    return build


@pytest.fixture
def pack() -> Callable[..., EvidencePacket]:
    def build(question: Question, *items: Evidence, **given: object) -> EvidencePacket:
        return EvidencePacket(question, items, **given)  # type: ignore[arg-type]

    return build
