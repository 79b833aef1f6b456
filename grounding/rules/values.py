"""Arithmetic and comparison of values with units: every function gives a value, a truth, or ``Unknown`` with the reason.

A value that is a range stands for some number in it, so what is worked out of ranges is a range, and two of them compare only
where every pair of their numbers compares alike. Everything is exact.
"""

from __future__ import annotations

import operator
from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypeAlias

from contract.errors import InvalidDate
from contract.records import NUMERIC, Datatype, Literal
from contract.time import DAY, Instant, parse
from language.values import same

_WORDED = frozenset({Datatype.TEXT, Datatype.ENTITY, Datatype.CODE})
_YEARS = range(1, 10_000)
_ORDER: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Unknown:
    """What cannot be told, and why: a sentence part for the trace, with names and units and no value."""

    why: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A number in a unit, or some number from ``low`` to ``high``. ``said`` is the literal where it is one as it stands."""

    low: Fraction
    high: Fraction
    unit: str | None = None
    said: Literal | None = None


Value: TypeAlias = Measured | Literal | Unknown  # a literal is a date, a text, a code, a name or a boolean


def value_of(literal: Literal) -> Value:
    """A literal as a value; a date without a day and a number that is none are unknown."""
    if literal.datatype in NUMERIC:
        try:
            low = Fraction(literal.value)
            return Measured(low, low if literal.high is None else Fraction(literal.high), literal.unit, literal)
        except (ValueError, ZeroDivisionError):
            return Unknown("a number cannot be read")
    if literal.datatype is Datatype.DATE and day_of(literal) is None:
        return Unknown("a date has no day")
    return literal


def day_of(literal: Literal) -> Instant | None:
    """A date's first instant; None for what is no date, or one without a day."""
    if literal.datatype is not Datatype.DATE or literal.value.count("-") < 2:
        return None
    try:
        return parse(literal.value)
    except InvalidDate:
        return None


# -- comparing ------------------------------------------------------------------------------------------------------
def ordered(sign: str, left: Value, right: Value) -> bool | Unknown:
    """``left sign right`` for the signs of an order: numbers in one unit, or dates."""
    pairs = _on_one_line(left, right)
    if isinstance(pairs, Unknown):
        return pairs
    ends, limits = pairs
    answers = {_ORDER[sign](end, limit) for end in ends for limit in limits}
    return answers.pop() if len(answers) == 1 else Unknown("a range spans the limit")


def equal(left: Value, right: Value) -> bool | Unknown:
    """Whether two values are one: numbers and dates as above; texts, names and codes folded; booleans."""
    if isinstance(left, Literal) and isinstance(right, Literal) and _worded(left, right):
        return same(left, right)
    pairs = _on_one_line(left, right)
    if isinstance(pairs, Unknown):
        return pairs
    one, other = (each.said if isinstance(each, Measured) else None for each in (left, right))
    if one and other and one.datatype is other.datatype:
        return same(one, other)
    (low, high), (least, most) = ((min(ends), max(ends)) for ends in pairs)
    if high < least or most < low:
        return False
    return True if low == high == least == most else Unknown("a range may hold the value")


def _worded(left: Literal, right: Literal) -> bool:
    kinds = {left.datatype, right.datatype}
    return kinds <= _WORDED or kinds == {Datatype.BOOLEAN}


def _on_one_line(left: Value, right: Value) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | Unknown:
    """Both values as their ends on one line of numbers or of time."""
    for each in (left, right):
        if isinstance(each, Unknown):
            return each
    if isinstance(left, Measured) and isinstance(right, Measured):
        if left.unit != right.unit:
            return _not_one_unit(left.unit, right.unit)
        return (left.low, left.high), (right.low, right.high)
    if isinstance(left, Literal) and isinstance(right, Literal):
        at, other = day_of(left), day_of(right)
        if at is not None and other is not None:
            return (Fraction(at),), (Fraction(other),)
    return Unknown(f"{_kind(left)} and {_kind(right)} do not compare")


# -- working out ----------------------------------------------------------------------------------------------------
def added(left: Value, right: Value) -> Value:
    """A sum in one unit; a date and a number of days or months is a date."""
    if isinstance(left, Measured) and isinstance(right, Literal):
        return added(right, left)
    if isinstance(left, Literal) and isinstance(right, Measured):
        return _shifted(left, right)
    return _in_one_unit(left, right, operator.add)


