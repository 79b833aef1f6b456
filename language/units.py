"""Units and currencies: how they are written, what they are worth in the base unit of their kind, how they are shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from language.numbers import flat
from language.tables import LANGUAGES, table


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as written: base = (value + shift) · factor. ``name`` is canonical; ``base`` is what values are kept in."""

    name: str
    base: str
    factor: Fraction = Fraction(1)
    shift: Fraction = Fraction(0)
    money: bool = False

    def to_base(self, value: Fraction) -> Fraction:
        return (value + self.shift) * self.factor

    def over(self, other: Unit) -> Unit:
        """This unit for one of another: EUR per kilogram. Only prices are brought to a base; speeds and the like stay."""
        name = f"{self.name}/{other.name}"
        if not self.money:
            return Unit(name, name)
        return Unit(name, f"{self.base}/{other.base}", 1 / other.factor, money=True)


@lru_cache(maxsize=1)
def _units() -> dict[str, Unit]:
    tables = table("units")
    found: dict[str, Unit] = {}
    for base, members in tables["kinds"].items():
        for name, (factor, *_) in members.items():
            found[name] = Unit(name, base, Fraction(factor))
    for name, (shift, factor, *_) in tables["temperatures"].items():
        found[name] = Unit(name, "°C", Fraction(factor), Fraction(shift))
    names = set(tables["currencies"])
    for language in LANGUAGES:
        names.update(table(language).get("currency_words", {}))
    found.update({name: Unit(name, name, money=True) for name in names})
    return found


@lru_cache(maxsize=1)
def _spelled() -> tuple[dict[str, str], dict[str, str]]:
    """Symbols (their case kept) and folded words, of every language, each with the unit it stands for."""
    tables = table("units")
    symbols: dict[str, str] = {}
    for members in tables["kinds"].values():
        for name, (_, *signs) in members.items():
            symbols.update(dict.fromkeys(signs, name))
    for name, (_, _, *signs) in tables["temperatures"].items():
        symbols.update(dict.fromkeys(signs, name))
    for name, signs in tables["currencies"].items():
        symbols.update(dict.fromkeys(signs, name))
    words: dict[str, str] = {}
    for language in LANGUAGES:
        for kind in ("unit_words", "currency_words"):
            for name, spellings in table(language).get(kind, {}).items():
                words.update({flat(str(spelling)): str(name) for spelling in spellings})
    return symbols, words


def _alternatives(spellings: list[str]) -> str:
    longest_first = sorted(spellings, key=len, reverse=True)
    return "|".join(re.escape(spelling).replace(r"\ ", r"[\s\u00a0-]+") for spelling in longest_first)


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    symbols, words = _spelled()
    signs = [sign for sign, name in symbols.items() if _units()[name].money]
    return (
        re.compile(rf"(?:{_alternatives(list(symbols))})(?![\w²³])"),
        re.compile(rf"(?:{_alternatives(list(words))})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{_alternatives(signs)})\s?$"),
    )


def unit_at(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit written just here, and where it ends."""
    symbols, words = _spelled()
    symbol = _patterns()[0].match(text, at)
    word = _patterns()[1].match(flat(text), at)
    if word and (symbol is None or word.end() > symbol.end()):
        return _units()[words[re.sub(r"[\s\u00a0-]+", " ", word.group())]], word.end()
    if symbol:
        return _units()[symbols[re.sub(r"[\s\u00a0-]+", " ", symbol.group())]], symbol.end()
    return None


def currency_before(text: str, at: int) -> tuple[Unit, int] | None:
    """The currency written just before here ("US$ 40", "EUR 12"), and where it starts."""
    window = max(0, at - 8)
    match = _patterns()[2].search(text[window:at])
    if not match:
        return None
    return _units()[_spelled()[0][match.group().strip()]], window + match.start()


def per_words() -> tuple[str, ...]:
    """What stands between a unit and the unit it is counted by: "per", "por"."""
    return tuple(str(table(language)["per"]) for language in LANGUAGES if "per" in table(language))


def for_reader(value: Fraction, base: str) -> tuple[Fraction, str]:
    """The value in the unit in which a reader would say it: 0.053 m is 53 mm, 24 months are 2 years."""
    shown = table("units")["shown"].get(base, [])
    for name in shown:
        worth = value / _units()[name].factor
        if abs(worth) >= 1 and (base != "month" or worth.denominator == 1):
            return worth, name
    return (value / _units()[shown[-1]].factor, shown[-1]) if shown and value else (value, base)


def unit_name(unit: str, value: Fraction, language: str) -> str:
    """The unit as a reader reads it after this value: "días", "business day"; symbols stay symbols."""
    symbols, _ = _spelled()
    spellings = table(language).get("unit_words", {}).get(unit, [])
    if unit in symbols or not spellings:
        return unit
    return str(spellings[0] if abs(value) == 1 else spellings[1])


def is_money(base: str) -> bool:
    """Whether a canonical unit is a currency, alone or for one of something."""
    known = _units().get(base.partition("/")[0])
    return known is not None and known.money
