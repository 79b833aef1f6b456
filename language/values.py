"""Values: what is written becomes a normalised literal with its unit, and back.

Numbers in digits or words, quantities, money, percents, dates, ranges, booleans, codes and text. A lone separator is
read by the document's language ("1.200" is 1200 in Spanish, 1.2 in English).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from contract.records import NUMERIC, Datatype, Literal, Span
from language import dates
from language.bounds import Bound, bare_of_bounds, bound, compatible
from language.measures import Amount, amounts_of
from language.numbers import decimal, flat, show_number
from language.tables import LANGUAGES, table
from language.units import for_reader, is_money, unit_at, unit_name
from language.words import fold, words

_WORDED = (Datatype.TEXT, Datatype.ENTITY)
_CODE = re.compile(r"(?=[^\s]*\d)[\w][\w.\-_/#+:]*")
_PADDED = re.compile(r"0\d+")  # a number with leading zeros is a code
_ONE_WORD = re.compile(r" ([^\W\d_]+)\.?")  # "12 cajas": a unit that no table knows


@lru_cache(maxsize=65536)
def parse(raw: str, language: str, datatype: Datatype | None = None) -> Literal:
    """Read one value as its datatype, or as what it looks like. What cannot be read as asked comes back as ``TEXT``."""
    text = raw.strip()
    if datatype is Datatype.CODE:
        return Literal(Datatype.CODE, text, raw=raw)
    if datatype in _WORDED:
        return Literal(datatype or Datatype.TEXT, _folded(text), raw=raw)
    if datatype in (None, Datatype.BOOLEAN) and (truth := _truth(text, language)):
        return Literal(Datatype.BOOLEAN, truth, raw=raw)
    if datatype in (None, Datatype.DATE) and (found := _date(text, language, datatype)):
        return Literal(Datatype.DATE, found, raw=raw)
    if datatype is None or datatype in NUMERIC:
        literal = _amount(_article_as_one(text, language), language, whole=datatype is None)
        if literal is None and (stated := bare_of_bounds(text, language)) != text:
            literal = _amount(stated, language, whole=True)
        if literal is not None:
            return Literal(literal.datatype, literal.value, literal.unit, literal.high, raw)
    if datatype is None and _CODE.fullmatch(text):
        return Literal(Datatype.CODE, text, raw=raw)
    return Literal(Datatype.TEXT, _folded(text), raw=raw)


def fits(literal: Literal, datatype: Datatype) -> bool:
    """Whether a literal can stand as the object of a predicate of this datatype."""
    if datatype in NUMERIC:
        return literal.datatype in NUMERIC
    return literal.datatype is datatype


def is_sum_of_money(literal: Literal) -> bool:
    """Whether the value is in a currency, alone or for one of something."""
    return literal.unit is not None and is_money(literal.unit)


def amounts(text: str, language: str) -> list[tuple[Span, Literal]]:
    """Every date, quantity, sum of money, percent, range and plain number of a text, in order, none inside another."""
    found: list[tuple[Span, Literal]] = []
    masked = text
    for each in dates.find(text, language):
        found.append((each.span, Literal(Datatype.DATE, each.value, raw=each.text)))
        masked = masked[: each.span.start] + "\n" * (each.span.end - each.span.start) + masked[each.span.end :]
    for amount in amounts_of(masked, language):
        found.append((Span(amount.start, amount.end), _literal(amount, text[amount.start : amount.end])))
    return sorted(found, key=lambda pair: pair[0].start)


def same(a: Literal, b: Literal, datatype: Datatype | None = None) -> bool:
    """Whether two values can both be exact: equal, or one is the more precise of the two.

    A number agrees with a range that holds it unless ``datatype``, the predicate's, is a range; a date with its month
    or year. Another or a missing unit is another value. A limit ("up to 30 days") is the number that it names, but "at
    least 3" is not "at most 3", and "more than 3" is not 3. Names are compared folded, codes as they stand.
    """
    if a.datatype in NUMERIC and b.datatype in NUMERIC:
        if a.unit != b.unit or not compatible(_bound(a), _bound(b)):
            return False
        if datatype is Datatype.RANGE:
            return _ends(a) == _ends(b)
        return _holds(a, b) or _holds(b, a)
    if a.datatype is Datatype.DATE and b.datatype is Datatype.DATE:
        return _prefix(a.value, b.value) or _prefix(b.value, a.value)
    if a.datatype is Datatype.CODE or b.datatype is Datatype.CODE:
        return _bare(a) == _bare(b)
    if a.datatype in _WORDED and b.datatype in _WORDED:
        return a.value == b.value
    return a.datatype is b.datatype and a.value == b.value


def more_precise(a: Literal, b: Literal) -> bool:
    """Whether ``a`` says strictly more than ``b``, which agrees with it: a day in a month, a number in a range."""
    if a.datatype in NUMERIC and b.datatype in NUMERIC:
        return a.unit == b.unit and _ends(a) != _ends(b) and _holds(b, a)
    return a.datatype is b.datatype is Datatype.DATE and len(a.value) > len(b.value) and _prefix(b.value, a.value)


def show(literal: Literal, language: str) -> str:
    """The value as a reader of the language reads it: «14 días», "EUR 1,200.50", «del 2 al 8» as "2–8 °C", and a limit as one."""
    if literal.datatype is Datatype.DATE:
        return dates.show(literal.value, language)
    if literal.datatype is Datatype.BOOLEAN:
        spoken = table(language).get("yes_no", ["true", "false"])
        return str(spoken[0] if literal.value == "true" else spoken[1])
    if literal.datatype not in NUMERIC:
        return literal.raw.strip() or literal.value
    limit = _bound(literal)
    phrase = table(language).get("limits", {}).get(limit, {}).get("shown") if limit else None
    shown = _shown_amount(literal, language)
    return f"{phrase} {shown}" if phrase else shown


def _shown_amount(literal: Literal, language: str) -> str:
    low, high = _ends(literal)
    if literal.unit is None:
        return _joined([low, high], language)
    if is_money(literal.unit):
        return _shown_money([low, high], literal.unit, language)
    high_shown, unit = for_reader(high, literal.unit)
    low_shown = low if high == 0 else low * high_shown / high
    gap = "" if unit == "%" and language == "en" else " "
    return f"{_joined([low_shown, high_shown], language, grouped=True)}{gap}{unit_name(unit, high_shown, language)}"


# -- reading --------------------------------------------------------------------------------------------------------
def _folded(text: str) -> str:
    """Text for comparing: words folded and joined by one space; words with digits are codes and stay as they are."""
    pieces = [word.text if any(char.isdigit() for char in word.text) else word.folded for word in words(text)]
    return " ".join(pieces) or fold(text)


def _truth(text: str, language: str) -> str | None:
    word = fold(text.rstrip("."))
    for spoken in (language, *LANGUAGES):
        for truth, spellings in table(spoken).get("booleans", {}).items():
            if word in spellings.split():
                return str(truth)
    return None


def _date(text: str, language: str, datatype: Datatype | None) -> str | None:
    """A date that is the whole text; where a date is due, also the only one in it. A bare year counts only then."""
    found = dates.read(text, language)
    if found is not None:
        return None if datatype is None and len(found.value) == 4 else found.value
    within = dates.find(text, language) if datatype is Datatype.DATE else ()
    return within[0].value if len(within) == 1 else None


def _article_as_one(text: str, language: str) -> str:
    """ "A fortnight" is one of it, where that is all that is said."""
    article, _, unit = text.partition(" ")
    if fold(article) not in str(table(language).get("unit_articles", "")).split():
        return text
    found = unit_at(unit, 0)
    return f"1 {unit}" if found and found[1] == len(unit.rstrip(".")) else text


def _amount(text: str, language: str, *, whole: bool) -> Literal | None:
    spaced = re.sub(r"^(\D*\d{1,3}) (\d{3}(?:[.,]\d+)?\D*)$", "\\1\u00a0\\2", text)
    found = amounts_of(spaced, language)
    if not found and not whole:
        other = next(spoken for spoken in LANGUAGES if spoken != language)
        found = amounts_of(spaced, other)
    if not found:
        return None
    literals = [_literal(amount, spaced[amount.start : amount.end]) for amount in found]
    covered = found[0].start == 0 and found[0].end == len(spaced.rstrip("."))
    if whole:
        return literals[0] if len(found) == 1 and covered and not _PADDED.fullmatch(text) else None
    if found[0].start == 0 and found[0].unit is None and (word := _ONE_WORD.fullmatch(spaced[found[0].end :])):
        return replace(literals[0], datatype=Datatype.QUANTITY, unit=flat(word.group(1)))
    return literals[0] if all(same(literals[0], other) for other in literals[1:]) else None


def _literal(amount: Amount, raw: str) -> Literal:
    unit = amount.unit.base if amount.unit else None
    if amount.high is not None:
        return Literal(Datatype.RANGE, decimal(amount.low), unit, decimal(amount.high), raw)
    datatype = Datatype.QUANTITY if amount.unit else Datatype.NUMBER
    if amount.unit and amount.unit.money:
        datatype = Datatype.MONEY
    elif unit == "%":
        datatype = Datatype.PERCENT
    return Literal(datatype, decimal(amount.low), unit, raw=raw)


# -- comparing and showing ------------------------------------------------------------------------------------------
def _bound(literal: Literal) -> Bound | None:
    return bound(literal.raw) if literal.high is None else None


def _ends(literal: Literal) -> tuple[Fraction, Fraction]:
    low = Fraction(literal.value)
    return low, Fraction(literal.high) if literal.high is not None else low


def _holds(outer: Literal, inner: Literal) -> bool:
    low, high = _ends(outer)
    return low <= _ends(inner)[0] and _ends(inner)[1] <= high


def _prefix(short: str, long: str) -> bool:
    return long == short or long.startswith(f"{short}-")


def _bare(literal: Literal) -> str:
    return literal.value if literal.datatype is Datatype.CODE else literal.raw.strip() or literal.value


def _joined(ends: Sequence[Fraction], language: str, *, places: int | None = None, grouped: bool = False) -> str:
    shown = [show_number(round(value, 6), language, places=places, grouped=grouped) for value in ends]
    if shown[0] == shown[1]:
        return shown[0]
    return ("–" if min(ends) >= 0 else f" {table(language).get('range_words', ['to'])[0]} ").join(shown)


def _shown_money(ends: Sequence[Fraction], unit: str, language: str) -> str:
    number = _joined(ends, language, places=2, grouped=True)
    currency, slash, each = unit.partition("/")
    if language == "en" and currency != "peso":
        gap = "" if len(currency) == 1 else " "
        return f"{currency}{gap}{number}{slash}{each}"
    return f"{number} {currency}{slash}{each}"