def subtracted(left: Value, right: Value) -> Value:
    """A difference in one unit; of two dates the days between them; a date less a number of days or months."""
    if isinstance(left, Literal) and isinstance(right, Literal):
        return days_between(right, left)
    if isinstance(left, Literal) and isinstance(right, Measured):
        return _shifted(left, _negative(right))
    return _in_one_unit(left, right, lambda one, other: one - other)


def multiplied(left: Value, right: Value) -> Value:
    """A product of which one factor is a plain number or a percentage, which is a hundredth of its number."""
    if not isinstance(left, Measured) or not isinstance(right, Measured):
        return _first_unknown(left, right) or Unknown(f"{_kind(left)} and {_kind(right)} do not multiply")
    if left.unit is not None and (right.unit is None or (right.unit == "%" and left.unit != "%")):
        left, right = right, left
    if left.unit not in (None, "%"):
        return Unknown(f"{_kind(left)} and {_kind(right)} do not multiply")
    share = Fraction(1, 100) if left.unit == "%" else Fraction(1)
    ends = [share * one * other for one in (left.low, left.high) for other in (right.low, right.high)]
    return Measured(min(ends), max(ends), right.unit)


def extreme(values: Sequence[Value], choose: Callable[[Fraction, Fraction], Fraction]) -> Value:
    """The least (``min``) or the most (``max``) of numbers in one unit, or of dates; at least one."""
    found = values[0]
    for other in values[1:]:
        if isinstance(found, Literal) and isinstance(other, Literal):
            at, on = day_of(found), day_of(other)
            if at is not None and on is not None:
                found = found if choose(Fraction(at), Fraction(on)) == at else other
                continue
        found = _in_one_unit(found, other, choose, ends=True)
    return found if isinstance(found, Measured | Unknown) or day_of(found) is not None else Unknown(_no_order(found))


def days_between(start: Value, end: Value) -> Value:
    """The whole days from one date to another, as a quantity; less than none where the second is the earlier."""
    if isinstance(start, Literal) and isinstance(end, Literal):
        at, to = day_of(start), day_of(end)
        if at is not None and to is not None:
            days = Fraction((to - at) // DAY)
            return Measured(days, days, "day")
    return _first_unknown(start, end) or Unknown(f"{_kind(start)} and {_kind(end)} are not two dates")


def _in_one_unit(
    left: Value, right: Value, work: Callable[[Fraction, Fraction], Fraction], *, ends: bool = False
) -> Value:
    """Two numbers of one unit worked into one; with ``ends`` low goes with low and high with high."""
    if not isinstance(left, Measured) or not isinstance(right, Measured):
        return _first_unknown(left, right) or Unknown(f"{_kind(left)} and {_kind(right)} do not add up")
    if left.unit != right.unit:
        return _not_one_unit(left.unit, right.unit)
    if ends:
        return Measured(work(left.low, right.low), work(left.high, right.high), left.unit)
    found = [work(one, other) for one in (left.low, left.high) for other in (right.low, right.high)]
    return Measured(min(found), max(found), left.unit)


def _negative(value: Measured) -> Measured:
    return Measured(-value.high, -value.low, value.unit)


def _shifted(literal: Literal, by: Measured) -> Value:
    """A date some whole days or months later; the last day of a month that is too short for it."""
    if day_of(literal) is None:
        return Unknown(f"{_kind(literal)} and {_kind(by)} do not add up")
    if by.low != by.high or by.low.denominator != 1 or by.unit not in ("day", "month"):
        return Unknown(f"{_kind(by)} are not whole days or months")
    found = _later(literal.value[:10], int(by.low), by.unit)
    if found is None:
        return Unknown("a date leaves the calendar")
    return Literal(Datatype.DATE, found.isoformat() + literal.value[10:])


def _later(written: str, count: int, unit: str) -> date | None:
    try:
        day = date.fromisoformat(written)
        if unit == "day":
            return date.fromordinal(day.toordinal() + count)
        year, month = divmod(12 * day.year + day.month - 1 + count, 12)
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])) if year in _YEARS else None
    except (ValueError, OverflowError):
        return None


# -- reasons --------------------------------------------------------------------------------------------------------
def _first_unknown(*values: Value) -> Unknown | None:
    return next((each for each in values if isinstance(each, Unknown)), None)


def _not_one_unit(one: str | None, other: str | None) -> Unknown:
    return Unknown(f"{one or 'no unit'} and {other or 'no unit'} are not one unit")


def _no_order(value: Value) -> str:
    return f"{_kind(value)} has no order"


def _kind(value: Value) -> str:
    """What a value is, without saying it."""
    if isinstance(value, Measured):
        return value.unit or "number"
    return value.datatype.value if isinstance(value, Literal) else "unknown"
