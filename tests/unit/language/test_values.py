"""Values: one meaning, one literal, however it is written."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.records import Datatype, Literal
from language.numbers import decimal, show_number
from language.values import amounts, fits, more_precise, parse, same, show


def meaning(literal: Literal) -> tuple[str, str, str | None, str | None]:
    return literal.datatype.value, literal.value, literal.unit, literal.high


@pytest.mark.parametrize(
    ("language", "written", "expected"),
    [
        ("en", "14 days", ("quantity", "14", "day", None)),
        ("en", "two weeks", ("quantity", "14", "day", None)),
        ("es", "catorce días", ("quantity", "14", "day", None)),
        ("es", "14 d", ("quantity", "14", "day", None)),
        ("es", "14 días hábiles", ("quantity", "14", "business_day", None)),
        ("en", "a 14-day window", ("text", "a 14-day window", None, None)),
        ("es", "1.200,50 €", ("money", "1200.5", "EUR", None)),
        ("en", "EUR 1,200.50", ("money", "1200.5", "EUR", None)),
        ("es", "1.200 €", ("money", "1200", "EUR", None)),
        ("en", "1.200 kg", ("quantity", "1.2", "kg", None)),
        ("es", "1 200,50 €", ("money", "1200.5", "EUR", None)),
        ("en", "$40", ("money", "40", "$", None)),
        ("en", "US$ 40", ("money", "40", "USD", None)),
        ("es", "1,2 millones de euros", ("money", "1200000", "EUR", None)),
        ("es", "1,20 EUR/kg", ("money", "1.2", "EUR/kg", None)),
        ("en", "500 g", ("quantity", "0.5", "kg", None)),
        ("es", "21%", ("percent", "21", "%", None)),
        ("es", "doce (12) meses", ("quantity", "12", "month", None)),
        ("en", "(12) twelve months", ("quantity", "12", "month", None)),
        ("es", "quince (15) días hábiles", ("quantity", "15", "business_day", None)),
        ("en", "twelve (14) months", ("text", "twelve 14 months", None, None)),
        ("en", "1 year and 6 months", ("quantity", "18", "month", None)),
        ("es", "1 hora y 30 minutos", ("quantity", "1.5", "hour", None)),
        ("es", "dos horas y media", ("quantity", "2.5", "hour", None)),
        ("en", "two and a half hours", ("quantity", "2.5", "hour", None)),
        ("en", "1½ hours", ("quantity", "1.5", "hour", None)),
        ("en", "half a year", ("quantity", "6", "month", None)),
        ("en", "a fortnight", ("quantity", "14", "day", None)),
        ("es", "una quincena", ("quantity", "15", "day", None)),
        ("en", "$ 1.5 million", ("money", "1500000", "$", None)),
        ("en", "US$1.5M", ("money", "1500000", "USD", None)),
        ("es", "2 mil millones de euros", ("money", "2000000000", "EUR", None)),
        ("en", "€5 per kg", ("money", "5", "EUR/kg", None)),
        ("es", "30 € al mes", ("money", "30", "EUR/month", None)),
        ("es", "5–7 %", ("range", "5", "%", "7")),
        ("en", "5%-7%", ("range", "5", "%", "7")),
        ("es", "del 5 al 7 %", ("range", "5", "%", "7")),
        ("es", "entre 10 y 20 kg", ("range", "10", "kg", "20")),
        ("es", "20 ± 2 °C", ("range", "18", "°C", "22")),
        ("es", "al menos 3", ("number", "3", None, None)),
        ("en", "up to 30 days", ("quantity", "30", "day", None)),
        ("en", "10 kg or more", ("quantity", "10", "kg", None)),
        ("es", "cinco por ciento", ("percent", "5", "%", None)),
        ("en", "10-20", ("range", "10", None, "20")),
        ("es", "2 a 8 °C", ("range", "2", "°C", "8")),
        ("en", "between 2 and 8 °C", ("range", "2", "°C", "8")),
        ("en", "35.6-46.4 °F", ("range", "2", "°C", "8")),
        ("es", "-18 a -22 °C", ("range", "-22", "°C", "-18")),
        ("es", "Sí", ("boolean", "true", None, None)),
        ("en", "no", ("boolean", "false", None, None)),
        ("es", "1 de marzo de 2026", ("date", "2026-03-01", None, None)),
        ("en", "March 2026", ("date", "2026-03", None, None)),
        ("en", "SPARK-44581", ("code", "SPARK-44581", None, None)),
        ("en", "16.20.2", ("code", "16.20.2", None, None)),
        ("en", "0042", ("code", "0042", None, None)),
        ("es", "Ana Ruíz", ("text", "ana ruiz", None, None)),
    ],
)
def test_a_value_is_read_in_its_language(language: str, written: str, expected: tuple[str, ...]) -> None:
    assert meaning(parse(written, language)) == expected


def test_a_value_is_read_as_its_datatype_or_comes_back_as_text() -> None:
    assert meaning(parse("2026", "en", Datatype.DATE)) == ("date", "2026", None, None)
    assert meaning(parse("within 14 days of delivery", "en", Datatype.QUANTITY)) == ("quantity", "14", "day", None)
    assert meaning(parse("12 cajas", "es", Datatype.QUANTITY)) == ("quantity", "12", "cajas", None)
    assert parse("14 or 30 days", "en", Datatype.QUANTITY).datatype is Datatype.TEXT
    assert not fits(parse("see the annex", "en", Datatype.QUANTITY), Datatype.QUANTITY)
    assert meaning(parse("ABC-1", "en", Datatype.CODE)) == ("code", "ABC-1", None, None)


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("14 days", "2 weeks", True),
        ("12 months", "1 year", True),
        ("1 month", "30 days", False),
        ("10 days", "10 working days", False),
        ("14 days", "14", False),
        ("10 EUR", "10 USD", False),
        ("9.99 EUR", "10 EUR", False),
        ("10-20 days", "14 days", True),
        ("10-20 days", "21 days", False),
        ("2026-03-01", "March 2026", True),
        ("2026-03-01", "April 2026", False),
        ("Ana Ruiz", "ana ruíz", True),
        ("año", "ano", False),
        ("AÑO-7", "ANO-7", False),
        ("abc-7", "ABC-7", False),
        ("yes", "no", False),
        ("up to 30 days", "30 days", True),  # a limit is told as the number that it names
        ("at least 3", "at most 3", False),
        ("at least 3", "3 or more", True),
        ("more than 5 kg", "5 kg", False),
        ("no more than 5 kg", "up to 5 kg", True),
    ],
)
def test_two_values_agree_if_both_can_be_exact(one: str, other: str, agree: bool) -> None:
    a, b = parse(one, "en"), parse(other, "en")
    assert same(a, b) is same(b, a) is agree


def test_ranges_of_a_range_predicate_agree_only_when_equal() -> None:
    wide, narrow, celsius = (parse(text, "en") for text in ("2-8 °C", "3-5 °C", "35.6-46.4 °F"))
    assert not same(wide, narrow, Datatype.RANGE)
    assert not same(wide, parse("5 °C", "en"), Datatype.RANGE)
    assert same(wide, celsius, Datatype.RANGE)


def test_the_more_precise_of_two_that_agree() -> None:
    assert more_precise(parse("14 days", "en"), parse("10-20 days", "en"))
    assert more_precise(parse("2026-03-01", "en"), parse("2026-03", "en"))
    assert not more_precise(parse("14 days", "en"), parse("2 weeks", "en"))


def test_amounts_are_found_where_they_stand() -> None:
    text = "El plazo es de catorce días naturales desde el 3 de marzo de 2026, con 21 % de IVA y 1.200 euros."
    found = amounts(text, "es")
    assert [text[span.start : span.end] for span, _ in found] == [
        "catorce días naturales",
        "3 de marzo de 2026",
        "21 %",
        "1.200 euros",
    ]
    assert [literal.unit for _, literal in found] == ["day", None, "%", "EUR"]


@pytest.mark.parametrize(
    "text", ["SPARK-44581", "v1.2", "16.20.2", "at 10:30", "91-123-4567", "one of them", "ley 39/2015"]
)
def test_codes_versions_times_and_articles_are_no_amounts(text: str) -> None:
    assert amounts(text, "en") == []


@pytest.mark.parametrize(
    ("written", "english", "spanish"),
    [
        ("two weeks", "14 days", "14 días"),
        ("1 day", "1 day", "1 día"),
        ("1,200.50 EUR", "EUR 1,200.50", "1.200,50 EUR"),
        ("53 mm", "53 mm", "53 mm"),
        ("24 months", "2 years", "2 años"),
        ("18 months", "18 months", "18 meses"),
        ("2-8 °C", "2–8 °C", "2–8 °C"),
        ("2026-03-01", "1 March 2026", "1 de marzo de 2026"),
        ("yes", "yes", "sí"),
        ("21%", "21%", "21 %"),
    ],
)
def test_a_value_is_shown_as_its_reader_reads_it(written: str, english: str, spanish: str) -> None:
    literal = parse(written, "en")
    assert (show(literal, "en"), show(literal, "es")) == (english, spanish)


@given(
    number=st.decimals(min_value=0, max_value=10**9, places=2),
    language=st.sampled_from(["en", "es"]),
    unit=st.sampled_from(["days", "kg", "EUR", "°C", "%", "meses"]),
)
def test_what_is_shown_is_read_back_as_the_same_value(number: object, language: str, unit: str) -> None:
    literal = parse(f"{show_number(Fraction(str(number)), language)} {unit}", language)
    again = parse(show(literal, language), language)
    assert same(literal, again)
    assert decimal(Fraction(str(number))) in (literal.value, again.value)
    assert literal.unit == again.unit


@given(st.text(max_size=60), st.sampled_from(["en", "es"]))
def test_any_text_has_a_value_and_its_amounts_do_not_overlap(text: str, language: str) -> None:
    literal = parse(text, language)
    assert literal.raw == text
    assert same(literal, literal)
    found = amounts(text, language)
    assert all(one.end <= other.start for (one, _), (other, _) in pairwise(found))
    assert all(text[span.start : span.end].strip() for span, _ in found)


WORDS = {
    "en": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    "es": ["un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"],
}
DURATIONS = {  # unit: (what it is kept in, how many of it, spelled in English, in Spanish)
    "day": ("day", 1, "days", "días"),
    "week": ("day", 7, "weeks", "semanas"),
    "business_day": ("business_day", 1, "working days", "días hábiles"),
    "month": ("month", 1, "months", "meses"),
    "year": ("month", 12, "years", "años"),
    "hour": ("hour", 1, "hours", "horas"),
}
COINS = ("EUR", "USD", "GBP", "UYU", "MXN")


@given(st.integers(1, 12), st.sampled_from(sorted(DURATIONS)))
def test_a_duration_is_one_value_in_every_notation(count: int, unit: str) -> None:
    base, each, english, spanish = DURATIONS[unit]
    said = [
        parse(f"{count} {english}", "en"),
        parse(f"{WORDS['en'][count - 1]} ({count}) {english}", "en"),
        parse(f"{WORDS['es'][count - 1]} {spanish}", "es"),
        parse(f"{count} {spanish}", "es"),
        parse(f"{WORDS['es'][count - 1]} ({count}) {spanish}", "es"),
    ]
    assert {(one.value, one.unit) for one in said} == {(str(count * each), base)}
    assert all(same(one, other) for one, other in pairwise(said))


@given(st.integers(1, 400), st.sampled_from(sorted(DURATIONS)), st.sampled_from(sorted(DURATIONS)))
def test_durations_of_kinds_that_do_not_convert_never_agree(count: int, one: str, other: str) -> None:
    a, b = (parse(f"{count} {DURATIONS[unit][2]}", "en") for unit in (one, other))
    same_kind = DURATIONS[one][0] == DURATIONS[other][0]
    assert same(a, b) is (same_kind and DURATIONS[one][1] == DURATIONS[other][1])


@given(st.integers(1, 9_999_999), st.integers(0, 99), st.sampled_from(COINS), st.sampled_from(COINS))
def test_a_sum_is_one_value_in_every_notation_and_one_currency(whole: int, cents: int, coin: str, other: str) -> None:
    english = f"{whole:,}.{cents:02d}"
    spanish = english.replace(",", " ").replace(".", ",").replace(" ", ".")
    said = [
        parse(f"{coin} {english}", "en"),
        parse(f"{spanish} {coin}", "es"),
        parse(f"{whole}.{cents:02d} {coin}", "en"),
    ]
    assert {(one.value, one.unit) for one in said} == {(decimal(Fraction(whole * 100 + cents, 100)), coin)}
    assert same(said[0], parse(f"{spanish} {other}", "es")) is (coin == other)
    assert not same(said[0], parse(english, "en"))


@given(st.integers(0, 99), st.integers(1, 99), st.sampled_from(["kg", "%", "°C", "days"]))
def test_a_range_is_one_value_in_every_notation(low: int, width: int, unit: str) -> None:
    high, spoken = low + width, "días" if unit == "days" else unit
    said = [
        parse(f"{low}-{high} {unit}", "en"),
        parse(f"{low}–{high} {unit}", "en"),
        parse(f"between {low} and {high} {unit}", "en"),
        parse(f"from {low} to {high} {unit}", "en"),
        parse(f"entre {low} y {high} {spoken}", "es"),
        parse(f"de {low} a {high} {spoken}", "es"),
        parse(f"del {low} al {high} {spoken}", "es"),
    ]
    assert len({meaning(one) for one in said}) == 1
    assert all(same(one, said[0], Datatype.RANGE) for one in said)


def test_a_limit_is_shown_as_one() -> None:
    assert show(parse("no más de 30 días", "es"), "en") == "up to 30 days"
    assert show(parse("at least 3 kg", "en"), "es") == "al menos 3 kg"


def test_a_sum_some_time_later_is_no_rate() -> None:
    assert [literal.unit for _, literal in amounts("He paid 5 EUR a week later and 5 EUR a week.", "en")] == [
        "EUR",
        "EUR/day",
    ]
