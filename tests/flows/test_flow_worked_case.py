"""The worked case: a forum, two revisions of a policy and a live order; whole, and its variations."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from contract.evidence import Abstention, Answer, Basis, Behavior, Claim, Reason, Verdict
from contract.records import Authority
from grounding.refusal import refusal
from service import shapes
from service.policy.reader import load_policy
from tests.flows.conftest import OpenDesk
from tests.flows.desk import LANGUAGES, NOW, Desk, policy

QUESTION = {"es": "¿Puedo reembolsar el pedido {}?", "en": "Can I refund order {}?"}
WORDS = {
    "es": {
        "limit": "El límite vigente es de 14 días.",
        "age": "El pedido 1042 tiene 20 días.",
        "verdict": "El pedido 1042 no se puede reembolsar: tiene 20 días y el límite es de 14 días.",
        "window": "14 días",
    },
    "en": {
        "limit": "The limit in force is 14 days.",
        "age": "Order 1042 is 20 days old.",
        "verdict": "Order 1042 cannot be refunded: it is 20 days old and the limit is 14 days.",
        "window": "14 days",
    },
}
FORUM = """---
uri: forum/refunds
title: Customer forum
source_type: forum
language: en
observed_at: 2026-04-22
---
# Customer forum

**berryfan:** They took mine back after two months, so write it down:

