"""Numbers with their units as they stand in a text: quantities, sums of money, compounds ("1 h 30 min") and ranges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from language.numbers import Number, flat, multiplier, numbers
from language.tables import LANGUAGES, table
from language.units import Unit, currency_before, per_words, unit_at

_BEFORE_UNIT = re.compile(r"-|[ \u00a0\u202f]{1,2}(?:de )?")
_HYPHEN = re.compile(r"\s*[-–—]\s*")
_TOLERANCE = re.compile(r"\s*(?:±|\+/-)\s*")
_BEFORE = 60  # signs before a measure in which a word that opens a range may stand
_LETTERS = re.compile(r"[^\W\d_]+")
_MAGNITUDES = {"k": 10**3, "m": 10**6, "mm": 10**6, "mn": 10**6, "bn": 10**9}
_MAGNITUDE = re.compile(r"(k|mm|mn|m|bn)(?!\w)", re.IGNORECASE)  # stuck to a sum of money: "US$1.5M"
_BEFORE_SIGN = re.compile(r"\s?(k|mm|m)(?=\s?[€$£])", re.IGNORECASE)  # «1,5 M€»


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in its unit's base, or two as a range, and where it stands."""

    start: int
    end: int
    low: Fraction
    high: Fraction | None
    unit: Unit | None


def amounts_of(text: str, language: str) -> list[Amount]:
    """Every number of a text with its unit, those that belong together joined, in order, none inside another."""
    return _ranges(text, _compounds(text, _measures(text, language), language), language)


# -- one number -----------------------------------------------------------------------------------------------------
def _measures(text: str, language: str) -> list[Amount]:
    """Numbers with the currency before them or the unit after them. A number stuck to other letters is a code."""
    found: list[Amount] = []
    for number in _once(numbers(text, language), text):
        value, start, end = number.value, number.start, number.end
        if found and start < found[-1].end:
            continue
        before = currency_before(text, start)
        value, end = _magnified(text, value, end, language, money=before is not None)
        value, end = _with_half(text, value, end, language)
        unit, after = _unit_after(text, end)
        if unit is None and before is not None:
            unit, start = before
            unit, after = _each(text, unit, end)
        if unit is None and (number.bare_one or re.match(r"-?[^\W\d_]|_", text[end:])):
            continue
        measured = Amount(start, after if unit else end, unit.to_base(value) if unit else value, None, unit)
        found.append(_and_half(text, measured, language))
    return found


def _once(found: Sequence[Number], text: str) -> list[Number]:
    """A number that is written in words and in figures, one of them in brackets, is one: «doce (12) meses»."""
    kept: list[Number] = []
    for number in found:
        before = kept[-1] if kept else None
        between = text[before.end : number.start].replace(" ", "") if before else ""
        if before and before.value == number.value and between in ("(", ")"):
            start = before.start if between == "(" else before.start - (text[before.start - 1 : before.start] == "(")
            closed = text[number.end : number.end + 1] == ")"
            kept[-1] = Number(start, number.end + closed, number.value)
        else:
            kept.append(number)
    return kept


def _magnified(text: str, value: Fraction, end: int, language: str, *, money: bool) -> tuple[Fraction, int]:
    """With the factors after it: "3 mil", "2 mil millones", and letters for them where it is a sum of money."""
    if text[end - 1 : end].isdigit():
        while times := multiplier(text, end, language):
            value, end = value * times[0], times[1]
        sign = (_MAGNITUDE.match(text, end) if money else None) or _BEFORE_SIGN.match(text, end)
        if sign:
            value, end = value * _MAGNITUDES[sign.group(1).lower()], sign.end()
    return value, end


def _with_half(text: str, value: Fraction, end: int, language: str) -> tuple[Fraction, int]:
    """ "two and a half hours": a half between the number and its unit."""
    match = _phrase(language, "half_before_unit").match(flat(text), end)
    return (value + Fraction(1, 2), match.end()) if match else (value, end)


def _and_half(text: str, measured: Amount, language: str) -> Amount:
    """«dos horas y media»: a half after the unit."""
    match = _phrase(language, "half_after_unit").match(flat(text), measured.end)
    if match is None or measured.unit is None:
        return measured
    return replace(measured, end=match.end(), low=measured.low + measured.unit.factor / 2)


@lru_cache(maxsize=32)
def _phrase(language: str, name: str) -> re.Pattern[str]:
    said = table(language).get(name, "")
    return re.compile(rf"\s+(?:{said})(?!\w)" if said else r"(?!)")


# -- its unit -------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def _per() -> re.Pattern[str]:
    return re.compile(rf"\s?/\s?|\s(?:{'|'.join(per_words())})\s")


@lru_cache(maxsize=1)
def _per_money() -> re.Pattern[str]:
    """After a sum also "a", "each", «al», «cada»: "$5 a month", «30 € al mes»."""
    said = "|".join(str(table(language)["per_money"]) for language in LANGUAGES)
    return re.compile(rf"\s?/\s?|\s(?:{'|'.join(per_words())}|{said})\s")


