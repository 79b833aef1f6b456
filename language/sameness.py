"""Whether two names that are not written alike are of one thing: a form of each that leaves out what may differ.

``sameness`` is a relation of the two names alone, so that what is one does not depend on the order of arrival. It is kept
narrow, as a wrong merge is worse than a missing one:

* ``form``: equal but for how a legal form, a number mark, a unit, initials, an ampersand, an abbreviation, a title of
  courtesy, an article or a known spelling is written, for the order of a personal name, and for an acronym of its own;
* ``typing``: of three words or more, and describing, where one long word has a letter doubled, left out or swapped with its
  neighbour.

A difference in what tells things apart is a veto whatever else is equal: digits (numbers, versions, dates, doses), Roman
numerals, the legal form (having none differs from having one), directions and ranks, words that are not Latin, and what
stands in brackets behind the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from language.acronyms import spells
from language.words import Word, fold, key, words

_SLIP = 8  # letters of a word in which a slip is seen; one less in a word that lacks a letter is another word
_LACKS = 9
_ENDS = 2  # letters at each end of a word that must agree: there endings and prefixes differ
_DESCRIBES = 3  # words
_MOST = 4  # words of a legal form
_BEHIND = re.compile(r"^(?P<name>.*\S)\s*\((?P<inside>[^()]*)\)\s*$")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?!\d)")
_NUMBER = re.compile(r"\d[\d.,]*")
_WITH_UNIT = re.compile(r"(\d[\d.,]*)([a-zµμ%]{1,3})")
_WITH_VERSION = re.compile(r"v(\d[\w.\-]*)")
_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_UNITS_IN_A_ROW = re.compile(r"(?<=[a-zµμ%])\s*/\s*(?=\d)")
_POSSESSIVE = re.compile(r"['’][sS]\b")


class Sameness(StrEnum):
    """By which rule two names are of one thing."""

    FORM = "form"
    TYPING = "typing"


@dataclass(frozen=True, slots=True)
class Form:
    """A name without what may differ. ``guarded`` is what may not: in the order of the name, then legal form and context."""

    words: tuple[str, ...]
    guarded: tuple[str, ...]
    describes: bool


def sameness(one: str, other: str) -> Sameness | None:
    """The rule by which two names are of one thing; None where they are not, or nobody can tell by the names alone."""
    here, there = form(one), form(other)
    if here.guarded != there.guarded or len(here.words) != len(there.words):
        return None
    if here.words == there.words:
        return Sameness.FORM if here.words else None
    if len(here.words) < _DESCRIBES or not (here.describes and there.describes):
        return None
    differing = [pair for pair in zip(here.words, there.words, strict=True) if pair[0] != pair[1]]
    return Sameness.TYPING if len(differing) == 1 and _is_slip(*differing[0]) else None


def handle(name: str) -> str:
    """What names that ``sameness`` may take for one share, so that they can be looked up; others may share it too."""
    found = form(name)
    kept = list(found.words)
    if len(kept) >= _DESCRIBES and any(len(word) >= _SLIP for word in kept):
        kept = [word if word in found.guarded else word[:_ENDS] for word in kept]
    return "\x1f".join([" ".join(kept), *found.guarded])


@lru_cache(maxsize=65536)
def form(name: str) -> Form:
    """The form of a name."""
    plain, context = _without_brackets(" ".join(unicodedata.normalize("NFKC", name).split()))
    tokens, legal = _without_legal_form(list(_tokens(plain)))
    if not legal and (turned := _in_order(plain)) != plain:
        tokens = list(_tokens(turned))
    tokens = _without_courtesy(tokens)
    linking, describing = _set("linking"), _set("describing")
    kept: list[str] = []
    guarded: list[str] = []
    for at, token in enumerate(tokens):
        if token.text.islower() and fold(token.text) in linking and 0 < at < len(tokens) - 1:
            continue
        word = _spelt(token, followed=at + 1 < len(tokens))
        kept.append(word)
        if _is_guarded(token, word):
            guarded.append(word)
    describes = any(token.text.islower() and fold(token.text) in describing for token in tokens[1:-1])
    return Form(tuple(kept), (*guarded, f"={legal}", f"({context})"), describes)


# -- parts of a name ------------------------------------------------------------------------------------------------
def _without_brackets(name: str) -> tuple[str, str]:
    """The name, and what stands in brackets behind it, unless that is its own acronym."""
    found = _BEHIND.match(name)
    if found is None or not key(found["name"]):
        return name, ""
    inside, name = found["inside"].strip(), found["name"]
    first, _, rest = name.partition(" ")
    bare = rest if fold(first) in _set("articles") | _set("local_articles") else name
    return name, "" if spells(inside, bare) else key(inside)


def _in_order(name: str) -> str:
    """ "Pérez García, Juan" as "Juan Pérez García": two capitalised parts of few words, and no number."""
    last, comma, first = name.partition(", ")
    parts = (last.split(), first.split())
    if not comma or "," in first or not all(0 < len(part) <= 3 for part in parts):
        return name
    if not all(word[0].isupper() and not any(char.isdigit() for char in word) for part in parts for word in part):
        return name
    return f"{first} {last}"


def _tokens(name: str) -> Iterator[Word]:
    """The words of a name; compounds parted, initials joined, marks of numbers and versions left out."""
    name = _UNITS_IN_A_ROW.sub(" ", _POSSESSIVE.sub("", name.replace("&", " and ")))
    found = [part for word in words(name) for part in _parted(word)]
    if any(fold(word.text) in _set("numbered") for word in found):
        name = _THOUSANDS.sub(lambda match: re.sub(r"[.,]", "", match.group()), name)
        found = [part for word in words(name) for part in _parted(word)]
    joined = list(_initials_joined(name, found))
    marks = _set("number_marks") | _set("version_marks")
    for at, token in enumerate(joined):
        counted = at + 1 < len(joined) and joined[at + 1].text[0].isdigit()
        if not (counted and fold(token.text) in marks and at):
            yield token


def _parted(word: Word) -> Iterator[Word]:
    """ "Coca-Cola" in two, "400mg" as a number and its unit, "v16.2" as the number."""
    text = word.text
    if _WITH_VERSION.fullmatch(fold(text)):
        yield Word(text[1:], word.start + 1, word.end)
        return
    unit = _WITH_UNIT.fullmatch(text)
    if unit is not None:
        yield Word(unit[1], word.start, word.start + len(unit[1]))
        yield Word(unit[2], word.start + len(unit[1]), word.end)
        return
    parts = text.split("-")
    if len(parts) > 1 and all(len(part) > 1 and part.isalpha() for part in parts):
        at = word.start
        for part in parts:
            yield Word(part, at, at + len(part))
            at += len(part) + 1
        return
    yield word


def _initials_joined(name: str, found: list[Word]) -> Iterator[Word]:
    """ "J. R. R.", "J.R.R" and "JRR" alike; "EE. UU." and "EE.UU" too."""
    run: list[Word] = []
    for word in found:
        if run and not _goes_on(name, run[-1], word):
            yield _joined(run)
            run = []
        run.append(word)
    if run:
        yield _joined(run)


def _goes_on(name: str, before: Word, word: Word) -> bool:
    """Whether two words are pieces of one abbreviation: capitals, one letter each or with a point between."""
    pieces = [part for one in (before, word) for part in one.text.split(".")]
    if not all(part.isalpha() and part.isupper() and len(part) <= 2 for part in pieces):
        return False
    gap = name[before.end : word.start]
    return gap in (". ", ".") or (gap == " " and all(len(part) == 1 for part in pieces))


def _joined(run: list[Word]) -> Word:
    text = "".join(word.text for word in run)
    parts = text.split(".")
    if len(parts) > 1 and all(part.isalpha() and len(part) <= 2 for part in parts):
        text = "".join(parts)
    return Word(text, run[0].start, run[-1].end)


def _without_legal_form(tokens: list[Word]) -> tuple[list[Word], str]:
    """The words before the legal form, and its code; the longest that the name ends in."""
    forms = _legal_forms()
    for count in range(min(_MOST, len(tokens) - 1), 0, -1):
        ending = tokens[-count:]
        code = forms.get(" ".join(fold(token.text) for token in ending))
        if code is not None and (len(code) > 2 or not ending[0].text.islower()):
            return tokens[:-count], code
    return tokens, ""


def _without_courtesy(tokens: list[Word]) -> list[Word]:
    """Without the article and the titles of courtesy before the name, as long as two words are left."""
    describing = any(token.text.islower() and fold(token.text) in _set("linking") for token in tokens[2:])
    while len(tokens) > 2:
        first = fold(tokens[0].text)
        if not (first in _set("articles") | _set("honorifics") or (describing and first in _set("local_articles"))):
            break
        tokens = tokens[1:]
    return tokens


def _spelt(token: Word, *, followed: bool) -> str:
    """A word as the form has it: folded, abbreviations written out, known spellings as one."""
    word = fold(token.text)
    if word in _set("joining") and token.text.islower():
        return "&"
    table = _table()
    if followed and word in table["leading_abbreviations"]:
        return str(table["leading_abbreviations"][word])
    if word in table["abbreviations"]:
        return str(table["abbreviations"][word])
    for ending, spelt in _spellings() if word.endswith(tuple(table["spellings"])) else ():
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)] + spelt
    return word


def _is_guarded(token: Word, word: str) -> bool:
    """Whether a word tells two things of one name apart."""
    if any(char.isdigit() for char in word) or word in _set("directions"):
        return True
    if token.text.isupper() and _ROMAN.fullmatch(token.text):
        return True
    return not word.isascii() and any(char.isalpha() and "LATIN" not in unicodedata.name(char, "") for char in word)


def _is_slip(one: str, other: str) -> bool:
    """Whether one word is the other with a letter doubled, left out or swapped with its neighbour, inside it."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SLIP or short[:_ENDS] != long[:_ENDS] or short[-_ENDS:] != long[-_ENDS:]:
        return False
    at = next(place for place in range(len(long)) if place >= len(short) or short[place] != long[place])
    if len(short) == len(long):
        return short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    if len(long) - len(short) > 1 or short[at:] != long[at + 1 :]:
        return False
    return long[at] == long[at - 1] or len(short) >= _LACKS


# -- the table ------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((resources.files("language") / "names.yaml").read_text(encoding="utf-8"))
    return loaded


@lru_cache(maxsize=32)
def _set(kind: str) -> frozenset[str]:
    return frozenset(str(_table()[kind]).split())


@lru_cache(maxsize=1)
def _spellings() -> tuple[tuple[str, str], ...]:
    """Endings with how they are written here, the longest first."""
    return tuple(sorted(_table()["spellings"].items(), key=lambda each: -len(each[0])))


@lru_cache(maxsize=1)
def _legal_forms() -> dict[str, str]:
    return {str(written): str(code) for code, ways in _table()["legal_forms"].items() for written in ways}
