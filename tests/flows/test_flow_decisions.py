"""A decision of two conditions: all that decides is cited, and one condition that fails decides alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from contract.evidence import Abstention, Answer
from contract.policy import Policy
from service.policy.reader import SHIPPED, load_policy
from tests.flows.conftest import OpenDesk
from tests.flows.desk import LANGUAGES, Desk, policy

QUESTION = {"es": "¿Puedo reembolsar el pedido {}?", "en": "Can I refund order {}?"}
STATUS = {"es": "El pedido {subject} figura como {value}.", "en": "Order {subject} is {value}."}
HOLDS = {"es": "El pedido {subject} se puede reembolsar.", "en": "Order {subject} can be refunded."}
FAILS = {"es": "El pedido {subject} no se puede reembolsar.", "en": "Order {subject} cannot be refunded."}
RULE = 'order_age <= refund_window and order_status in {"delivered", "returned"}'


@pytest.fixture
def two_conditions(tmp_path: Path, orders: str) -> Policy:
    """The shipped policy; its decision asks for the order's status too."""
    data = yaml.safe_load(SHIPPED.read_text(encoding="utf-8"))
    decision = data["decisions"]["refund_eligibility"]
    decision["needs"]["order_status"] = {"least": "live", "live": "orders", "claim": STATUS}
    decision |= {"rule": RULE, "holds": HOLDS, "fails": FAILS}
    path = tmp_path / "policy.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return load_policy(path, {"VIGENTE_ORDERS_URL": orders})


def under(desk: Desk, policy: Policy) -> Desk:
    return Desk(replace(desk.product, policy=policy), desk.folder, desk.clock)


def said(answer: Answer) -> list[tuple[str, list[str]]]:
    """Each claim with the words that it cites."""
    texts = {piece.evidence_id: piece.text for piece in answer.evidence}
    return [
        (claim.text, [texts[link.evidence_id][link.start : link.end] for link in claim.citations])
        for claim in answer.claims
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_conditions_decide_and_both_are_cited(small: OpenDesk, two_conditions: Policy, language: str) -> None:
    here = under(small(), two_conditions)
    here.write("b.md", policy("policy/refund", "B", "2026-03-01", 14))
    assert not here.ingest().failed
    bought, window = "2026-08-27", "14 days"

    delivered = here.ask(QUESTION[language].format("1043"))
    assert [text for text, _ in said(delivered)][2:] == [
        STATUS[language].format(subject="1043", value="delivered"),
        HOLDS[language].format(subject="1043"),
    ]
    *_, (_, words) = said(delivered)
    assert [part in word for part, word in zip([window, bought, "delivered"], words, strict=True)] == [True] * 3
    assert delivered.claims[-1].derived_by == "refund_eligibility"

    packed = here.ask(QUESTION[language].format("1045"))
    assert said(packed) == [
        (STATUS[language].format(subject="1045", value="packed"), ["packed"]),
        (FAILS[language].format(subject="1045"), ["packed"]),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_unknown_is_never_false_and_a_false_part_decides_without_it(
    small: OpenDesk, two_conditions: Policy, language: str
) -> None:
    here = under(small(), two_conditions)
    unknown = here.ask(QUESTION[language].format("1043"))
    assert (unknown.abstained, unknown.claims, unknown.evidence) == (Abstention.NO_EVIDENCE, (), ())
    packed = here.ask(QUESTION[language].format("1045"))
    assert said(packed)[-1] == (FAILS[language].format(subject="1045"), ["packed"])