Refund window: 60 days
"""


def quoted(answer: Answer, claim: Claim) -> list[str]:
    """The words that a claim cites, in order."""
    texts = {piece.evidence_id: piece.text for piece in answer.evidence}
    return [texts[link.evidence_id][link.start : link.end] for link in claim.citations]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packet_is_the_policy_in_force_and_the_order(corpus: Desk, language: str) -> None:
    answer = corpus.ask(QUESTION[language].format("1042"))
    assert (answer.abstained, answer.behavior, answer.language) == (None, Behavior.ANSWER, language)
    policy_b, order = answer.evidence
    assert (policy_b.doc, policy_b.uri, policy_b.revision) == ("DOC_1", f"policy/refund.{language}", "B")
    assert policy_b.authority is Authority.GOVERNING
    assert (order.doc, order.revision, order.authority) == ("DOC_2", None, Authority.LIVE)
    assert order.observed_at == NOW
    assert (answer.valid_at, answer.valid_at_from) == (NOW, Basis.DEFAULT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_claims_cite_the_words_that_carry_them(corpus: Desk, language: str) -> None:
    answer = corpus.ask(QUESTION[language].format("1042"))
    words = WORDS[language]
    limit, age, verdict = answer.claims
    assert [claim.text for claim in answer.claims] == [words["limit"], words["age"], words["verdict"]]
    assert all(claim.verdict is Verdict.SUPPORTED and claim.support >= 0.9 for claim in answer.claims)
    assert [[link.doc for link in claim.citations] for claim in answer.claims] == [
        ["DOC_1"],
        ["DOC_2"],
        ["DOC_1", "DOC_2"],
    ]
    assert words["window"] in quoted(answer, limit)[0]
    assert "2026-08-12" in quoted(answer, age)[0]
    assert quoted(answer, verdict) == [*quoted(answer, limit), *quoted(answer, age)]
    assert verdict.derived_by == "refund_eligibility"
    assert all(claim.text in answer.text for claim in answer.claims)


@pytest.mark.parametrize("language", LANGUAGES)
def test_revision_a_is_superseded_and_the_forum_does_not_authorise(corpus: Desk, language: str) -> None:
    answer = corpus.ask(QUESTION[language].format("1042"))
    held = {(item.uri, item.revision): (item.reason, item.by_uri, item.by_revision) for item in answer.held_back}
    source = f"policy/refund.{language}"
    assert held[source, "A"] == (Reason.SUPERSEDED, source, "B")
    assert held[f"forum/refunds.{language}", None] == (Reason.NOT_AUTHORISED, None, None)
    allowed = {"policy/refund.es", "policy/refund.en", "forum/refunds.es", "forum/refunds.en"}
    assert {uri for uri, _ in held} <= allowed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recent_order_is_eligible(corpus: Desk, language: str) -> None:
    answer = corpus.ask(QUESTION[language].format("1043"))
    said = {"es": "se puede reembolsar: tiene 5 días", "en": "can be refunded: it is 5 days old"}
    assert answer.abstained is None
    assert said[language] in answer.claims[2].text
    assert "no se puede" not in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_as_old_as_the_limit_is_eligible_still(corpus: Desk, language: str) -> None:
    answer = corpus.ask(QUESTION[language].format("1044"))
    assert {"es": "El pedido 1044 se puede", "en": "Order 1044 can be"}[language] in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_the_order_service_down_it_abstains(corpus: Desk, language: str) -> None:
    nowhere = load_policy(None, {"VIGENTE_ORDERS_URL": "http://127.0.0.1:9"})
    down = Desk(replace(corpus.product, policy=nowhere), corpus.folder, corpus.clock)
    answer = down.ask(QUESTION[language].format("1042"))
    _declined(answer, Abstention.LIVE_READ_FAILED, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_order_is_a_failed_read(corpus: Desk, language: str) -> None:
    _declined(corpus.ask(QUESTION[language].format("9999")), Abstention.LIVE_READ_FAILED, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_read_never_speaks_for_the_past(corpus: Desk, language: str) -> None:
    answer = corpus.ask(QUESTION[language].format("1042"), valid_at="2026-05-01")
    _declined(answer, Abstention.LIVE_READ_FAILED, language)
    assert answer.valid_at_from is Basis.CALLER


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hidden_revision_leaves_no_sign_and_the_lapsed_one_does_not_answer(small: OpenDesk, language: str) -> None:
    hiding, empty = small(), small()
    hiding.write("a.md", policy("policy/refund", "A", "2025-01-01", 30))
    hiding.write("b.md", policy("policy/refund", "B", "2026-03-01", 14, level="2"))
    hiding.write("forum.md", FORUM)
    empty.write("forum.md", FORUM)
    assert not hiding.ingest().failed
    assert not empty.ingest().failed
    question = QUESTION[language].format("1042")

    hidden = hiding.ask(question)
    _declined(hidden, Abstention.NO_EVIDENCE, language)
    assert _told(hidden) == _told(empty.ask(question))
    shown = json.dumps(shapes.answer(hidden), ensure_ascii=False)
    assert not any(word in shown for word in ("policy/refund", "14", "30 d", '"A"', '"B"'))

    inside = hiding.ask(question, level=2)
    assert inside.abstained is None
    assert (inside.evidence[0].uri, inside.evidence[0].revision) == ("policy/refund", "B")
    assert ("policy/refund", "A") in {(item.uri, item.revision) for item in inside.held_back}


@pytest.mark.parametrize("language", LANGUAGES)
def test_hidden_and_absent_have_one_shape_and_text(small: OpenDesk, language: str) -> None:
    hiding, empty = small(), small()
    hiding.write("a.md", policy("policy/refund", "A", "2025-01-01", 30, level="1"))
    hiding.ingest()
    question = {"es": "¿Cuál es el plazo de reembolso?", "en": "What is the refund window?"}[language]
    assert _told(hiding.ask(question)) == _told(empty.ask(question))
    assert _told(hiding.ask(QUESTION[language].format("1042"))) == _told(empty.ask(QUESTION[language].format("1042")))


def _declined(answer: Answer, reason: Abstention, language: str) -> None:
    assert (answer.abstained, answer.behavior) == (reason, Behavior.ABSTAIN)
    assert (answer.claims, answer.evidence, answer.conflicts) == ((), (), ())
    assert answer.text == refusal(language)


def _told(answer: Answer) -> dict[str, object]:
    """All that a reader is told, but for the trace's name."""
    return {key: value for key, value in shapes.answer(answer).items() if key != "trace_id"}
