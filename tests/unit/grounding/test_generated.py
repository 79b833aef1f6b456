"""Answers in a model's words: nothing leaves that the documents do not carry, whatever the model says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from contract.errors import ModelUnavailable
from contract.evidence import Abstention, EvidencePacket, Verdict
from contract.policy import MARK, Policy, Thresholds
from contract.ports import Entailment, Form, Usage
from grounding.generated import Reply, Sentence
from grounding.ground import Grounded, ground
from tests.unit.grounding.conftest import Ask, Build

TEXT = "The refund window is 14 days from the purchase. Opened goods cannot be returned. Ask by e-mail."


@dataclass
class Says:
    """A model that says what it is told to."""

    sentences: Sequence[tuple[str, Sequence[str]]]
    down: bool = False
    asked: list[str] = field(default_factory=list)
    name: str = "small"
    usage: Usage = Usage()

    def fill(self, instructions: str, material: str, form: type[Form]) -> Form:
        self.asked.append(material)
        if self.down:
            raise ModelUnavailable("the model is down")
        assert form is Reply
        return form([Sentence(text, list(docs)) for text, docs in self.sentences])  # type: ignore[call-arg]


@dataclass(frozen=True)
class Judge:
    """An entailment model of one opinion."""

    opinion: tuple[float, float, float]
    name: str = "judge"

    def judge(self, evidence: str, claim: str) -> tuple[float, float, float]:
        return self.opinion


@pytest.fixture
def packet(evidence: Build, ask: Ask) -> EvidencePacket:
    return EvidencePacket(ask("What is the refund window?", "en"), (evidence(1, TEXT, language="en"),))


def said(
    packet: EvidencePacket,
    *sentences: tuple[str, Sequence[str]],
    policy: Policy | None = None,
    entailment: Entailment | None = None,
) -> Grounded:
    chosen = policy or Policy()
    return ground(packet, policy=chosen, valid_at=0, idf={}, generator=Says(sentences), entailment=entailment)


def test_each_sentence_is_cited_after_it_and_to_its_words(packet: EvidencePacket) -> None:
    found = said(packet, ("The refund window is 14 days. Opened goods cannot be returned.", ["DOC_1"]))
    assert found.text == "The refund window is 14 days. [DOC_1] Opened goods cannot be returned. [DOC_1]"
    cited = [TEXT[link.start : link.end] for claim in found.claims for link in claim.citations]
    assert cited == ["The refund window is 14 days from the purchase.", "Opened goods cannot be returned."]
    assert all(claim.verdict is Verdict.SUPPORTED for claim in found.claims)


@pytest.mark.parametrize(
    "false",
    [
        ("The refund window is 30 days.", ["DOC_1"]),
        ("Opened goods can be returned.", ["DOC_1"]),
        ("The refund window is 14 weeks.", ["DOC_1"]),
        ("The refund window is 14 days.", []),
        ("The refund window is 14 days.", ["DOC_9"]),
        ("The chairman of Acme resigned.", ["DOC_1"]),
    ],
)
def test_what_nothing_carries_does_not_leave(packet: EvidencePacket, false: tuple[str, list[str]]) -> None:
    found = said(packet, ("Ask by e-mail.", ["DOC_1"]), false)
    assert found.text == "Ask by e-mail. [DOC_1]"
    alone = said(packet, false)
    assert (alone.abstained, alone.claims) == (Abstention.UNSUPPORTED, ())


def test_a_policy_may_mark_what_nothing_carries_but_never_what_is_contradicted(packet: EvidencePacket) -> None:
    marking = Policy(thresholds=Thresholds(unsupported=MARK))
    loose, false = ("The shop is friendly.", ["DOC_1"]), ("The refund window is 30 days from the purchase.", ["DOC_1"])
    found = said(packet, ("Ask by e-mail.", ["DOC_1"]), loose, false, policy=marking)
    assert found.text == "Ask by e-mail. [DOC_1] The shop is friendly. [not verified]"
    assert [claim.verdict for claim in found.claims] == [Verdict.SUPPORTED, Verdict.UNSUPPORTED]


def test_a_model_without_an_answer_declines(packet: EvidencePacket) -> None:
    assert said(packet).abstained is Abstention.UNSUPPORTED


def test_a_model_that_is_down_is_done_without(packet: EvidencePacket) -> None:
    plain = ground(packet, policy=Policy(), valid_at=0, idf={})
    down = ground(packet, policy=Policy(), valid_at=0, idf={}, generator=Says([], down=True))
    assert replace(down, record=plain.record) == plain
    assert "14 days" in down.text


def test_an_entailment_model_may_carry_a_paraphrase_and_reject_what_rules_let_through(packet: EvidencePacket) -> None:
    for elsewhere in ("Buyers get five weeks or so.", "Acme Corporation writes a message."):  # a value, a name
        assert said(packet, (elsewhere, ["DOC_1"]), entailment=Judge((0.97, 0.02, 0.01))).abstained
    kind = ("Customers write a message.", ["DOC_1"])
    assert said(packet, kind, entailment=Judge((0.97, 0.02, 0.01))).claims[0].support == pytest.approx(0.97)
    assert said(packet, kind, entailment=Judge((0.85, 0.14, 0.01))).abstained is Abstention.UNSUPPORTED
    exact = ("Ask by e-mail.", ["DOC_1"])
    assert said(packet, exact, entailment=Judge((0.5, 0.1, 0.4))).abstained is Abstention.UNSUPPORTED


def test_an_abstained_packet_never_reaches_the_model(packet: EvidencePacket) -> None:
    model = Says([("The refund window is 14 days.", ["DOC_1"])])
    declined = replace(packet, abstained=Abstention.NO_EVIDENCE)
    found = ground(declined, policy=Policy(), valid_at=0, idf={}, generator=model)
    assert (found.abstained, model.asked) == (Abstention.NO_EVIDENCE, [])


def test_the_model_gets_the_packet_and_no_more(packet: EvidencePacket) -> None:
    model = Says([("Ask by e-mail.", ["DOC_1"])])
    ground(packet, policy=Policy(), valid_at=0, idf={}, generator=model)
    (asked,) = model.asked
    assert TEXT in asked
    assert "policy/1" not in asked  # no address, no id of the store
