"""A small knowledge base in the real embedded store, and questions put to the chain over it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from assembly.assemble import AssemblyRequest, assemble
from contract.access import Audience, Principal, Scope
from contract.evidence import Candidate, EvidencePacket, FailedRead, Observation, Question, Retrieved
from contract.history import Act
from contract.ids import content_id, digest
from contract.policy import DecisionRule, LiveSourceRule, Needed, Policy, PredicateRule
from contract.records import Authority, Content, Datatype, Embedded, Literal, Metadata, RevisionDraft, Span
from contract.rules import Applied, Named
from contract.time import DAY, Instant, parse
from extraction import markdown
from extraction.chunking import cut
from extraction.triples import facts
from extraction.writing import Writer
from graph.embedded.store import EmbeddedStore, open_store
from language.words import stems

NOW = parse("2026-06-10")
_DIMENSION = 8

ORDERS = LiveSourceRule(
    "orders", "http://orders.example/{subject}", {"purchased_on": "purchased_on"}, {"en": "", "es": ""}
)
POLICY = Policy(
    authorities={"policy": Authority.GOVERNING, "forum": Authority.INFORMAL, "manual": Authority.SUPPORTING},
    predicates={
        rule.name: rule
        for rule in (
            PredicateRule(
                "refund_window",
                Datatype.QUANTITY,
                "one",
                {"es": ("plazo de reembolso",), "en": ("refund window",)},
                frozenset({"policy"}),
                subject="refund",
            ),
            PredicateRule("purchased_on", Datatype.DATE, "one", {"en": ("purchase date",)}, live="orders"),
            PredicateRule("shelf_life", Datatype.QUANTITY, "one", {"es": ("vida útil",), "en": ("shelf life",)}),
        )
    },
    live_sources={"orders": ORDERS},
    decisions={
        "refund": DecisionRule(
            name="refund",
            asked={},
            needs=(
                Needed("window", "refund_window", Authority.GOVERNING, {"en": "{value}"}),
                Needed("age", "purchased_on", Authority.LIVE, {"en": "{value}"}, live="orders", days_since=True),
            ),
            rule=Applied("<=", (Named("age"), Named("window"))),
            holds={"en": "yes"},
            fails={"en": "no"},
        )
    },
)


def order_read(day: str = "2026-05-21", at: Instant = NOW) -> Observation:
    """The order of the worked case, bought twenty days ago."""
    text = f"Order 1042: purchased on {day}."
    start = text.index(day)
    value = Literal(Datatype.DATE, day, raw=day)
    return Observation(
        content_id("orders", "1042", at),
        "orders",
        "http://orders.example/1042",
        "1042",
        at,
        text,
        {"purchased_on": value},
        {"purchased_on": Span(start, start + len(day))},
    )


@dataclass
class Base:
    """The store with what a test puts into it; every commit is one second after the last."""

    store: EmbeddedStore
    at: Instant = NOW - 100 * DAY
    order: list[str] = field(default_factory=list)

    def put(
        self,
        uri: str,
        text: str,
        *,
        source_type: str = "policy",
        revision: str | None = None,
        valid_from: str | None = None,
        valid_to: str | None = None,
        language: str = "en",
        title: str | None = None,
        level: int = 0,
        acts: tuple[Act, ...] = (),
    ) -> None:
        metadata = Metadata(
            uri,
            title or uri,
            source_type=source_type,
            authority=POLICY.authorities.get(source_type, Authority.SUPPORTING),
            language=language,
            valid_from=parse(valid_from) if valid_from else None,
            valid_to=parse(valid_to) if valid_to else None,
            revision=revision,
            audience=Audience(level),
        )
        self.at += 1_000_000
        draft = _draft(text, metadata)
        self.store.commit(replace(draft, acts=acts), _embedded(draft), self.at)

    def ask(self, question: Question, **given: object) -> EvidencePacket:
        """Assemble for a question with every passage of the scope as a candidate, the best by BM25 first."""
        return assemble(self.request(question, **given))  # type: ignore[arg-type]

    def request(
        self,
        question: Question,
        *,
        level: int = 0,
        valid_at: Instant = NOW,
        known_at: Instant = NOW,
        reads: tuple[Observation, ...] = (),
        failed: tuple[FailedRead, ...] = (),
        answerability: float = 0.9,
        budget: int | None = None,
    ) -> AssemblyRequest:
        readable = Principal(level=level).readable(self.store.audiences())
        scope = Scope("default", readable, valid_at, known_at)
        view, lapsed = self.store.view(scope), self.store.view(scope.lapsed())
        ranked = [tuple(view.lexical(question.stems, 50)), tuple(lapsed.lexical(question.stems, 50))]
        found, gone = (
            tuple(
                Candidate(one.passage_id, one.score, (Retrieved("lexical", rank, one.score),))
                for rank, one in enumerate(scored, start=1)
            )
            for scored in ranked
        )
        return AssemblyRequest(
            question=question,
            candidates=found,
            lapsed=gone,
            view=view,
            lapsed_view=lapsed,
            policy=POLICY,
            decision=POLICY.decisions.get(question.decision or ""),
            observations=reads,
            failed_reads=failed,
            answerability=answerability,
            threshold=0.3,
            now=NOW,
            budget_tokens=budget,
        )


def asked(text: str, language: str = "en", **more: object) -> Question:
    return replace(Question(text, language, tuple(stems(text, language))), **more)  # type: ignore[arg-type]


def _draft(text: str, metadata: Metadata) -> RevisionDraft:
    writer = Writer()
    markdown.write(writer, text)
    sha256 = digest(text.encode())
    document = writer.finish(sha256)
    own = content_id("default", metadata.uri, sha256)
    sections, passages = cut(
        document, own, lambda words: len(words.split()) + 2, metadata.language, title=metadata.title
    )
    entities, drawn, assertions = facts(
        passages,
        sections,
        document,
        tenant="default",
        title=metadata.title,
        language=metadata.language,
        predicates=POLICY.predicates,
    )
    content = Content(
        own, sha256, document.text, metadata.language, sections, passages, entities, (), (), drawn, assertions
    )
    return RevisionDraft("default", metadata, sha256, content)


def _embedded(draft: RevisionDraft) -> Embedded:
    keys = {passage.id: content_id("test", passage.shown) for passage in draft.content.passages}
    return Embedded("test", _DIMENSION, keys, {key: _vector(key) for key in keys.values()})


def _vector(key: str) -> bytes:
    seed = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big")
    vector = np.random.default_rng(seed).normal(size=_DIMENSION).astype("<f4")
    return bytes((vector / np.linalg.norm(vector)).astype("<f4").tobytes())


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Base]:
    store = open_store(tmp_path / "store.db", model="test", dimension=_DIMENSION, durable=False)
    yield Base(store)
    store.close()


@pytest.fixture
def worked(base: Base) -> Callable[[int], Base]:
    """The refund case; the argument is the level of audience that may read revision B."""

    def built(level: int = 0) -> Base:
        text = "The window runs from the purchase date of the order."
        policy = "# Refund policy\n\n## Window\n\nRefund window: {} days\n\n" + text
        base.put("forum/refunds", "# Forum\n\nRefund window: 60 days\n", source_type="forum", valid_from="2026-04-22")
        base.put("policy/refund", policy.format(30), revision="A", valid_from="2025-01-01")
        base.put("policy/refund", policy.format(14), revision="B", valid_from="2026-03-01", level=level)
        return base

    return built


@pytest.fixture
def read() -> Observation:
    return order_read()


@pytest.fixture
def policy() -> Policy:
    return POLICY
