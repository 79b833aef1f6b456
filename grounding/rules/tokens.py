"""The words and signs of a rule, each with its place; numbers with their units, dates and texts are read here already."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from contract.errors import InvalidDate, SettingsError
from contract.records import Datatype, Literal
from contract.rules import AND, IN, NOT, OR
from contract.time import parse as instant
from language.numbers import decimal
from language.units import is_money, unit_at
from language.values import parse as value

WORDS = frozenset({AND, OR, NOT, IN})
_TOKEN = re.compile(
    r"""(?P<date>\d{4}-\d\d-\d\d(?![\w-]))|(?P<number>\d+(?:\.\d+)?(?![.\d]))|(?P<text>"[^"]*"|'[^']*')"""
    r"|(?P<word>[^\W\d]\w*)|(?P<sign>[<>=!]+|[-+*(){},])",
)
_SYMBOL = re.compile(r"[^\s\w(){},<>=!+*\"'-]+")  # a unit that is no word: %, €, °C begins so


class RuleMistake(SettingsError):
    """A rule that cannot be read: ``fault`` says where, counted in characters from 1, ``mend`` what to write."""

    def __init__(self, fault: str, mend: str) -> None:
        super().__init__(f"{fault}: {mend}")
        self.fault, self.mend = fault, mend


@dataclass(frozen=True, slots=True)
class Token:
    """``at`` counts characters from 1; ``literal`` is set for a number, a date and a text."""

    kind: str  # date, number, text, word, sign, name, end
    text: str
    at: int  # from 1
    literal: Literal | None = None


def tokens(text: str, needs: Collection[str]) -> list[Token]:
    """All of a rule, and its end. A need is known by its whole name, whatever signs that has. Raises ``RuleMistake``."""
    names = "|".join(re.escape(name) for name in sorted(needs, key=len, reverse=True))
    named = re.compile(rf"(?:{names})(?!\w)") if names else re.compile(r"(?!)")
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif match := named.match(text, at):
            found.append(Token("name", match.group(), at + 1))
            at = match.end()
        elif match := _TOKEN.match(text, at):
            token, at = _read(text, match)
            found.append(token)
        else:
            raise _unreadable(text, at)
    return [*found, Token("end", "", len(text) + 1)]


def _read(text: str, match: re.Match[str]) -> tuple[Token, int]:
    kind, said, at = str(match.lastgroup), match.group(), match.start() + 1
    if kind == "number":
        literal, end = _number(text, match)
        return Token(kind, text[match.start() : end], at, literal), end
    found: Literal | None = None
    if kind == "date":
        try:
            instant(said)
        except InvalidDate:
            raise RuleMistake(f"has {said!r} at character {at}", "write a day of the calendar, as 2026-03-31") from None
        found = Literal(Datatype.DATE, said, raw=said)
    elif kind == "text":
        found = value(said[1:-1], "en", Datatype.TEXT)
    return Token(kind, said, at, found), match.end()


def _number(text: str, match: re.Match[str]) -> tuple[Literal, int]:
    """A number with the unit after it, and "per" another; what stands there and is none is a mistake."""
    number, end = Fraction(match.group()), match.end()
    start = end + (len(text) - end - len(text[end:].lstrip()))
    word = re.compile(r"[^\W\d]\w*").match(text, start) or _SYMBOL.match(text, start)
    if word is None or word.group() in WORDS:
        return Literal(Datatype.NUMBER, decimal(number), raw=match.group()), end
    found = unit_at(text, start)
    if found is None:
        raise RuleMistake(
            f"has {word.group()!r} at character {start + 1}, which is no unit", "write one as in '14 days' or '100 EUR'"
        )
    unit, end = found
    if text[end : end + 1] == "/" and (each := unit_at(text, end + 1)):
        unit, end = unit.over(each[0]), each[1]
    raw = text[match.start() : end]
    datatype = Datatype.PERCENT if unit.base == "%" else Datatype.MONEY if is_money(unit.base) else Datatype.QUANTITY
    return Literal(datatype, decimal(unit.to_base(number)), unit.base, raw=raw), end


def _unreadable(text: str, at: int) -> RuleMistake:
    if text[at] in "\"'":
        return RuleMistake(f"has a text at character {at + 1} that does not end", f"close it with {text[at]}")
    if text[at].isdigit():
        return RuleMistake(f"has a number at character {at + 1} that cannot be read", "write it as 1200.50")
    mend = "write the unit after the number, as in '100 EUR'" if _is_sign(text[at]) else "take it out"
    return RuleMistake(f"has {text[at]!r} at character {at + 1}", mend)


def _is_sign(character: str) -> bool:
    """Whether a character is a unit's or a currency's own sign."""
    return unit_at(character, 0) is not None
