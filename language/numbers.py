"""Numbers in digits and in words, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from unicodedata import numeric

from language.tables import table
from language.words import fold

_THIN = "[\u00a0\u202f\u2009'’]"  # what stands between groups of three besides a point or a comma
_DIGITS = (
    r"(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|"
    rf"\d{{1,3}}(?:(?:{_THIN}\d{{3}})+|(?: \d{{3}}){{2,}})(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?!\d)"
)
_RUN = re.compile(
    rf"(?<![\w.,:/#^])(?<![^\W\d]-)(?P<sign>(?<![\w)%‰°€$£])[-−])?{_DIGITS}(?:\s?[-–—]\s?{_DIGITS})*(?![.,:/]\d|[-–]\d)"
)
_PART = re.compile(_DIGITS)
_DIGIT = re.compile(r"\d")
_ANY_WORD = re.compile(r"\w+")
_WORD = re.compile(r"(?<!\w)[a-zñ]+(?!\w)")
_FRACTION = re.compile(r"(?<![\w.,/])(?P<whole>\d{1,3})?\s?(?P<part>[¼½¾⅓⅔⅛⅜⅝⅞])(?!\w)")
_PLACES = 10  # decimals kept of a value without an end, such as a third


@dataclass(frozen=True, slots=True)
class Number:
    """A number and where it stands. ``bare_one`` marks an article ("un", "one") that counts only before a unit."""

    start: int
    end: int
    value: Fraction
    bare_one: bool = False


@lru_cache(maxsize=16384)
def flat(text: str) -> str:
    """Letters folded one for one, so that offsets hold; everything else as it is."""
    if text.isascii():
        return text.lower()
    return "".join((fold(char)[:1] or char) if char.isalpha() else char for char in text)


def numbers(text: str, language: str) -> list[Number]:
    """The numbers of a text in order. Codes, versions, telephone numbers and times of day are none."""
    folded = flat(text)
    found = [*_halves(text, folded, language), *_in_digits(text, language), *_in_words(folded, language)]
    return sorted(found, key=lambda number: (number.start, -number.end))


def multiplier(text: str, at: int, language: str) -> tuple[int, int] | None:
    """The factor named just after a number in digits ("3 mil", "1,2 millones") and where it ends."""
    match = re.compile(r"\s+([a-zñ]+)").match(flat(text), at)
    factor = _vocabulary(language)[1].get(match.group(1)) if match else None
    return (factor, match.end()) if match and factor and factor >= 1000 else None


def decimal(value: Fraction) -> str:
    """The canonical form: digits with a point, no needless zeros."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    if rest != 1:
        exact = round(exact, _PLACES)
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def show_number(value: Fraction, language: str, *, places: int | None = None, grouped: bool = False) -> str:
    """The number as a reader of the language writes it, with at least ``places`` decimals if it has any."""
    whole, _, part = decimal(value).partition(".")
    if places is not None and part:
        part = part.ljust(places, "0")
    mark = table(language).get("decimal_mark", ".")
    if grouped:
        whole = f"{int(whole):,}".replace(",", "." if mark == "," else ",") if whole not in ("-0", "") else whole
    return f"{whole}{mark}{part}" if part else whole


def _halves(text: str, folded: str, language: str) -> list[Number]:
    """Parts of one: "1½", and before a unit "half a", «media»."""
    signs = () if text.isascii() else _FRACTION.finditer(text)
    found = [
        Number(
            match.start(), match.end(), int(match["whole"] or 0) + Fraction(numeric(match["part"])).limit_denominator(8)
        )
        for match in signs
    ]
    for words, parts in table(language).get("halves", {}).items():
        if words in folded:
            for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", folded):
                found.append(Number(match.start(), match.end(), Fraction(1, int(parts)), True))
    return found


def _in_digits(text: str, language: str) -> list[Number]:
    found: list[Number] = []
    if not _DIGIT.search(text):
        return found
    for run in _RUN.finditer(text):
        parts = list(_PART.finditer(text, run.start(), run.end()))
        if len(parts) > 2:
            continue
        for part in parts:
            negative = part is parts[0] and run.group("sign")
            value = _value(part.group(), language)
            found.append(Number(part.start() - bool(negative), part.end(), -value if negative else value))
    return found


def _value(digits: str, language: str) -> Fraction:
    """The value of digits with separators; a lone separator before three digits is read by the language."""
    digits = re.sub(rf"{_THIN}| ", "", digits)
    point, comma = digits.count("."), digits.count(",")
    mark = table(language).get("decimal_mark", ".")
    if point and comma:
        mark = "." if digits.rindex(".") > digits.rindex(",") else ","
    elif point > 1 or comma > 1:
        mark = ""
    elif point or comma:
        sign = "." if point else ","
        before, after = digits.split(sign)
        if len(after) != 3 or before == "0" or len(before) > 3:
            mark = sign
        elif sign != mark:
            mark = ""
    whole, _, part = digits.partition(mark) if mark else (digits, "", "")
    whole = whole.replace(".", "").replace(",", "")
    return Fraction(f"{whole}.{part}" if part else whole)


@lru_cache(maxsize=8)
def _vocabulary(language: str) -> tuple[dict[str, int], dict[str, int], str, frozenset[str]]:
    words = table(language)
    return (
        dict(words.get("numbers", {})),
        dict(words.get("multipliers", {})),
        words.get("number_joiner", ""),
        frozenset(words.get("bare_ones", "").split()),
    )


def _in_words(text: str, language: str) -> list[Number]:
    units, multipliers, joiner, bare_ones = _vocabulary(language)
    if units.keys().isdisjoint(said := _ANY_WORD.findall(text)) and multipliers.keys().isdisjoint(said):
        return []
    tokens = list(_WORD.finditer(text))
    found: list[Number] = []
    at = 0
    while at < len(tokens):
        word = tokens[at].group()
        if word not in units and word not in multipliers:
            at += 1
            continue
        total, current = _add(0, 0, word, units, multipliers) or (0, 0)
        first, at = at, at + 1
        while at < len(tokens) and _joined(text, tokens[at - 1], tokens[at]):
            skip = tokens[at].group() == joiner and at + 1 < len(tokens) and _joined(text, tokens[at], tokens[at + 1])
            grown = _add(total, current, tokens[at + skip].group(), units, multipliers)
            if grown is None:
                break
            total, current = grown
            at += 1 + skip
        bare = at - first == 1 and word in bare_ones
        found.append(Number(tokens[first].start(), tokens[at - 1].end(), Fraction(total + current), bare))
    return found


def _joined(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    between = text[one.end() : other.start()]
    return between == "-" or (between.isspace() and "\n" not in between)


def _add(
    total: int, current: int, word: str, units: dict[str, int], multipliers: dict[str, int]
) -> tuple[int, int] | None:
    """The sum so far with one more word, or None if the word starts another number."""
    if word in multipliers:
        factor = multipliers[word]
        if factor == 100:
            return (total, max(current, 1) * 100) if current < 100 else None
        if total and total % factor == 0 and total < factor * 1000 and current == 0:
            return None
        return total + max(current, 1) * factor, 0
    value = units.get(word)
    if value is None:
        return None
    fits = (
        current == 0
        or (value < 10 and current % 10 == 0 and current % 100 >= 20)
        or (value < 100 and current >= 100 and current % 100 == 0)
    )
    return (total, current + value) if fits else None
