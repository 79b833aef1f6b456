"""The strict rules, each in both languages."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from contract.evidence import Verdict
from grounding.verify import verify

SUPPORTED, CONTRADICTED, UNSUPPORTED = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.UNSUPPORTED

EN = "Customers may return fresh fruit within 14 days of delivery, except opened boxes."
ES = "El cliente puede devolver la fruta fresca dentro de los 14 días desde la entrega, salvo las cajas abiertas."
PLAIN_EN = "The warehouse in Rosario stores 300 boxes of apples at 4 °C."
PLAIN_ES = "El depósito de Rosario guarda 300 cajas de manzanas a 4 °C."


@pytest.mark.parametrize(
    ("language", "evidence", "claim"),
    [
        ("en", EN, EN),
        ("es", ES, ES),
        ("en", EN, "However, " + EN[0].lower() + EN[1:]),
        ("es", ES, "Además, " + ES[0].lower() + ES[1:]),
        ("en", "The refund window is 14 days.", "The refund window is two weeks."),
        ("es", "El plazo de reembolso es de 14 días.", "El plazo de reembolso es de catorce días."),
        ("en", "The price is EUR 1,200.50 per pallet.", "The price is 1,200.50 € per pallet."),
        ("es", "El precio es de 1.200,50 € por pallet.", "El precio es de EUR 1200,50 por pallet."),
        ("en", "The rule applies from 1 March 2026.", "The rule applies from 2026-03-01."),
        ("es", "La norma rige desde el 1 de marzo de 2026.", "La norma rige desde el 01/03/2026."),
        ("en", "You can't cancel a shipped order.", "You cannot cancel a shipped order."),
    ],
)
def test_the_same_words_or_values_are_supported(language: str, evidence: str, claim: str) -> None:
    judged = verify(claim, [evidence], language)
    assert judged.verdict is SUPPORTED, judged
    assert judged.support >= 0.9


@pytest.mark.parametrize(
    ("language", "evidence", "claim", "rule"),
    [
        ("en", EN, EN.replace("14", "30"), "value"),
        ("es", ES, ES.replace("14", "30"), "value"),
        ("en", EN, EN.replace("days", "weeks"), "value"),
        ("es", ES, ES.replace("días", "semanas"), "value"),
        ("en", "It closed in March 2024 for repairs.", "It closed in April 2024 for repairs.", "value"),
        ("es", "Cerró en marzo de 2024 por reformas.", "Cerró en abril de 2024 por reformas.", "value"),
        ("en", PLAIN_EN, "The warehouse in Rosario stores 4 boxes of apples at 300 °C.", "value"),
        ("es", PLAIN_ES, "El depósito de Rosario guarda 4 cajas de manzanas a 300 °C.", "value"),
        ("en", EN, EN.replace("may", "may not"), "negation"),
        ("es", ES, ES.replace("puede", "no puede"), "negation"),
        ("en", "Opened boxes are not refunded.", "Opened boxes are refunded.", "negation"),
        ("es", "Las cajas abiertas no se reembolsan.", "Las cajas abiertas se reembolsan.", "negation"),
        ("en", EN, EN.replace("may", "must"), "modality"),
        ("es", ES, ES.replace("puede", "debe"), "modality"),
        ("en", "Claims are filed before loading the ship.", "Claims are filed after loading the ship.", "relations"),
        ("es", "El reclamo se presenta antes de la carga.", "El reclamo se presenta después de la carga.", "relations"),
        ("en", "The law permits the import of cherries.", "The law prohibits the import of cherries.", "antonym"),
        ("es", "La ley permite importar cerezas frescas.", "La ley prohíbe importar cerezas frescas.", "antonym"),
        ("en", PLAIN_EN, PLAIN_EN.replace("Rosario", "Montevideo"), "entity"),
        ("es", PLAIN_ES, PLAIN_ES.replace("Rosario", "Montevideo"), "entity"),
    ],
)
def test_what_differs_contradicts(language: str, evidence: str, claim: str, rule: str) -> None:
    judged = verify(claim, [evidence], language)
    assert (judged.verdict, judged.rule) == (CONTRADICTED, rule)
    assert judged.support == 0.0


@pytest.mark.parametrize(
    ("language", "evidence", "claim", "rule"),
    [
        ("en", EN, "Customers may return fresh fruit within 14 days of delivery.", "exceptions"),
        ("es", ES, "El cliente puede devolver la fruta fresca dentro de los 14 días desde la entrega.", "exceptions"),
        ("en", "The fee is waived if the box is sealed.", "The fee is waived.", "conditions"),
        ("es", "La tasa se exime si la caja está sellada.", "La tasa se exime.", "conditions"),
        ("en", "Boxes often arrive late.", "Boxes arrive late.", "hedges"),
        ("es", "Las cajas llegan tarde a menudo.", "Las cajas llegan tarde.", "hedges"),
        ("en", "The growers export apples.", "All the growers export apples.", "quantifiers"),
        ("es", "Los productores exportan manzanas.", "Todos los productores exportan manzanas.", "quantifiers"),
        ("en", "The growers export apples.", "Only the growers export apples.", "quantifiers"),
        ("es", "Los productores exportan manzanas.", "Solo los productores exportan manzanas.", "quantifiers"),
        ("en", "We store your address.", "They store your address.", "persons"),
        (
            "es",
            "Guardamos su dirección en nuestros servidores.",
            "Guardamos su dirección en tus servidores.",
            "persons",
        ),
        ("en", PLAIN_EN, PLAIN_EN.replace("apples", "cherries"), "new_word"),
        ("es", PLAIN_ES, PLAIN_ES.replace("manzanas", "cerezas"), "new_word"),
        ("en", "The buyer pays the seller.", "The seller pays the buyer.", "order"),
        ("es", "El comprador paga al vendedor.", "El vendedor paga al comprador.", "order"),
    ],
)
def test_what_is_not_carried_is_not_enough(language: str, evidence: str, claim: str, rule: str) -> None:
    judged = verify(claim, [evidence], language)
    assert (judged.verdict, judged.rule) == (UNSUPPORTED, rule)
    assert judged.support < 0.9


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_to_compare_is_unsupported(language: str) -> None:
    assert verify("", ["Algo."], language).verdict is UNSUPPORTED
    assert verify("Something holds.", [], language).verdict is UNSUPPORTED
    assert verify("... !", ["Algo."], language).verdict is UNSUPPORTED


def test_the_covering_sentence_is_found_among_others() -> None:
    text = f"Returns are handled in Rosario. {EN} Opened boxes are given away."
    assert verify(EN, [text], "en").verdict is SUPPORTED


def test_a_claim_is_as_good_as_its_worst_sentence() -> None:
    both = f"{EN} The buyer pays 30 USD."
    assert verify(both, [EN, "The buyer pays 30 USD."], "en").verdict is SUPPORTED
    assert verify(both, [EN, "The buyer pays 20 USD."], "en").verdict is not SUPPORTED


@dataclass(frozen=True)
class Fixed:
    """An entailment model that always gives the same three probabilities."""

    probabilities: tuple[float, float, float]
    name: str = "fixed"

    def judge(self, evidence: str, claim: str) -> tuple[float, float, float]:
        return self.probabilities


@pytest.mark.parametrize(
    ("probabilities", "verdict", "rule"),
    [
        ((0.95, 0.04, 0.01), SUPPORTED, "covered"),
        ((0.85, 0.12, 0.03), UNSUPPORTED, "model_neutral"),
        ((0.85, 0.03, 0.12), CONTRADICTED, "model_contradicts"),
        ((0.80, 0.10, 0.10), SUPPORTED, "covered"),
    ],
)
def test_a_model_rejects_above_ten_percent(
    probabilities: tuple[float, float, float], verdict: Verdict, rule: str
) -> None:
    judged = verify(EN, [EN], "en", Fixed(probabilities))
    assert (judged.verdict, judged.rule) == (verdict, rule)
    assert (judged.support >= 0.9) is (verdict is SUPPORTED)


def test_a_model_cannot_raise_what_the_rules_reject() -> None:
    assert verify(EN.replace("14", "30"), [EN], "en", Fixed((1.0, 0.0, 0.0))).verdict is CONTRADICTED


@pytest.mark.shared
@pytest.mark.parametrize("language", ["en", "es"])
def test_free_inference_is_seldom_accepted_wrongly(shared: Path, language: str) -> None:
    with (shared / "data" / "esxnli" / "esxnli.tsv").open(encoding="utf-8") as file:
        rows = [
            row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["language"] == language
        ]
    wrong = [row for row in rows if row["gold_label"] != "entailment"]
    accepted = [row for row in wrong if verify(row["sentence2"], [row["sentence1"]], language).verdict is SUPPORTED]
    assert len(wrong) > 800
    assert len(accepted) / len(wrong) <= 0.04
