"""Dates: in digits and in words, whole and partial, relative only to a given present."""

from __future__ import annotations

import pytest

from contract.time import DAY, Interval, iso, parse
from language.dates import covered, find, read, show

NOW = parse("2026-06-10")


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "from 2026-03-01 on", ["2026-03-01"]),
        ("en", "in March 2024 and on 5 May 2020", ["2024-03", "2020-05-05"]),
        ("en", "March 1st, 2026; Sept. 5, 2020; the 2nd of June 2021", ["2026-03-01", "2020-09-05", "2021-06-02"]),
        ("es", "el 22 de enero de 1913 y en marzo del año 2020", ["1913-01-22", "2020-03"]),
        ("es", "primero de mayo de 2020, 1.º de enero de 2021", ["2020-05-01", "2021-01-01"]),
        ("en", "the 1st day of May, 2020", ["2020-05-01"]),
        ("es", "a los 5 días del mes de mayo de 2020", ["2020-05-05"]),
        ("es", "01/03/2026", ["2026-03-01"]),
        ("en", "01/03/2026", ["2026-01-03"]),
        ("en", "13/03/2026", ["2026-03-13"]),
        ("en", "in 2024 there were 2019 boxes", ["2024"]),
        ("es", "durante 2019", ["2019"]),
        ("es", "31 de febrero de 2020", []),
        ("en", "2026-02-30", []),
        ("en", "version 16.20.2 at 10:30, ext. 1234-56", []),
        ("en", "yesterday", []),
    ],
)
def test_dates_in_a_text(language: str, text: str, expected: list[str]) -> None:
    assert [each.value for each in find(text, language)] == expected


@pytest.mark.parametrize(
    ("language", "text", "start", "end"),
    [
        ("en", "yesterday", "2026-06-09", "2026-06-10"),
        ("en", "the day before yesterday", "2026-06-08", "2026-06-09"),
        ("en", "last year", "2025-01-01", "2026-01-01"),
        ("en", "3 months ago", "2026-03-01", "2026-04-01"),
        ("es", "el año pasado", "2025-01-01", "2026-01-01"),
        ("es", "hace dos semanas", "2026-05-25", "2026-06-01"),
        ("es", "el mes pasado", "2026-05-01", "2026-06-01"),
        ("es", "hoy", "2026-06-10", "2026-06-11"),
    ],
)
def test_relative_dates_need_a_present(language: str, text: str, start: str, end: str) -> None:
    assert find(text, language) == ()
    (found,) = find(f"¿Qué regía {text}?", language, NOW)
    assert (found.text, iso(found.interval.start), iso(found.interval.end)) == (text, start, end)


def test_what_a_partial_date_covers() -> None:
    assert covered("2024-02").end == parse("2024-03-01")
    assert covered("2024").start == parse("2024-01-01")
    assert covered("2024-12-31").end == parse("2025-01-01")
    assert covered("9999-12-31") == Interval(parse("9999-12-31"), parse("9999-12-31") + DAY)
    assert [each.value for each in find("Vence el 9999-12-31.", "es")] == ["9999-12-31"]


def test_one_date_and_nothing_else() -> None:
    assert read("1 de marzo de 2026", "en") is not None
    assert read("since March 2026", "en") is None
    year = read("2019", "en")
    assert year is not None
    assert year.value == "2019"


def test_a_date_as_its_reader_reads_it() -> None:
    assert show("2026-03-01", "en") == "1 March 2026"
    assert show("2026-03", "es") == "marzo de 2026"
    assert show("2026", "es") == "2026"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What event happened 66 million years ago?", "en"),
        ("What was there 3000 years ago?", "en"),
        ("It was 99999999999 days ago", "en"),
        ("¿Qué pasó hace 66 millones de años?", "es"),
        ("¿Qué había hace 40000 meses?", "es"),
    ],
)
def test_what_lies_before_the_first_year_is_no_date(text: str, language: str) -> None:
    assert find(text, language, NOW) == ()
