"""Answers as they leave: everything cited, everything verified, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from contract.evidence import (
    Abstention,
    Basis,
    Behavior,
    ConflictSet,
    Evidence,
    EvidencePacket,
    Intent,
    Question,
    Resolution,
    Verdict,
)
from contract.policy import Policy, Thresholds
from contract.records import Datatype, Literal, Span
from contract.time import parse
from grounding.claims import stated
from grounding.ground import Grounded, ground
from grounding.quotes import Quote, quote
from grounding.units import units

NOW = parse("2026-04-10")
POLICY = Policy()
REFUSALS = {"es": "Información no disponible en el corpus corporativo.", "en": "Not available in the corporate corpus."}


def _ground(packet: EvidencePacket, idf: Mapping[str, float] | None = None, **given: object) -> Grounded:
    fields: dict[str, object] = {"policy": POLICY, "valid_at": NOW, "idf": idf or {}, **given}
    return ground(packet, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("reason", list(Abstention))
def test_an_abstained_packet_gives_the_refusal_and_nothing_else(
    language: str, reason: Abstention, ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    packet = EvidencePacket(ask("plazo", language), (evidence(1, "El plazo es de 14 días."),), abstained=reason)
    found = _ground(packet)
    assert (found.text, found.claims, found.abstained) == (REFUSALS[language], (), reason)
    assert found.behavior is Behavior.ABSTAIN


def test_an_escalation_stays_one(ask: Callable[..., Question]) -> None:
    packet = EvidencePacket(ask("plazo"), (), behavior=Behavior.ESCALATE, abstained=Abstention.UNRESOLVED_CONFLICT)
    assert _ground(packet).behavior is Behavior.ESCALATE


def test_nothing_that_answers_is_unsupported(ask: Callable[..., Question], evidence: Callable[..., Evidence]) -> None:
    found = _ground(EvidencePacket(ask("¿Quién ganó el mundial?"), (evidence(1, "Las cajas pesan 8 kg."),)))
    assert (found.abstained, found.text) == (Abstention.UNSUPPORTED, REFUSALS["es"])


@pytest.mark.parametrize(
    ("language", "question", "text", "answer"),
    [
        (
            "es",
            "¿Cuál es el plazo de reembolso?",
            "El plazo de reembolso es de 14 días.",
            "El plazo de reembolso es de 14 días. [DOC_1]",
        ),
        ("en", "What is the refund window?", "The refund window is 14 days.", "The refund window is 14 days. [DOC_1]"),
    ],
)
def test_a_whole_sentence_is_quoted_with_its_formal_id(
    language: str,
    question: str,
    text: str,
    answer: str,
    ask: Callable[..., Question],
    evidence: Callable[..., Evidence],
) -> None:
    found = _ground(EvidencePacket(ask(question, language), (evidence(1, text, language=language),)))
    assert found.text == answer
    (claim,) = found.claims
    assert (claim.verdict, claim.support, claim.derived_by) == (Verdict.SUPPORTED, 1.0, None)
    assert [text[c.start : c.end] for c in claim.citations] == [text]


def test_a_key_line_stands_under_its_source_s_name(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    item = evidence(1, "Vida útil: 120 días\nPeso neto: 9 kg", title="Ojo de bife")
    found = _ground(EvidencePacket(ask("¿Cuál es la vida útil?"), (item,)))
    assert found.text == "Ojo de bife — Vida útil: 120 días [DOC_1]."
    assert [claim.text for claim in found.claims] == ["Vida útil: 120 días"]


@pytest.mark.parametrize(
    ("language", "opening"), [("es", "A fecha de 31 de marzo de 2024: "), ("en", "As of 31 March 2024: ")]
)
def test_a_date_from_the_question_is_said(
    language: str, opening: str, ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    packet = EvidencePacket(ask("plazo", language), (evidence(1, "plazo: 14 días"),))
    when = parse("2024-03-31")
    assert _ground(packet, valid_at=when, basis=Basis.QUESTION).text.startswith(opening)
    assert not _ground(packet, valid_at=when, basis=Basis.CALLER).text.startswith(opening)


def test_a_second_source_is_named_and_gaps_are_marked(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    question = ask("¿Qué fruta va en cámara fría?", intent=Intent.THEMATIC)
    one = evidence(1, "La fruta va en cámara fría a 4 °C.", title="Frío")
    two = evidence(2, "Toda fruta de exportación se enfría en cámara.", title="Exportación")
    found = _ground(EvidencePacket(question, (one, two)))
    assert found.text == (
        "La fruta va en cámara fría a 4 °C. [DOC_1]\n\n"
        "Además, en Exportación: Toda fruta de exportación se enfría en cámara. [DOC_2]"
    )
    long = evidence(3, "El reembolso vence a los 14 días. Se avisa por correo. Cada reembolso tiene su número.")
    gapped = _ground(EvidencePacket(ask("¿Qué número y plazo tiene cada reembolso vence?"), (long,)))
    assert " […] " in gapped.text


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "es",
            [
                "Las fuentes difieren:",
                "- Política, revisión B, en vigor desde el 1 de marzo de 2026: El precio es de 10 USD. [DOC_1]",
                "- Contrato, sin fecha declarada: El precio es de 9 EUR. [DOC_2]",
            ],
        ),
        (
            "en",
            [
                "The sources differ:",
                "- Política, revision B, in force from 1 March 2026: El precio es de 10 USD. [DOC_1]",
                "- Contrato, no date given: El precio es de 9 EUR. [DOC_2]",
            ],
        ),
    ],
)
def test_a_conflict_to_be_shown_shows_every_member_with_revision_and_date(
    language: str,
    lines: list[str],
    ask: Callable[..., Question],
    evidence: Callable[..., Evidence],
    stating: Callable[..., object],
) -> None:
    texts = ["Sobre uvas. El precio es de 10 USD.", "El precio es de 9 EUR."]
    facts = [
        stating(texts[0], "10 USD", "price", Literal(Datatype.MONEY, "10", "USD")),
        stating(texts[1], "9 EUR", "price", Literal(Datatype.MONEY, "9", "EUR")),
    ]
    one = evidence(1, texts[0], title="Política", revision="B", valid_from=parse("2026-03-01"), facts=(facts[0],))
    two = evidence(2, texts[1], title="Contrato", facts=(facts[1],))
    conflict = ConflictSet(
        "c", "uva", "price", ("e1", "e2"), ("e1", "e2"), (), Resolution.UNRESOLVED, Behavior.SHOW_BOTH
    )
    packet = EvidencePacket(ask("precio", language), (one, two), (conflict,), behavior=Behavior.SHOW_BOTH)
    found = _ground(packet)
    assert found.text.split("\n") == lines
    assert found.behavior is Behavior.SHOW_BOTH
    assert [claim.citations[0].evidence_id for claim in found.claims] == ["e1", "e2"]


def test_a_claim_below_the_support_asked_for_does_not_leave(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    packet = EvidencePacket(ask("plazo de reembolso"), (evidence(1, "El plazo de reembolso es de 14 días."),))
    found = _ground(packet, policy=Policy(thresholds=Thresholds(support=1.01)))
    assert found.abstained is Abstention.UNSUPPORTED
    assert [reason for _, reason in found.record.dropped] == ["supported"]


class Doubtful:
    """An entailment model that calls everything neutral."""

    name = "doubtful"

    def judge(self, evidence: str, claim: str) -> tuple[float, float, float]:
        return 0.3, 0.6, 0.1


def test_a_model_may_reject_a_quote(ask: Callable[..., Question], evidence: Callable[..., Evidence]) -> None:
    packet = EvidencePacket(ask("plazo de reembolso"), (evidence(1, "El plazo de reembolso es de 14 días."),))
    assert _ground(packet, entailment=Doubtful()).abstained is Abstention.UNSUPPORTED


def test_a_row_that_is_not_read_as_it_stands_is_unsupported(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    table = "| Fruta | Precio |\n|---|---|\n| Uva | 3 € |\n| Palta | 5 € |"
    rows = units(table)
    read = quote(evidence(1, table), rows[0], 0, ask("precio de la uva"), {})
    assert stated(read).verdict is Verdict.SUPPORTED
    assert stated(replace(read, text="Uva — Precio: 5 €")).verdict is Verdict.UNSUPPORTED
    assert stated(replace(read, slots=(read.slots[0], rows[1].cells[1]))).verdict is Verdict.UNSUPPORTED


def test_a_quote_that_says_more_than_its_span_is_judged_by_the_rules(evidence: Callable[..., Evidence]) -> None:
    item = evidence(1, "El plazo es de 14 días. El plazo anterior era de 30 días.")
    whole = Quote(item, "El plazo es de 14 días.", (Span(0, 23),), 0)
    assert stated(whole).support == 1.0
    assert stated(replace(whole, text="El plazo es de 30 días.")).verdict is Verdict.CONTRADICTED
