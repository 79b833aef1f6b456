"""Scopes: the same reading of headings, labels and questions, so that what is stated and what is asked for meet."""

from __future__ import annotations

import pytest

from contract.policy import QualifierRule
from language.qualifiers import asked, named, of_heading, of_label, of_question, of_title, value_of

RULES = {
    rule.name: rule
    for rule in (
        QualifierRule("customer", {"en": ("customer", "customers"), "es": ("cliente", "clientes")}),
        QualifierRule("plan", {"en": ("plan",), "es": ("plan",)}),
        QualifierRule("country", {"en": ("country",), "es": ("país",)}, {"spain": ("España",), "portugal": ()}),
        QualifierRule("channel", {"en": ("channel",), "es": ("canal",)}, {"online": ("en línea",)}),
    )
}


@pytest.mark.parametrize(
    ("heading", "language", "found", "whole"),
    [
        ("For Premium customers", "en", {"customer": "premium"}, True),
        ("Clientes Premium en España", "es", {"customer": "premium", "country": "spain"}, True),
        ("Plan Básico", "es", {"plan": "basico"}, True),
        ("For members", "en", {"for": "members"}, True),
        ("Para socios de honor", "es", {"for": "socios de honor"}, True),
        ("Compras en línea", "es", {"channel": "online"}, False),
        ("Refunds", "en", {}, False),
        ("How customers pay", "en", {}, False),
        ("Rates for members", "en", {}, False),  # what is for members are the rates: a name of the section
    ],
)
def test_a_heading_narrows(heading: str, language: str, found: dict[str, str], whole: bool) -> None:
    assert of_heading(heading, language, RULES) == (found, whole)


@pytest.mark.parametrize(
    ("rest", "language", "found"),
    [
        ("for fishing boats", "en", {"for": "fishing boats"}),
        ("para los veleros", "es", {"for": "veleros"}),
        ("in transit", "en", {"in": "transit"}),
        ("for Premium customers in Spain", "en", {"customer": "premium", "country": "spain"}),
        ("per box", "en", {}),
        ("for boats, see the annex", "en", {}),
    ],
)
def test_the_words_after_a_label_narrow_or_are_no_scope(rest: str, language: str, found: dict[str, str]) -> None:
    assert of_label(rest, language, RULES) == found


@pytest.mark.parametrize(
    ("question", "language", "found"),
    [
        ("What is the mooring time for fishing boats?", "en", {"for": "fishing boats"}),
        ("¿Qué descuento tienen los clientes Premium en España?", "es", {"customer": "premium", "country": "spain"}),
        ("What discount do Premium customers get?", "en", {"customer": "premium"}),
        ("Which customers pay more?", "en", {}),
        ("What is the fee for a purchase made online?", "en", {"channel": "online"}),
        ("Is there a fee in Chile?", "en", {"in": "chile"}),
        ("Is there a fee in the end?", "en", {}),
    ],
)
def test_a_question_asks_for_a_scope(question: str, language: str, found: dict[str, str]) -> None:
    assert of_question(question, language, RULES) == found


def scope(question: str, *stated: dict[str, str], spoken: str = "en") -> dict[str, str]:
    own = of_question(question, "en", RULES)
    return asked(own, question, "en", [(each, spoken) for each in stated])


def test_an_asked_scope_is_taken_in_the_values_that_are_stated() -> None:
    boats, sails = {"for": "fishing boats"}, {"for": "sailing boats"}
    assert scope("time for a fishing boat?", boats, sails, {}) == boats
    assert scope("time for small fishing boats?", boats, {}) == boats  # what is narrower falls under it
    assert scope("time for boats?", boats, sails) == {}  # what is wider leaves it open
    assert scope("time for a ferry?", boats) == {"for": "ferry"}
    assert scope("price of the premium one?", {"plan": "premium"}, {"plan": "basic"}) == {"plan": "premium"}
    assert scope("price of premium and basic?", {"plan": "premium"}, {"plan": "basic"}) == {}


def test_words_of_two_languages_are_not_held_against_one_another() -> None:
    assert scope("time for a ferry?", {"for": "transbordador"}, spoken="es") == {}
    assert scope("price in Spain?", {"country": "portugal"}, spoken="es") == {"country": "spain"}


def test_columns_and_titles() -> None:
    assert (named("País", RULES), named("Country", RULES), named("Price", RULES)) == ("country", "country", None)
    assert (value_of("España", "country", RULES), value_of("Île-de-France", "country", RULES)) == (
        "spain",
        "ile-de-france",
    )
    assert of_title("Refunds for customers in Spain", "en", RULES) == {"country": "spain"}
