"""Dates in digits and words, exact or partial ("March 2026"), and relative ones where the present is given."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

import dateparser  # type: ignore[import-untyped]

from contract.records import Span
from contract.time import DAY, Instant, Interval, from_date, to_datetime
from language.numbers import flat, numbers
from language.tables import LANGUAGES, table

_DIGIT = re.compile(r"\d")
_ISO = re.compile(
    r"(?<![\w./:-])(\d{4})-(0[1-9]|1[0-2])"
    r"(?:-(0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?)?(?![\w/-])"
)
_NUMERIC = re.compile(r"(?<![\w./:,-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\w/-]|[.:,]\d)")
_YEAR_FIRST = re.compile(r"(?<![\w./:,-])(\d{4})[/.](0?[1-9]|1[0-2])[/.](0?[1-9]|[12]\d|3[01])(?![\w/-]|[.:,]\d)")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th|\.?[ºo°])(?!\w)")
_FIRST = re.compile(r"\bprimer[o]?\b|\bfirst\b")


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text: where it stands, the days it covers (half-open, UTC), and its words.

    ``value`` is ISO: a day, a month ("2026-03") or a year ("2026").
    """

    span: Span
    interval: Interval
    text: str
    value: str


def find(text: str, language: str, now: Instant | None = None) -> tuple[FoundDate, ...]:
    """The dates of a text in order, none inside another. "Yesterday" and the like only where ``now`` is given.

    A year alone counts after a word that makes it one ("in 2024", «durante 2019»).
    """
    if now is None and not _DIGIT.search(text):
        return ()
    found: list[FoundDate] = []
    for match in _ISO.finditer(text):
        _add(text, match.span(), _partial(*match.groups()), found)
    for match in _YEAR_FIRST.finditer(text):
        _add(text, match.span(), _partial(*match.groups()), found)
    for match in _NUMERIC.finditer(text):
        _add(text, match.span(), _in_order(match, language), found)
    folded = flat(text)
    for spoken in (language, *(other for other in LANGUAGES if other != language)):
        if spoken in LANGUAGES:
            _written(text, folded, spoken, found)
    if now is not None:
        _relative(text, folded, language, now, found)
    if language in LANGUAGES:
        for match in _year_pattern(language).finditer(folded):
            _add(text, match.span("year"), match.group("year"), found)
    return tuple(sorted(found, key=lambda each: each.span.start))


def read(raw: str, language: str) -> FoundDate | None:
    """The one date that this text is, or None. A year alone is a date here."""
    text = raw.strip().rstrip(".,;")
    if re.fullmatch(r"(?:1[5-9]|20|21)\d\d", text):
        return FoundDate(Span(0, len(text)), covered(text), text, text)
    return next((each for each in find(text, language) if (each.span.start, each.span.end) == (0, len(text))), None)


def covered(value: str) -> Interval:
    """The days that an ISO day, month or year covers, as a half-open interval."""
    year, month, day = (*(int(part) for part in value.split("-")), 0, 0)[:3]
    start = date(year, month or 1, day or 1)
    last = start if day else date(year, month or 12, monthrange(year, month or 12)[1])
    return Interval(from_date(start), from_date(last) + DAY)  # an instant may lie past the calendar's last day


def show(value: str, language: str) -> str:
    """An ISO day, month or year as a reader reads it: "1 March 2026", «1 de marzo de 2026»."""
    parts = value.split("-")
    if len(parts) == 1 or language not in LANGUAGES:
        return value
    month = str(table(language)["months"][int(parts[1]) - 1][0])
    if language == "en":
        month = month.capitalize()
    joint = " de " if language == "es" else " "
    words = [month, parts[0]] if len(parts) == 2 else [str(int(parts[2])), month, parts[0]]
    return joint.join(words)


def _add(text: str, place: tuple[int, int], value: str | None, found: list[FoundDate]) -> None:
    start, end = place
    if value is None or any(start < other.span.end and other.span.start < end for other in found):
        return
    found.append(FoundDate(Span(start, end), covered(value), text[start:end], value))


def _partial(year: str, month: str | None = None, day: str | None = None) -> str | None:
    try:
        checked = date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return checked.isoformat()[: 10 if day else 7 if month else 4]


def _in_order(match: re.Match[str], language: str) -> str | None:
    """01/03/2026: the day first or the month first, by the language unless a number settles it."""
    one, _, two, year = match.groups()
    if len(year) == 2:
        year = f"{'19' if int(year) >= 70 else '20'}{year}"
    month_first = bool(table(language).get("month_first", False))
    if int(one) > 12 or int(two) > 12:
        month_first = int(two) > 12
    return _partial(year, one, two) if month_first else _partial(year, two, one)


