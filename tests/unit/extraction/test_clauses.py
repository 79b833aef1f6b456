"""What single sentences say, by syntax, in both languages."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.records import Span
from extraction.clauses import Phrase, Predication, said


@lru_cache(maxsize=256)
def read(sentence: str, language: str) -> tuple[Predication, ...]:
    return next(iter(said([sentence], language)))


def told(sentence: str, language: str) -> set[tuple[str, ...]]:
    """Subject, relation and main argument of all that a sentence says."""
    return {(each.subject.text, each.relation.text, each.arguments[0].phrase.text) for each in read(sentence, language)}


def one(sentence: str, language: str, name: str) -> Predication:
    return next(each for each in read(sentence, language) if each.name == name)


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("en", "Acme was founded by Ann in 1999.", [("Acme", "was founded by", "Ann")]),
        ("es", "Acme fue fundada por Ana en 1999.", [("Acme", "fue fundada por", "Ana")]),
        (
            "en",
            "Acme, the owner of the port, sells boats.",
            [("Acme", "is", "the owner of the port"), ("Acme", "sells", "boats")],
        ),
        (
            "es",
            "Acme, la dueña del puerto, vende barcos.",
            [("Acme", "ser", "la dueña del puerto"), ("Acme", "vende", "barcos")],
        ),
        (
            "en",
            "Ann and Bob bought Acme and sold boats to customers.",
            [(who, *rest) for who in ("Ann", "Bob") for rest in (("bought", "Acme"), ("sold", "boats"))],
        ),
        (
            "es",
            "Ana y Luis compraron la empresa y vendieron los barcos.",
            [
                (who, *rest)
                for who in ("Ana", "Luis")
                for rest in (("compraron", "la empresa"), ("vendieron", "los barcos"))
            ],
        ),
        (
            "en",
            "The firm sells boats, cars and planes.",
            [("The firm", "sells", what) for what in ("boats", "cars", "planes")],
        ),
        ("es", "La empresa vende barcos y coches.", [("La empresa", "vende", what) for what in ("barcos", "coches")]),
        ("en", "He was born in Paris.", [("He", "was born in", "Paris")]),
        ("es", "Hugo nació en París.", [("Hugo", "nació en", "París")]),
        ("en", "The committee wants to change the rules.", [("The committee", "wants to change", "the rules")]),
        ("es", "El comité quiere cambiar las reglas.", [("El comité", "quiere cambiar", "las reglas")]),
        ("en", "The members are able to inspect the books.", [("The members", "are able to inspect", "the books")]),
        ("en", "Paris is the capital of France.", [("Paris", "is", "the capital of France")]),
        ("es", "París es la capital de Francia.", [("París", "es", "la capital de Francia")]),
        ("en", "The manager who signed the contract left the firm.", [("The manager", "signed", "the contract")]),
        ("es", "El gerente que firmó el contrato dejó la empresa.", [("El gerente", "firmó", "el contrato")]),
        ("en", "The bridge built by the Romans crosses the river.", [("The bridge", "built by", "the Romans")]),
        ("en", "Ann was born and raised in Oslo.", [("Ann", "was raised in", "Oslo")]),
        ("en", "Acme said that the plant employs workers.", [("the plant", "employs", "workers")]),
        ("es", "La sede se trasladó a Madrid.", [("La sede", "se trasladó a", "Madrid")]),
    ],
)
def test_what_a_sentence_says(language: str, sentence: str, expected: list[tuple[str, ...]]) -> None:
    assert told(sentence, language) >= set(expected)


@pytest.mark.parametrize(
    ("language", "sentence", "name", "modality"),
    [
        ("en", "The customer may not cancel the order.", "cancel", "may"),
        ("es", "El cliente no puede cancelar el pedido.", "cancelar", "puede"),
        ("en", "No company sells boats.", "sell", ""),
        ("es", "Ninguna empresa vende barcos.", "vender", ""),
        ("en", "The company has never paid a fine.", "pay", ""),
    ],
)
def test_negation_is_polarity_and_a_modal_is_kept(language: str, sentence: str, name: str, modality: str) -> None:
    found = one(sentence, language, name)
    assert (found.polarity, found.modality) == ("negated", modality)


@pytest.mark.parametrize(
    ("language", "sentence", "name", "condition"),
    [
        ("en", "The customer pays a fee unless the order is late.", "pay", "unless the order is late"),
        ("en", "If the order is late, the customer can cancel the contract.", "cancel", "If the order is late"),
        (
            "es",
            "El cliente paga una tasa salvo que el pedido llegue tarde.",
            "pagar",
            "salvo que el pedido llegue tarde",
        ),
        (
            "es",
            "Si el pedido llega tarde, el cliente puede cancelar el contrato.",
            "cancelar",
            "Si el pedido llega tarde",
        ),
    ],
)
def test_a_condition_is_kept_and_is_not_asserted_itself(
    language: str, sentence: str, name: str, condition: str
) -> None:
    found = one(sentence, language, name)
    assert [each.text for each in found.conditions] == [condition]
    assert found.asserted
    within = [each for each in read(sentence, language) if each.subject.text in ("the order", "el pedido")]
    assert not any(each.asserted for each in within)


@pytest.mark.parametrize(
    ("language", "sentence", "name", "who"),
    [
        ("en", "Ann said that the company sells boats.", "sell", "Ann"),
        ("es", "Ana dijo que la empresa vende barcos.", "vender", "Ana"),
        ("en", "According to Ann, the company sells boats.", "sell", "Ann"),
        ("es", "Según Ana, la empresa vende barcos.", "vender", "Ana"),
    ],
)
def test_who_says_it_is_kept(language: str, sentence: str, name: str, who: str) -> None:
    attributed = one(sentence, language, name).attributed
    assert attributed is not None
    assert attributed.text == who


def test_a_question_a_wish_and_a_purpose_are_not_asserted() -> None:
    assert not any(each.asserted for each in read("Does the company sell boats?", "en"))
    assert not one("Ann asked the company to sell boats.", "en", "sell").asserted
    assert one("Ann asked the company to sell boats.", "en", "ask").asserted


def test_time_and_place_are_further_arguments() -> None:
    found = one("In 1999 Ann founded the company in Oslo.", "en", "found")
    assert [each.phrase.text for each in found.arguments] == ["the company", "in Oslo", "In 1999"]


def test_a_language_without_a_table_says_nothing() -> None:
    assert list(said(["Paris est la capitale de la France."], "fr")) == []


_WORDS = {
    "en": "the a Acme Ann and or who that which of in by to not may if unless sells sold was founded said company it , ; ( )",
    "es": "el la Ana y que de en por no puede si salvo vende fue fundada dijo empresa barcos se es lo , ; ( )",
}


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(["en", "es"]))
def test_every_word_stands_where_its_phrase_says(data: st.DataObject, language: str) -> None:
    words = st.sampled_from(_WORDS[language].split())
    sentence = " ".join(data.draw(st.lists(words, min_size=1, max_size=25)))
    for each in read(sentence, language):
        arguments = [argument.phrase for argument in each.arguments]
        for phrase in [each.subject, *arguments, *each.conditions, *([each.attributed] if each.attributed else [])]:
            _holds(sentence, phrase)
        if not each.implied:
            _holds(sentence, each.relation)


def _holds(sentence: str, phrase: Phrase) -> None:
    assert phrase.text == " ".join(sentence[span.start : span.end] for span in phrase.spans)
    assert list(phrase.spans) == sorted(phrase.spans, key=lambda span: span.start)
    assert phrase.span == Span(phrase.spans[0].start, phrase.spans[-1].end)
    assert set(re.findall(r"\w+", phrase.text)) <= set(re.findall(r"\w+", sentence))
