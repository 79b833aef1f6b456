"""What is only about the thing that a question asks about is no answer to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from contract.evidence import Abstention, Evidence, EvidencePacket, Question, Stated
from contract.policy import Policy
from contract.records import Datatype, Literal
from contract.time import parse
from grounding.ground import Grounded, ground

LIBRARY = "The harbour library lends charts and atlases. It is closed on Mondays. Twelve readers may sit upstairs."
BIBLIOTECA = "La biblioteca del puerto presta cartas y atlas. Cierra los lunes. Arriba pueden sentarse doce lectores."


def _answer(question: Question, *pieces: Evidence) -> Grounded:
    return ground(EvidencePacket(question, pieces), policy=Policy(), valid_at=parse("2026-04-10"), idf={})


@pytest.mark.parametrize(
    ("language", "title", "text", "question"),
    [
        ("en", "Harbour library", LIBRARY, "Who carved the staircase of the harbour library?"),
        ("en", "Harbour library", LIBRARY, "Which benefactor endowed the harbour library?"),
        ("es", "Biblioteca del puerto", BIBLIOTECA, "¿Quién talló la escalera de la biblioteca del puerto?"),
        ("es", "Biblioteca del puerto", BIBLIOTECA, "¿Qué mecenas costeó la biblioteca del puerto?"),
        ("en", "Minutes", "The board put off the vote on the new pier.", "How long will the new pier be?"),
        ("es", "Acta", "Se aplazó la votación sobre el muelle nuevo.", "¿Cuántos amarres tendrá el muelle nuevo?"),
    ],
)
def test_what_says_nothing_of_what_is_asked_is_not_quoted(
    language: str,
    title: str,
    text: str,
    question: str,
    ask: Callable[..., Question],
    evidence: Callable[..., Evidence],
) -> None:
    found = _answer(ask(question, language), evidence(1, text, title=title, path=(title,), language=language))
    assert (found.abstained, found.claims) == (Abstention.UNSUPPORTED, ())


@pytest.mark.parametrize(
    ("language", "title", "text", "question", "says"),
    [
        ("en", "Harbour library", LIBRARY, "What does the harbour library lend?", "charts"),
        ("en", "Harbour library", LIBRARY, "How many readers may sit in the harbour library?", "Twelve"),
        ("en", "Harbour library", LIBRARY, "What is the harbour library?", "harbour library"),
        ("es", "Biblioteca del puerto", BIBLIOTECA, "¿Qué presta la biblioteca del puerto?", "cartas"),
        ("es", "Biblioteca del puerto", BIBLIOTECA, "¿Cuántos lectores caben en la biblioteca del puerto?", "doce"),
        ("en", "Minutes", "The new pier is 80 m long.", "How long will the new pier be?", "80 m"),
        (
            "es",
            "Bando",
            "En la ría no se pesca ninguna anguila.",
            "¿Cuántas anguilas diarias se pescan en la ría?",
            "ninguna",
        ),
        ("en", "Notice", "Several boats tie up at the quay.", "How many daily boats tie up at the quay?", "Several"),
    ],
)
def test_what_says_something_of_it_is(
    language: str,
    title: str,
    text: str,
    question: str,
    says: str,
    ask: Callable[..., Question],
    evidence: Callable[..., Evidence],
) -> None:
    found = _answer(ask(question, language), evidence(1, text, title=title, path=(title,), language=language))
    assert found.abstained is None
    assert says in found.text


def test_a_stated_fact_answers_in_other_words(
    ask: Callable[..., Question], evidence: Callable[..., Evidence], stating: Callable[..., Stated]
) -> None:
    text = "Loans: books go back after 21 days."
    fact = stating(text, "21 days", "loan_period", Literal(Datatype.QUANTITY, "21", "day", raw="21 days"))
    question = ask("What deadline applies to loans?", "en")
    told = evidence(1, text, title="Loans", path=("Loans",), language="en", facts=(fact,))
    assert _answer(question, told).abstained is None
    assert _answer(question, replace(told, facts=())).abstained is Abstention.UNSUPPORTED


def test_the_date_that_is_asked_about_need_not_be_said(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    told = evidence(1, "Closed on Mondays.", title="Harbour library", path=("Harbour library",), language="en")
    question = ask("Which days was the harbour library closed in May 2025?", "en")
    assert _answer(replace(question, date_text="in May 2025"), told).abstained is None


def test_the_heading_of_a_section_is_said_of_it(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    told = evidence(
        1, "Four boats of the harbour lie there.", title="Harbour", path=("Harbour", "Berths"), language="en"
    )
    assert _answer(ask("Which berths has the harbour rented?", "en"), told).abstained is None


def test_words_of_another_language_are_no_sign_of_silence(
    ask: Callable[..., Question], evidence: Callable[..., Evidence]
) -> None:
    told = evidence(1, "Harbour Lights tiene puertas de roble.", title="Aviso")
    assert _answer(ask("How many doors does Harbour Lights have?", "en"), told).abstained is None
    assert _answer(ask("¿Cuántos asientos tiene Harbour Lights?"), told).abstained is Abstention.UNSUPPORTED
