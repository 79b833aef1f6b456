"""Code apart from prose, sections that a question names, and explanations that go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from contract.evidence import Evidence, Question
from grounding.code import blocks, without
from grounding.explaining import explained
from grounding.quotes import quotes
from grounding.spans import choose
from grounding.subjects import explains
from grounding.units import Shape, units

MakeEvidence = Callable[..., Evidence]
Ask = Callable[..., Question]

FENCED = "Open the gate so:\n\n```py\ngate = open(1)\ngate.lift()\n```\n\nIt lifts at once.\n"
TAIL = "gate.lift();\n// it lifts\n```\n\nIt lifts at once. Then it waits.\n"
BETWEEN = "gate.lift();\n```\n\nOr so:\n\n```js\nconst gate = open(1);\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (FENCED, ["gate = open(1)\ngate.lift()"]),
        (TAIL, ["gate.lift();\n// it lifts"]),
        (BETWEEN, ["gate.lift();", "const gate = open(1);"]),
        ("const a = open(1);\na.lift();\nreturn a;\n", ["const a = open(1);\na.lift();\nreturn a;"]),
        ("A gate, a lock and a weir.\nThey stand in a row;\nthe weir is last.\n", []),
    ],
)
def test_code_is_told_from_prose_also_where_a_block_was_cut(text: str, code: list[str]) -> None:
    assert [text[span.start : span.end].strip() for span in blocks(text)] == code
    assert len(without(text)) == len(text)
    assert [unit.text for unit in units(text) if unit.shape is Shape.CODE] == code
    assert all(text[unit.span.start : unit.span.end] == unit.text for unit in units(text))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Why does the gate lift?", "en", True),
        ("How does the gate lift?", "en", True),
        ("How many gates are there?", "en", False),
        ("Who lifts the gate?", "en", False),
        ("What is a gate, and when does it lift?", "en", True),
        ("¿Qué es una compuerta y cuándo sube?", "es", True),
        ("¿Qué compuerta se abre y cierra cuando llueve?", "es", False),
        ("¿Por qué sube la compuerta?", "es", True),
        ("¿Cuántas compuertas hay?", "es", False),
    ],
)
def test_which_questions_want_more_than_a_sentence(ask: Ask, text: str, language: str, expected: bool) -> None:
    assert explains(ask(text, language=language)) is expected


def test_the_section_that_a_code_heads_answers_before_a_mention(ask: Ask, evidence: MakeEvidence) -> None:
    mention = evidence(1, "The value is always GATE_STUCK when the gate is stuck.", language="en")
    section = evidence(2, "The motor is hot and holds. It is freed when cold.", language="en")
    mention = replace(mention, path=("Gates", "Values"))
    section = replace(section, path=("Gates", "GATE_STUCK"))
    question = ask("Why does GATE_STUCK occur?", language="en", identifiers=("GATE_STUCK",))
    choice = explained(choose(question, [mention, section], {}), question, {})
    assert [pick.evidence.evidence_id for pick in choice.picks] == [section.evidence_id] * 2
    assert [pick.unit.text for pick in choice.picks] == ["The motor is hot and holds.", "It is freed when cold."]


def test_a_list_goes_on_in_the_passage_after(ask: Ask, evidence: MakeEvidence) -> None:
    first = replace(evidence(1, "Gates are of two kinds:\n- lifting gates", language="en"), ordinal=4)
    after = replace(evidence(2, "- turning gates\n\nBoth are painted.", language="en"), ordinal=5)
    after = replace(after, revision_id=first.revision_id, path=first.path)
    question = ask("Of which kinds are gates?", language="en")
    choice = choose(question, [first, after], {})
    said = [quote.text for quote in quotes(choice.picks[:1], question, {}, [first, after])]
    assert said == ["Gates are of two kinds:", "lifting gates", "turning gates"]


def test_a_section_is_opened_by_its_first_sentence_though_it_stands_in_the_passage_before(
    ask: Ask, evidence: MakeEvidence
) -> None:
    place = {"path": ("Gates", "gate.lift(height)"), "revision_id": "r", "language": "en"}
    first = evidence(1, "- `height` {number}\n\nLifts the gate by the motor.", ordinal=1, **place)
    second = evidence(2, "A cold motor is handled gently.", ordinal=2, **place)
    question = ask("How does gate.lift handle a cold motor?", language="en", identifiers=("gate.lift",))
    choice = explained(choose(question, [second, first], {}), question, {})
    assert [pick.unit.text for pick in choice.picks][:2] == [
        "Lifts the gate by the motor.",
        "A cold motor is handled gently.",
    ]


def test_both_things_of_a_comparison_are_told(ask: Ask, evidence: MakeEvidence) -> None:
    one = evidence(1, "A turning gate needs a motor.", language="en", path=("Gates", "Turning gates"))
    other = evidence(2, "A lifting gate needs a chain.", language="en", path=("Gates", "Lifting gates"))
    question = ask("How do a turning gate and a lifting gate differ?", language="en")
    weights = {"turn": 0.4, "lift": 0.4, "gate": 0.2}
    choice = explained(choose(question, [one, other], {}), question, weights)
    assert {pick.evidence.evidence_id for pick in choice.picks} == {"e1", "e2"}
