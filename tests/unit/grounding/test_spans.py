"""What can be quoted, what is chosen, and what comes along."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from contract.evidence import Evidence, Question
from contract.records import Datatype, Literal
from grounding.quotes import duplicates, opens_with_pronoun, quote, quotes
from grounding.spans import choose, kinds, rank
from grounding.units import Shape, units
from language.words import stems

MARKDOWN = """# Reembolsos

El plazo corre desde la compra. Se aplica a:
- pedidos de fruta
- pedidos de aceite

Plazo: 14 días
**Versión:** B

| Producto | Precio | Plazo |
|---|---|---|
| Uva | 3 € | 2 días |
| Palta Hass | 5 € | 3 días |

Fin del texto.
"""


def test_units_are_sentences_items_lines_and_rows_in_order() -> None:
    found = units(MARKDOWN)
    assert [(unit.shape, unit.text) for unit in found] == [
        (Shape.HEADING, "# Reembolsos"),
        (Shape.SENTENCE, "El plazo corre desde la compra."),
        (Shape.SENTENCE, "Se aplica a:"),
        (Shape.ITEM, "- pedidos de fruta"),
        (Shape.ITEM, "- pedidos de aceite"),
        (Shape.LINE, "Plazo: 14 días"),
        (Shape.LINE, "**Versión:** B"),
        (Shape.ROW, "| Uva | 3 € | 2 días |"),
        (Shape.ROW, "| Palta Hass | 5 € | 3 días |"),
        (Shape.SENTENCE, "Fin del texto."),
    ]
    assert all(MARKDOWN[unit.span.start : unit.span.end] == unit.text for unit in found)
    row = found[8]
    assert [(cell.column, cell.value) for cell in row.cells] == [
        ("Producto", "Palta Hass"),
        ("Precio", "5 €"),
        ("Plazo", "3 días"),
    ]
    assert row.lead is not None
    assert MARKDOWN[row.lead.start : row.lead.end] == "| Producto | Precio | Plazo |"


def test_a_wrapped_sentence_with_a_colon_is_no_key_line() -> None:
    text = "The rule is plain and it says this\nnote: see the annex for what it means\nin every case."
    assert [unit.shape for unit in units(text)] == [Shape.SENTENCE]


def test_a_lead_in_holds_for_all_the_sentences_of_its_items() -> None:
    text = "The box bears:\n- a number. It is printed.\n- a date.\n\nIt is sealed."
    found = units(text)
    assert [unit.shape for unit in found] == [Shape.SENTENCE, Shape.ITEM, Shape.ITEM, Shape.ITEM, Shape.SENTENCE]
    assert [unit.lead == found[0].span for unit in found] == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("question", "language", "kind"),
    [
        ("How many boxes fit?", "en", "number"),
        ("¿Cuántas cajas caben?", "es", "number"),
        ("When does it end?", "en", "date"),
        ("¿Cuándo termina?", "es", "date"),
        ("Who signs it?", "en", "person"),
        ("¿Quién lo firma?", "es", "person"),
        ("Why was it closed?", "en", "cause"),
        ("¿Por qué se cerró?", "es", "cause"),
    ],
)
def test_question_words_tell_the_kind_of_answer(question: str, language: str, kind: str) -> None:
    assert kinds(question, language) == {kind}


def test_the_sentence_with_the_words_and_the_kind_wins(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    text = "El depósito abrió en Rosario. El depósito guarda 300 cajas de manzanas. Las manzanas vienen del sur."
    choice = choose(ask("¿Cuántas cajas de manzanas guarda el depósito?"), [evidence(1, text)], {})
    assert choice.picks[0].unit.text == "El depósito guarda 300 cajas de manzanas."
    assert len(choice.picks) == 1
    assert choice.margin >= 0.4


def test_nothing_in_common_chooses_nothing(evidence: Callable[..., Evidence], ask: Callable[..., Question]) -> None:
    assert choose(ask("¿Quién ganó el mundial?"), [evidence(1, "Las cajas pesan 8 kg.")], {}).picks == ()
    assert choose(ask("¿Quién ganó el mundial?"), [], {}).picks == ()


def test_headings_are_never_quoted(evidence: Callable[..., Evidence], ask: Callable[..., Question]) -> None:
    item = evidence(1, "# Plazo de reembolso\n\nSon 14 días.")
    ranked = rank(ask("¿Cuál es el plazo de reembolso?"), [item], {})
    assert [pick.unit.text for pick in ranked] == ["Son 14 días."]


def test_a_table_cell_is_read_out_with_its_key_and_column(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    question = ask("¿Qué precio tiene la palta Hass?")
    item = evidence(1, MARKDOWN)
    choice = choose(question, [item], {})
    found = quotes(choice.picks, question, {})
    assert [each.text for each in found] == ["Palta Hass — Precio: 5 €"]
    assert [item.text[span.start : span.end] for span in found[0].spans] == [
        "| Palta Hass | 5 € | 3 días |",
        "| Producto | Precio | Plazo |",
    ]


def test_a_line_that_the_question_names_is_the_answer_alone(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    text = "Plazo de reembolso: 14 días\n\nEl reembolso y su plazo se piden por correo."
    picks = choose(ask("¿Cuál es el plazo de reembolso?"), [evidence(1, text)], {}).picks
    assert [pick.unit.text for pick in picks] == ["Plazo de reembolso: 14 días"]


def test_a_declared_predicate_is_looked_up_in_any_language(
    evidence: Callable[..., Evidence], ask: Callable[..., Question], stating: Callable[..., object]
) -> None:
    text = "Plazo de pago: 60 días\n\nVale para las ventas."
    fact = stating(text, "60 días", "payment_term", Literal(Datatype.QUANTITY, "60", "day"))
    items = [evidence(1, "Every payment is in USD.", language="en"), evidence(2, text, facts=(fact,))]
    question = ask("What is the payment term?", "en", predicates=("payment_term",))
    assert [pick.unit.text for pick in choose(question, items, {}).picks] == ["Plazo de pago: 60 días"]


def test_a_row_is_looked_up_by_its_key_across_languages(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    table = "| Sustancia | Límite |\n|---|---|\n| Imidacloprid | 3,5 mg/kg |\n| Spinosad | 0,7 mg/kg |"
    question = ask("What is the residue limit of imidacloprid?", "en")
    picks = choose(question, [evidence(1, table)], {}).picks
    assert [quote(pick.evidence, pick.unit, 0, question, {}).text for pick in picks] == [
        "Imidacloprid — Límite: 3,5 mg/kg"
    ]


def test_across_languages_only_the_very_words_count(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    """ "Responsabilidad" and "response" have one stem by chance; a name is a name."""
    text = "The response takes 4 hours. Liability to Globex is capped."
    best, other = rank(ask("¿Cuál es el límite de responsabilidad con Globex?"), [evidence(1, text, language="en")], {})
    assert (best.unit.text, best.matched) == ("Liability to Globex is capped.", {"globex"})
    assert not other.matched


def test_a_row_without_a_named_column_is_read_out_whole(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    item = evidence(1, MARKDOWN)
    row = next(at for at, unit in enumerate(units(MARKDOWN)) if unit.text.startswith("| Uva"))
    found = quote(item, units(MARKDOWN)[row], row, ask("¿Qué hay de la uva?"), {})
    assert found.text == "Uva — Precio: 3 €; Plazo: 2 días"


def _quoted(item: Evidence, question: Question, text: str) -> list[str]:
    picks = [pick for pick in rank(question, [item], {}) if pick.unit.text == text]
    return [each.text for each in quotes(picks, question, {})]


def test_a_pronoun_brings_the_sentence_before(evidence: Callable[..., Evidence], ask: Callable[..., Question]) -> None:
    spanish = evidence(1, "La cámara está en Rosario. Esta guarda 300 cajas.")
    assert _quoted(spanish, ask("cajas"), "Esta guarda 300 cajas.") == [
        "La cámara está en Rosario.",
        "Esta guarda 300 cajas.",
    ]
    english = evidence(1, "The chamber is in Rosario. It stores 300 boxes.", language="en")
    said = _quoted(english, ask("boxes", "en"), "It stores 300 boxes.")
    assert said == ["The chamber is in Rosario.", "It stores 300 boxes."]


def test_the_spanish_article_is_no_pronoun() -> None:
    assert opens_with_pronoun("Él firma el acta.", "es")
    assert not opens_with_pronoun("El acta se firma.", "es")
    assert opens_with_pronoun("However, they sign it.", "en")
    assert not opens_with_pronoun("Theory comes first.", "en")


def test_an_item_brings_its_lead_in_and_a_lead_in_its_list(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    item = evidence(1, MARKDOWN)
    assert _quoted(item, ask("aceite"), "- pedidos de aceite") == ["Se aplica a:", "pedidos de aceite"]
    assert _quoted(item, ask("aplica"), "Se aplica a:") == ["Se aplica a:", "pedidos de fruta", "pedidos de aceite"]


def test_an_opening_connective_is_not_quoted(evidence: Callable[..., Evidence], ask: Callable[..., Question]) -> None:
    spanish = evidence(1, "Sin embargo, la fruta se paga al contado.")
    assert _quoted(spanish, ask("fruta"), spanish.text) == ["la fruta se paga al contado."]
    english = evidence(1, "In addition, fruit is paid in cash.", language="en")
    assert _quoted(english, ask("fruit", "en"), english.text) == ["fruit is paid in cash."]


def test_equal_words_with_other_numbers_are_no_duplicate(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    question = ask("plazo de reembolso")
    texts = [
        "El plazo de reembolso es de 14 días.",
        "El plazo de reembolso es de 14 días.",
        "El plazo de reembolso es de 30 días.",
    ]
    items = [evidence(at, text) for at, text in enumerate(texts, start=1)]
    first, second, third = (quote(item, units(item.text)[0], 0, question, {}) for item in items)
    assert duplicates(first, second)
    assert not duplicates(first, third)
    picks = rank(question, items, {})
    assert [each.text for each in quotes(picks, question, {})] == [texts[0], texts[2]]


@pytest.mark.shared
@pytest.mark.parametrize(("name", "language"), [("en", "en"), ("es", "es")])
def test_the_answer_is_among_the_first_sentences(
    shared: Path, evidence: Callable[..., Evidence], name: str, language: str
) -> None:
    articles = json.loads((shared / "data" / "xquad-r" / f"{name}.json").read_text(encoding="utf-8"))["data"]
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    frequency = Counter(stem for paragraph in paragraphs for stem in set(stems(paragraph["context"], language)))
    hits = asked = 0
    for paragraph in paragraphs[::5]:
        for entry in paragraph["qas"][::2]:
            wanted = tuple(dict.fromkeys(stems(entry["question"], language)))
            idf = {
                each: math.log(1 + (len(paragraphs) - frequency[each] + 0.5) / (frequency[each] + 0.5))
                for each in wanted
            }
            best = rank(
                Question(entry["question"], language, wanted),
                [evidence(1, paragraph["context"], language=language)],
                idf,
            )
            asked += 1
            hits += any(entry["answers"][0]["text"] in pick.unit.text for pick in best[:3])
    assert asked > 100
    assert hits / asked >= 0.9


def test_an_answer_goes_on_from_a_name_that_its_first_sentence_brings_in(
    evidence: Callable[..., Evidence], ask: Callable[..., Question]
) -> None:
    first = evidence(1, "The limes of the north quay are pruned by the firm Alder Works.", language="en")
    second = evidence(2, "Alder Works answers to the forester Mara Quint.", language="en")
    other = evidence(3, "Elm Works answers to the forester Ola Reed.", language="en")
    question = ask("Which forester does the firm answer to that prunes the limes of the north quay?", language="en")
    picks = choose(question, [other, second, first], {}).picks
    assert [pick.evidence.evidence_id for pick in picks] == ["e1", "e2"]