@lru_cache(maxsize=8)
def _month_patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Written dates with a day, and those with a month and a year alone."""
    names = sorted((flat(name) for month in table(language)["months"] for name in month), key=len, reverse=True)
    month = rf"(?P<month>{'|'.join(names)})\.?"
    day = r"(?P<day>\d{1,2}(?:st|nd|rd|th|\.?[ºo°])?|primero|first)"
    joint, year = r"(?:\s+(?:de|del|of)(?:\s+año)?)?[\s,-]+", r"(?P<year>\d{4})(?!\w|[.,]\d)"
    counted = r"(?:\s+(?:day|dias)(?=\s+(?:of|del?)\s))?(?:\s+del\s+mes(?=\s+de\s))?"  # «a los 5 días del mes de mayo»
    first = rf"(?<![\w./-])(?:the\s+)?{day}{counted}(?:\s+(?:de|of))?[\s-]+{month}{joint}{year}"
    second = rf"(?<!\w){month}\s+(?P<day2>\d{{1,2}}(?:st|nd|rd|th)?),?\s+(?P<year2>\d{{4}})(?!\w|[.,]\d)"
    unnamed = second.replace("?P<month>", "?P<month2>")
    return re.compile(f"{first}|{unnamed}"), re.compile(rf"(?<!\w)(?<!\d )(?<!\d de ){month}{joint}{year}")


@lru_cache(maxsize=8)
def _year_pattern(language: str) -> re.Pattern[str]:
    cues = "|".join(table(language)["year_cues"].split())
    return re.compile(rf"(?<!\w)(?:{cues})\s+(?P<year>(?:1[89]|20)\d\d)(?!\w|[.,/-]\d|\s*%)")


def _written(text: str, folded: str, language: str, found: list[FoundDate]) -> None:
    days, months = _month_patterns(language)
    for match in days.finditer(folded):
        if moment := _parsed(match.group(), language):
            _add(text, match.span(), moment.date().isoformat(), found)
    for match in months.finditer(folded):
        if moment := _parsed(match.group(), language):
            _add(text, match.span(), moment.date().isoformat()[:7], found)


@lru_cache(maxsize=4096)
def _parsed(words: str, language: str) -> datetime | None:
    """One short span, its language given: what dateparser is good at."""
    settings = {
        "PREFER_DAY_OF_MONTH": "first",
        "RETURN_AS_TIMEZONE_AWARE": False,
        "RELATIVE_BASE": datetime(2000, 1, 1),
    }
    plain = _FIRST.sub("1", _ORDINAL.sub("", words.removeprefix("the ")))
    plain = re.sub(r"\b(?:day|dias)\b|\bdel mes\b", "", plain)
    plain = re.sub(r"\bdel?( año)?\b|\bof\b", "de" if language == "es" else "", plain)
    moment: datetime | None = dateparser.parse(plain, languages=[language], settings=settings)
    return moment


def _relative(text: str, folded: str, language: str, now: Instant, found: list[FoundDate]) -> None:
    base = to_datetime(now)
    if base is None or language not in LANGUAGES:
        return
    today = base.date()
    for unit, phrases in table(language)["relative_dates"].items():
        for phrase, steps in phrases.items():
            for match in re.finditer(rf"(?<!\w)(?<!la ){re.escape(flat(phrase))}(?!\w)", folded):
                _add_interval(text, match.span(), _moved(today, unit, int(steps)), found)
    before, after = (re.escape(part) for part in table(language)["ago"])
    for unit in ("day", "week", "month", "year"):
        names = "|".join(flat(name) for name in table(language)["unit_words"][unit][:2])
        for match in re.finditer(rf"(?<!\w){before}((?:[\w]+ ){{0,2}}?[\w]+) (?:{names}){after}(?!\w)", folded):
            counted = numbers(match.group(1), language)
            if counted and counted[-1].end == len(match.group(1)):
                start = match.start() if before else match.start(1) + counted[-1].start
                steps = int(counted[-1].value)
                if (steps + 1) * _DAYS[unit] <= (today - date.min).days:  # else it is before year 1: no date
                    _add_interval(text, (start, match.end()), _moved(today, unit, -steps), found)


_DAYS = {"day": 1, "week": 7, "month": 31, "year": 366}  # at most, of one unit


def _moved(today: date, unit: str, steps: int) -> str:
    """The day, month or year so many steps from today; a week is named by its Monday."""
    if unit == "day":
        return (today + timedelta(days=steps)).isoformat()
    if unit == "week":
        return f"{(today - timedelta(days=today.weekday()) + timedelta(weeks=steps)).isoformat()}/week"
    if unit == "month":
        months = today.year * 12 + today.month - 1 + steps
        return f"{months // 12:04d}-{months % 12 + 1:02d}"
    return f"{today.year + steps:04d}"


def _add_interval(text: str, place: tuple[int, int], value: str, found: list[FoundDate]) -> None:
    start, end = place
    if any(start < other.span.end and other.span.start < end for other in found):
        return
    iso, _, week = value.partition("/")
    days = covered(iso)
    if week:
        days = Interval(days.start, days.start + 7 * (days.end - days.start))
    found.append(FoundDate(Span(start, end), days, text[start:end], iso))
