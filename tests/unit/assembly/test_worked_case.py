"""The worked refund case, whole, and its three variations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assembly.assemble import live_needs
from contract.evidence import Abstention, Behavior, FailedRead, Question, Reason
from contract.records import Authority
from contract.time import DAY, parse

Case = Callable[[int], Any]


@pytest.fixture
def question() -> Question:
    stems = ("refund", "order", "1042")
    return Question("Can I refund order 1042?", "en", stems, decision="refund", subject="1042")


def test_the_packet_is_the_policy_in_force_and_the_order(worked: Case, question: Question, read: Any) -> None:
    packet = worked(0).ask(question, reads=(read,))
    assert packet.abstained is None
    assert [(item.uri, item.revision) for item in packet.evidence] == [
        ("policy/refund", "B"),
        ("http://orders.example/1042", None),
    ]
    policy, order = packet.evidence
    assert [item.doc for item in packet.evidence] == ["DOC_1", "DOC_2"]
    assert (policy.authority, order.authority) == (Authority.GOVERNING, Authority.LIVE)
    assert order.observed_at is not None
    (stated,) = (each for each in policy.facts if each.fact.predicate == "refund_window")
    place = stated.at.passage.local(stated.span)
    assert policy.text[place.start : place.end] == "Refund window: 14 days"


def test_what_is_held_back_and_why(worked: Case, question: Question, read: Any) -> None:
    packet = worked(0).ask(question, reads=(read,))
    held = {(item.uri, item.revision): (item.reason, item.by_uri, item.by_revision) for item in packet.held_back}
    assert held == {
        ("policy/refund", "A"): (Reason.SUPERSEDED, "policy/refund", "B"),
        ("forum/refunds", None): (Reason.NOT_AUTHORISED, None, None),
    }


def test_with_the_order_service_down_it_abstains(worked: Case, question: Question) -> None:
    packet = worked(0).ask(question, failed=(FailedRead("orders", "1042", "connection refused"),))
    assert (packet.abstained, packet.evidence) == (Abstention.LIVE_READ_FAILED, ())
    assert packet.behavior is Behavior.ABSTAIN


def test_a_hidden_revision_leaves_no_sign(worked: Case, question: Question, read: Any) -> None:
    packet = worked(2).ask(question, reads=(read,))
    assert (packet.abstained, packet.evidence, packet.conflicts) == (Abstention.NO_EVIDENCE, (), ())
    assert {item.uri for item in packet.held_back} == {"forum/refunds"}
    seen = worked(2).ask(question, level=2, reads=(read,))
    assert seen.abstained is None


def test_hidden_and_absent_look_alike(worked: Case, question: Question, read: Any, base: Any) -> None:
    hidden = worked(2).ask(question, reads=(read,))
    base.store.delete("default", "policy/refund", base.at + 1)
    absent = base.ask(question, reads=(read,))
    assert (hidden.abstained, hidden.held_back) == (absent.abstained, absent.held_back)


def test_a_read_never_speaks_for_the_past(worked: Case, question: Question, read: Any) -> None:
    packet = worked(0).ask(question, reads=(read,), valid_at=parse("2026-05-01"))
    assert packet.abstained is Abstention.LIVE_READ_FAILED


def test_what_must_be_read_live(question: Question, policy: Any) -> None:
    assert [(source.name, subject) for source, subject in live_needs(question, policy)] == [("orders", "1042")]
    named = Question("purchase date of 1042", "en", (), predicates=("purchased_on",), identifiers=("1042",))
    assert [(source.name, subject) for source, subject in live_needs(named, policy)] == [("orders", "1042")]
    assert live_needs(Question("refund window", "en", (), predicates=("refund_window",)), policy) == ()


def test_the_policy_alone_by_its_predicate(worked: Case) -> None:
    question = Question("What is the refund window?", "en", ("refund", "window"), predicates=("refund_window",))
    packet = worked(0).ask(question)
    assert packet.evidence[0].revision == "B"
    assert {item.uri for item in packet.evidence} == {"policy/refund"}
    (conflict,) = packet.conflicts
    assert conflict.resolution == "governs"
    held = {item.uri: item for item in packet.held_back if item.stage == "conflicts"}
    assert held["forum/refunds"].by_revision == "B"


def test_in_the_days_of_revision_a(worked: Case) -> None:
    question = Question("What is the refund window?", "en", ("refund", "window"), predicates=("refund_window",))
    packet = worked(0).ask(question, valid_at=parse("2025-06-01"))
    assert packet.evidence[0].revision == "A"
    assert packet.evidence[0].valid_to == parse("2026-03-01")
    held = {(item.uri, item.revision): item.reason for item in packet.held_back}
    assert held[("policy/refund", "B")] is Reason.NOT_YET


def test_an_end_that_only_a_hidden_revision_explains_is_not_told(worked: Case) -> None:
    question = Question("What is the refund window?", "en", ("refund", "window"), predicates=("refund_window",))
    packet = worked(2).ask(question, valid_at=parse("2026-03-01") - DAY)
    assert (packet.evidence[0].revision, packet.evidence[0].valid_to) == ("A", None)
