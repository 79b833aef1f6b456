"""Declared decisions: the worked case in both languages, and what is unknown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from contract.evidence import (
    Abstention,
    Basis,
    Behavior,
    ConflictSet,
    Evidence,
    EvidencePacket,
    Question,
    Removed,
    Resolution,
)
from contract.policy import DecisionRule, Needed, Policy, PredicateRule
from contract.records import Authority, Datatype, Literal
from contract.rules import Applied, Constant, Named
from contract.time import parse
from grounding.decisions import carries, decide
from grounding.ground import ground

NOW = parse("2026-04-10T15:00:00Z")
WINDOW = Needed(
    "refund_window",
    "refund_window",
    Authority.GOVERNING,
    {"es": "El límite vigente es de {value}", "en": "The limit in force is {value}"},
)
AGE = Needed(
    "order_age",
    "purchased_on",
    Authority.LIVE,
    {"es": "El pedido {subject} tiene {value}", "en": "Order {subject} is {value} old"},
    live="orders",
    days_since=True,
)
RULE = DecisionRule(
    "refund_eligibility",
    {},
    (WINDOW, AGE),
    Applied("<=", (Named("order_age"), Named("refund_window"))),
    {"es": "El pedido {subject} se puede reembolsar", "en": "Order {subject} can be refunded"},
    {"es": "El pedido {subject} no se puede reembolsar", "en": "Order {subject} cannot be refunded"},
)
POLICY = Policy(predicates={"refund_window": PredicateRule("refund_window", subject="refund")})
DAYS = Literal(Datatype.QUANTITY, "14", "day", raw="14 días")
TEXT = "Plazo de reembolso: 14 días desde la compra."
ORDER = "Pedido 1042: comprado el 21 de marzo de 2026; estado: entregado."
BOUGHT = Literal(Datatype.DATE, "2026-03-21", raw="2026-03-21")

Case = Callable[..., EvidencePacket]


@pytest.fixture
def case(
    evidence: Callable[..., Evidence],
    ask: Callable[..., Question],
    stating: Callable[..., object],
    observed: Callable[..., object],
) -> Case:
    """Policy revision B as e3 and the live order as e4."""

    def build(
        language: str = "es", window: Literal = DAYS, bought: Literal = BOUGHT, subject: str = "1042"
    ) -> EvidencePacket:
        rule = evidence(3, TEXT, facts=(stating(TEXT, "14 días", "refund_window", window),), revision="B")
        read = observed(subject, ORDER, "purchased_on", "21 de marzo de 2026", bought)
        order = evidence(4, ORDER, authority=Authority.LIVE, observation=read)
        words = {"es": "¿Puedo reembolsar el pedido 1042?", "en": "Can I refund order 1042?"}[language]
        return EvidencePacket(ask(words, language, subject="1042", decision=RULE.name), (rule, order))

    return build


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "es",
            [
                "El límite vigente es de 14 días",
                "El pedido 1042 tiene 20 días",
                "El pedido 1042 no se puede reembolsar",
            ],
        ),
        ("en", ["The limit in force is 14 days", "Order 1042 is 20 days old", "Order 1042 cannot be refunded"]),
    ],
)
def test_the_worked_case_makes_exactly_three_claims(case: Case, language: str, said: list[str]) -> None:
    packet = case(language)
    decided = decide(RULE, packet, language, NOW, POLICY)
    assert decided.holds is False
    assert [claim.text for claim in decided.claims] == said
    cited = [[citation.evidence_id for citation in claim.citations] for claim in decided.claims]
    assert cited == [["e3"], ["e4"], ["e3", "e4"]]
    assert [claim.derived_by for claim in decided.claims] == [None, None, "refund_eligibility"]
    texts = {item.evidence_id: item.text for item in packet.evidence}
    words = [[texts[c.evidence_id][c.start : c.end] for c in claim.citations] for claim in decided.claims]
    assert words == [["14 días"], ["21 de marzo de 2026"], ["14 días", "21 de marzo de 2026"]]


def test_the_worked_case_leaves_with_its_formal_ids(case: Case) -> None:
    found = ground(case("es"), policy=POLICY, decision=RULE, valid_at=NOW, basis=Basis.DEFAULT, idf={})
    assert found.abstained is None
    assert found.text == (
        "El límite vigente es de 14 días [DOC_3]. El pedido 1042 tiene 20 días [DOC_4]. "
        "El pedido 1042 no se puede reembolsar [DOC_3] [DOC_4]."
    )


def test_the_rule_holds_on_its_limit(case: Case) -> None:
    decided = decide(RULE, case("en"), "en", parse("2026-04-04T23:59:00Z"), POLICY)
    assert decided.holds is True
    assert decided.claims[-1].text == "Order 1042 can be refunded"
    assert decide(RULE, case("en"), "en", parse("2026-04-05"), POLICY).holds is False


@pytest.mark.parametrize("missing", ["e3", "e4"])
def test_a_missing_fact_is_unknown_and_never_false(case: Case, missing: str) -> None:
    packet = case()
    packet = replace(packet, evidence=tuple(item for item in packet.evidence if item.evidence_id != missing))
    decided = decide(RULE, packet, "es", NOW, POLICY)
    assert (decided.claims, decided.abstained, decided.holds) == ((), Abstention.NO_EVIDENCE, None)


def test_what_explains_does_not_authorise(case: Case) -> None:
    packet = case()
    forum = replace(packet.evidence[0], authority=Authority.INFORMAL)
    decided = decide(RULE, replace(packet, evidence=(forum, packet.evidence[1])), "es", NOW, POLICY)
    assert decided.abstained is Abstention.NO_EVIDENCE


@pytest.mark.parametrize(
    ("window", "bought"),
    [
        (Literal(Datatype.QUANTITY, "1", "month", raw="un mes"), BOUGHT),
        (Literal(Datatype.NUMBER, "14", raw="14"), BOUGHT),
        (Literal(Datatype.RANGE, "14", "day", "30", raw="14–30 días"), BOUGHT),
        (Literal(Datatype.TEXT, "dos semanas o asi"), BOUGHT),
        (DAYS, Literal(Datatype.DATE, "2026-03", raw="marzo de 2026")),
        (DAYS, Literal(Datatype.DATE, "2026-05-01", raw="1 de mayo de 2026")),
        (DAYS, Literal(Datatype.TEXT, "ayer", raw="ayer")),
    ],
)
def test_what_cannot_be_compared_is_unknown(case: Case, window: Literal, bought: Literal) -> None:
    decided = decide(RULE, case("es", window, bought), "es", NOW, POLICY)
    assert (decided.abstained, decided.holds) == (Abstention.NO_EVIDENCE, None)


def test_another_order_says_nothing_about_this_one(case: Case) -> None:
    assert decide(RULE, case("es", subject="1043"), "es", NOW, POLICY).abstained is Abstention.NO_EVIDENCE


def test_two_values_of_one_fact_are_a_conflict(
    case: Case, evidence: Callable[..., Evidence], stating: Callable[..., object]
) -> None:
    packet = case()
    text = "Plazo de reembolso: 30 días."
    thirty = Literal(Datatype.QUANTITY, "30", "day", raw="30 días")
    other = evidence(5, text, facts=(stating(text, "30 días", "refund_window", thirty),))
    both = replace(packet, evidence=(*packet.evidence, other))
    assert decide(RULE, both, "es", NOW, POLICY).abstained is Abstention.UNRESOLVED_CONFLICT
    settled = ConflictSet(
        "c",
        "refund",
        "refund_window",
        ("e3", "e5"),
        ("e3",),
        (Removed("e5", Resolution.SUPERSEDED),),
        Resolution.SUPERSEDED,
    )
    assert decide(RULE, replace(both, conflicts=(settled,)), "es", NOW, POLICY).holds is False


def test_a_value_that_its_span_does_not_state_leaves_nothing(case: Case) -> None:
    wrong = Literal(Datatype.QUANTITY, "15", "day", raw="15 días")
    found = ground(case("es", wrong), policy=POLICY, decision=RULE, valid_at=NOW, idf={})
    assert (found.abstained, found.claims) == (Abstention.UNSUPPORTED, ())
    assert found.behavior is Behavior.ABSTAIN


@pytest.mark.parametrize(
    ("text", "literal", "language", "answer"),
    [
        ("14 días", DAYS, "es", True),
        ("dos semanas", DAYS, "es", True),
        ("two weeks", DAYS, "en", True),
        ("15 días", DAYS, "es", False),
        ("114 días", DAYS, "es", False),
        ("entregado", Literal(Datatype.TEXT, "entregado", raw="Entregado"), "es", True),
        ("no entregado aún", Literal(Datatype.TEXT, "devuelto", raw="devuelto"), "es", False),
    ],
)
def test_a_span_carries_a_value_in_any_notation(text: str, literal: Literal, language: str, answer: bool) -> None:
    assert carries(text, literal, language) is answer


DELIVERED = Needed(
    "status", "order_status", Authority.LIVE, {"es": "Estado: {value}", "en": "Status: {value}"}, live="orders"
)
BOTH = replace(
    RULE,
    needs=(*RULE.needs, DELIVERED),
    rule=Applied("and", (RULE.rule, Applied("==", (Named("status"), Constant(Literal(Datatype.TEXT, "entregado")))))),
)
TELLING = {
    "es": "No: límite de {refund_window}, estado {status}",
    "en": "No: limit of {refund_window}, status {status}",
}


def test_one_false_part_decides_and_is_all_that_is_cited(case: Case) -> None:
    decided = decide(BOTH, case("en"), "en", NOW, POLICY)
    assert decided.holds is False
    cited = [[citation.evidence_id for citation in claim.citations] for claim in decided.claims]
    assert cited == [["e3"], ["e4"], ["e3", "e4"]]


def test_a_true_part_leaves_the_unknown_one_unknown(case: Case) -> None:
    decided = decide(BOTH, case("en"), "en", parse("2026-03-25"), POLICY)
    assert (decided.claims, decided.abstained, decided.holds) == ((), Abstention.NO_EVIDENCE, None)
    assert decided.why == "status: not stated"


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "No: límite de 14 días, estado dato no disponible"), ("en", "No: limit of 14 days, status not known")],
)
def test_what_need_not_be_known_and_is_told_is_said_to_be_unknown(case: Case, language: str, said: str) -> None:
    assert decide(replace(BOTH, fails=TELLING), case(language), language, NOW, POLICY).claims[-1].text == said


def test_a_fact_that_is_told_is_cited_though_it_does_not_decide(case: Case) -> None:
    either = Applied("or", (Applied(">", (Named("order_age"), Constant(DAYS))), RULE.rule))
    told = replace(RULE, rule=either, holds={"en": "Bought {order_age} ago, limit {refund_window}"})
    claim = decide(told, case("en"), "en", NOW, POLICY).claims[-1]
    assert [citation.evidence_id for citation in claim.citations] == ["e3", "e4"]


def test_a_need_that_the_rule_does_not_name_must_be_stated(case: Case) -> None:
    decided = decide(replace(RULE, needs=(*RULE.needs, DELIVERED)), case("en"), "en", NOW, POLICY)
    assert (decided.abstained, decided.why) == (Abstention.NO_EVIDENCE, "status: not stated")


def test_what_no_fact_decides_has_nothing_to_cite(case: Case) -> None:
    always = Applied("<=", (Constant(DAYS), Constant(DAYS)))
    either = replace(RULE, rule=Applied("or", (always, RULE.rule, Applied("==", (Named("status"), Named("status"))))))
    plain = replace(either, needs=(*RULE.needs, DELIVERED))
    assert decide(plain, replace(case("en"), evidence=()), "en", NOW, POLICY).abstained is Abstention.NO_EVIDENCE


def test_the_trace_says_which_fact_is_not_known(case: Case) -> None:
    packet = replace(case("en"), evidence=case("en").evidence[:1])
    found = ground(packet, policy=POLICY, decision=RULE, valid_at=NOW, idf={})
    assert found.record.detail == {"abstained": "no_evidence", "because": "order_age, refund_window: not stated"}
