"""Slots: which key and value a question looks up, and what is a record's field and no statement."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from contract.evidence import Evidence, Question
from grounding.claims import stated
from grounding.compose import Statement, extract
from grounding.quotes import quotes
from grounding.spans import choose
from grounding.units import is_field, units

MakeEvidence = Callable[..., Evidence]
Ask = Callable[..., Question]
RECORD = (
    "added: v1\nchanges:\n  - version: v2\n    note: The weir gate is painted now.\n\nThe weir gate keeps fish out.\n"
)


@pytest.fixture
def manual(evidence: MakeEvidence) -> list[Evidence]:
    """The state of the whole manual, of one gate by a heading below its own, and of another gate."""
    about = {"language": "en", "title": "Pumps", "revision_id": "r"}
    return [
        evidence(1, "> State: fit\n\nThe gates keep the water out.", path=("Pumps",), **about),
        evidence(2, "> State: worn\n\nThe gate turns.", path=("Pumps", "`gate.turn()`", "Old gates"), **about),
        evidence(3, "> State: broken\n\nThe gate lifts.", path=("Pumps", "`gate.lift()`"), **about),
        evidence(4, "The sluice is closed in winter.", path=("Pumps", "Sluice"), **about),
    ]


def said(question: Question, packet: list[Evidence]) -> list[str]:
    return [quote.text for quote in quotes(choose(question, packet, {}).picks, question, {}, packet)]


@pytest.mark.parametrize(
    ("text", "codes", "expected"),
    [
        ("What is the state of gate.turn()?", ("gate.turn",), "State: worn"),
        ("What is the state of gate.lift()?", ("gate.lift",), "State: broken"),
        ("What is the state of the sluice?", (), "State: fit"),
        ("What is the state of the pumps?", (), "State: fit"),
    ],
)
def test_a_slot_is_the_nearest_that_holds_for_the_thing(
    ask: Ask, manual: list[Evidence], text: str, codes: tuple[str, ...], expected: str
) -> None:
    assert said(ask(text, language="en", identifiers=codes), manual) == [expected]


def test_a_slot_is_told_with_the_headings_that_it_holds_for(ask: Ask, manual: list[Evidence]) -> None:
    question = ask("What is the state of gate.lift()?", language="en", identifiers=("gate.lift",))
    found = quotes(choose(question, manual, {}).picks, question, {}, manual)
    text = extract([Statement(stated(each), each) for each in found], "en")
    assert text == "Pumps › `gate.lift()` — State: broken [DOC_3]."


def test_the_fields_of_a_record_answer_only_who_names_their_key(ask: Ask, evidence: MakeEvidence) -> None:
    packet = [evidence(1, RECORD, language="en", title="Weir")]
    assert said(ask("What does the weir gate do?", language="en"), packet)[0] == "The weir gate keeps fish out."
    assert [unit.text for unit in units(RECORD) if not is_field(unit)] == ["The weir gate keeps fish out."]


def test_a_signature_is_the_heading_that_calls_what_is_named(ask: Ask, evidence: MakeEvidence) -> None:
    call = evidence(1, "Makes a pump and sets its pressure.", language="en", path=("Pumps", "`new Pump(pressure)`"))
    other = evidence(2, "The constructor of a house signs the plan.", language="en", path=("Pumps", "Houses"))
    question = ask("What is the constructor signature of Pump?", language="en")
    assert said(question, [other, call])[0] == "Makes a pump and sets its pressure."


def test_what_a_heading_names_is_said_by_each_sentence_below_it(ask: Ask, evidence: MakeEvidence) -> None:
    text = "The gate.lift call was renamed once. Tests whether the gate is free."
    packet = [evidence(1, text, language="en", path=("Pumps", "gate.lift()"))]
    question = ask("What does gate.lift test?", language="en", identifiers=("gate.lift",))
    assert choose(question, packet, {}).picks[0].unit.text == "Tests whether the gate is free."


def test_code_that_is_asked_for_comes_with_its_lead_in_and_its_other_form(ask: Ask, evidence: MakeEvidence) -> None:
    text = "Pumps move water.\n\nTo open a pump:\n\n```js\nimport pump from 'pumps';\n```\n\n```py\nfrom pools import valve\n```"
    packet = [evidence(1, text, language="en", path=("Pumps",))]
    question = ask("How is a pump imported?", language="en")
    assert said(question, packet)[:3] == ["To open a pump:", "import pump from 'pumps';", "from pools import valve"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What are the options of a pump?", ["`speed` of the pump", "`depth` below water", "`colour` of the case"]),
        ("What is the speed of a pump?", ["`speed` of the pump"]),
    ],
)
def test_a_list_is_whole_where_all_of_it_is_asked_for(
    ask: Ask, evidence: MakeEvidence, text: str, expected: list[str]
) -> None:
    items = "- `speed` of the pump\n- `depth` below water\n- `colour` of the case\n"
    question = ask(text, language="en")
    packet = [evidence(1, items, language="en")]
    best = choose(question, packet, {}).picks[:1]
    assert [quote.text for quote in quotes(best, question, {}, packet)] == expected