@lru_cache(maxsize=1)
def _not_each() -> re.Pattern[str]:
    """What makes "a week" after a sum a time and no rate: "5 euros a week later"."""
    return re.compile(rf"\s+(?:{'|'.join(str(table(language)['not_each']) for language in LANGUAGES)})(?!\w)|\s+\d")


def _unit_after(text: str, at: int) -> tuple[Unit | None, int]:
    """The unit that follows a number, and "per" another: "€/kg", «euros por caja» only where the latter is a unit."""
    gap = _BEFORE_UNIT.match(text, at)
    found = unit_at(text, gap.end() if gap else at)
    return _each(text, *found) if found else (None, at)


def _each(text: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """The unit for one of another, where that is said just here."""
    slash = (_per_money() if unit.money else _per()).match(flat(text), end)
    if slash is None:
        return unit, end
    plain = "/" in slash.group() or _per().fullmatch(slash.group())
    if other := unit_at(text, slash.end()):
        return (unit, end) if not plain and _not_each().match(flat(text), other[1]) else (unit.over(other[0]), other[1])
    word = _LETTERS.match(text, slash.end())
    if word and "/" in slash.group():
        name = flat(word.group())
        return unit.over(Unit(name, name)), word.end()
    return unit, end


# -- what belongs together ------------------------------------------------------------------------------------------
def _compounds(text: str, measures: Sequence[Amount], language: str) -> list[Amount]:
    """Join what is said in two units of one kind, the smaller one after: "1 year and 6 months", "1 h 30 min"."""
    found: list[Amount] = []
    for amount in measures:
        before = found[-1] if found else None
        if before and _continues(text, before, amount, language):
            found[-1] = Amount(before.start, amount.end, before.low + amount.low, None, amount.unit)
        else:
            found.append(amount)
    return found


def _continues(text: str, one: Amount, other: Amount, language: str) -> bool:
    if one.unit is None or other.unit is None or one.unit.money or one.unit.shift or one.unit.base != other.unit.base:
        return False
    tables = table(language)
    between = flat(text[one.end : other.start])
    opener = tables.get("range_between", [""])[0]
    is_range = opener and re.search(rf"(?<!\w){opener}\s+$", flat(text[max(0, one.start - _BEFORE) : one.start]))
    joined = between.isspace() or between.strip() == tables.get("number_joiner")
    smaller = other.unit.factor < one.unit.factor and 0 <= other.low < one.unit.factor
    return bool(joined and smaller and not is_range and between[:1].isspace())


def _ranges(text: str, measures: Sequence[Amount], language: str) -> list[Amount]:
    """Join two measures that make a range: "10-20 days", «entre 2 y 8 °C», "from 2 to 8", "20 ± 2 °C"."""
    found: list[Amount] = []
    for amount in measures:
        before = found[-1] if found and found[-1].high is None else None
        if before and (around := _around(text, before, amount)):
            found[-1] = around
            continue
        opened = _opened(text, before, amount, language) if before else None
        if before is None or opened is None or not _comparable(before.unit, amount.unit):
            found.append(amount)
            continue
        unit = amount.unit or before.unit
        low = before.low if before.unit or not unit else unit.to_base(before.low)
        if low == amount.low or (low > amount.low and _HYPHEN.fullmatch(text[before.end : amount.start])):
            found.append(amount)
            continue
        found[-1] = Amount(opened, amount.end, min(low, amount.low), max(low, amount.low), unit)
    return found


def _around(text: str, one: Amount, other: Amount) -> Amount | None:
    """A value with its tolerance, as the range that it is."""
    unit = other.unit or one.unit
    if not _TOLERANCE.fullmatch(text[one.end : other.start]) or (unit and unit.shift) or other.low < 0:
        return None
    if one.unit and other.unit and one.unit.base != other.unit.base:
        return None
    middle, width = (each.low if each.unit or not unit else unit.to_base(each.low) for each in (one, other))
    return Amount(one.start, other.end, middle - width, middle + width, unit)


def _comparable(first: Unit | None, second: Unit | None) -> bool:
    """Whether two ends can share a unit: "5 to 10 kg", "$5 to $10" and "EUR 5-10", "5 g to 1 kg", but not "5 kg to 10"."""
    return first is None or (second is None and first.money) or (second is not None and first.base == second.base)


def _opened(text: str, one: Amount, other: Amount, language: str) -> int | None:
    """Where the range starts that these two measures make with the words around them, or None."""
    tables = table(language)
    between = flat(text[one.end : other.start])
    if _HYPHEN.fullmatch(between):
        return one.start
    opener, joint = tables.get("range_between", ["", ""])
    shift = max(0, one.start - _BEFORE)
    head = flat(text[shift : one.start])
    if joint and between.strip() == joint and (match := re.search(rf"(?<!\w){opener}\s+$", head)):
        return shift + match.start()
    if between.strip() not in tables.get("range_words", []) or not between[:1].isspace():
        return None
    openers = "|".join(tables.get("range_openers", []))
    match = re.search(rf"(?<!\w)(?:{openers})\s+$", head) if openers else None
    return shift + match.start() if match else one.start
