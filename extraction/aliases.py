"""Names that a text gives to a thing beside its own: acronyms, and short forms that it says it will use from there on.

"Banco Central del Uruguay (BCU)", "BCU (Banco Central del Uruguay)" and "Halden Foods PLC (hereinafter “Halden”)" say of two
names that they are of one thing. "(hereinafter “the Supplier”)" does not: a role is another thing in each text, and stays a
term that the text defines (``extraction.leads.defined_terms``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extraction.leads import ALIAS_IN_BRACKETS, listed_names, trigger
from extraction.wording import PARTICLES, clean, function_words, has_capital, without_article
from language.acronyms import is_short_form, long_form, spells
from language.words import Word, key, words

_SHORT_BEHIND = re.compile(r"\(\s*(?P<short>[^\s()]{2,10})\s*\)")
_LONG_BEHIND = re.compile(r"(?<!\w)(?P<short>[^\s()]{2,10})\s+\(\s*(?P<long>[^()|\n]{5,120}?)\s*\)")
_BREAK = re.compile(r"[;:!?()|\n]|(?<![.\s]\w)(?<!\w\.\w)[.]\s")
_ABBREVIATED = 3  # letters of a word that a point may follow inside a name
_LONGEST = 12  # words of a name
_NEAR = 160  # characters before a bracket in which a long form stands


@dataclass(frozen=True, slots=True)
class Alias:
    """``alias`` is another name for the thing called ``name``."""

    name: str
    alias: str


def aliases(text: str, language: str) -> tuple[Alias, ...]:
    """What a text says is also called otherwise, in its order, each once."""
    found = [*_acronyms(text, language), *_shortened(text, language)]
    return tuple(
        {(key(each.name), key(each.alias)): each for each in found if key(each.name) != key(each.alias)}.values()
    )


def _acronyms(text: str, language: str) -> Iterator[Alias]:
    for match in _SHORT_BEHIND.finditer(text):
        before = text[max(0, match.start() - _NEAR) : match.start()].rstrip()
        short = match["short"]
        most = min(len(short) + 5, 2 * len(short)) + 1
        near = _BREAK.split(before)[-1]
        inside = words(near)[-most:]
        long = long_form(short, near[inside[0].start :]) if inside else None
        if long and _is_name(long):
            yield Alias(clean(without_article(long, language)), short)
    for match in _LONG_BEHIND.finditer(text):
        long = without_article(match["long"], language)
        if is_short_form(match["short"]) and spells(match["short"], long):
            yield Alias(clean(long), match["short"])


def _shortened(text: str, language: str) -> Iterator[Alias]:
    """Short forms that are made of the long name's own words or letters."""
    for match in ALIAS_IN_BRACKETS.finditer(text):
        yield from _of_party(text[: match.start()], [match["name"]], language)
    for match in trigger("defined_as", language).finditer(text):
        before = text[: match.start()].rstrip().rstrip("([,").rstrip()
        yield from _of_party(before, listed_names(text[match.end() : match.end() + _NEAR]), language)


def _of_party(before: str, short: list[str], language: str) -> Iterator[Alias]:
    party = _name_before(before)
    if not party:
        return
    own = set(key(party).split())
    for each in short:
        alias = clean(without_article(clean(each), language))
        made_of = set(key(alias).split())
        if key(alias) != key(party) and ((made_of and made_of < own) or spells(alias, party)):
            yield Alias(party, alias)


def _name_before(text: str) -> str:
    """The capitalised run that a text ends in, with the small words between: "… Halden Foods PLC"."""
    text = text.rstrip().rstrip(",").rstrip()
    start = max(0, len(text) - _NEAR)
    found = words(text[start:])[-_LONGEST:]
    first = len(found)
    for at in range(len(found) - 1, -1, -1):
        word = found[at]
        if at + 1 < len(found) and not _joins(text[start:][word.end : found[at + 1].start], word):
            break
        if has_capital(word.text):
            first = at
        elif word.folded not in function_words() | PARTICLES:
            break
    if first >= len(found):
        return ""
    return text[start:][found[first].start :].strip()


def _joins(gap: str, before: Word) -> bool:
    return gap in (" ", " & ", "-", "’", "'") or (gap in (". ", ".") and len(before.text) <= _ABBREVIATED)


def _is_name(long: str) -> bool:
    """A long form of capitalised words and the small ones between, or a term of few words."""
    found = words(long)
    content = [word for word in found if word.folded not in function_words()]
    return (
        bool(content)
        and len(found) <= _LONGEST
        and (all(has_capital(word.text) for word in content) or len(content) == len(found))
    )
