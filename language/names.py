"""Runs of words that can name something, and where known names stand in a text.

One set of rules serves both directions of linking: the keys that a new text may mention (``ngram_keys``) and the places
where given names stand in a text (``occurrences``). What the first does not list, the second does not find.

A run is eligible as a name when

* it has 1–6 words, or up to 16 where every word but the function words inside is capitalised (long titles);
* it does not begin or end in a function word of English or Spanish, unless that word is capitalised as its
  neighbour in the name is ("The Who", but not the start of "The film ended"), or is the article of a capitalised name
  ("the Matrix");
* alone, a word is capitalised or like a code ("fs.open", "SKU-44", "iPhone"), is no function word unless it is in capitals
  ("WHO"), is no letter or Roman numeral, is not the word of a numbered thing or a date ("Apollo 11", "4 May"), and is not
  capitalised merely because it opens a sentence: such a word may not stand in lower case elsewhere in the text;
* it does not cross a blank line, a table cell or the end of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from contract.records import Span
from language.tables import LANGUAGES
from language.words import Word, stop_words, words

SHORT_RUN = 6
LONG_RUN = 16
_POSSESSIVE = re.compile(r"['’][sS]\b")
_BREAK = re.compile(r"\n\s*\n|[|\t]|[.!?…][\"'»”’)\]]*\s")
_OPENING = re.compile(r"(?:^|[.!?…:|\n])[\s\"'«“‘(\[¿¡*#>\-–—•\d.)]*$")
_LOOK_BACK = 24
_NUMERAL = re.compile(r"[IVXLC]+|\w")
_NUMBER_AFTER = re.compile(r" \d")
_DAY_BEFORE = re.compile(r"(?<!\w)\d{1,2} $")
_ARTICLES = frozenset({"the", "el", "la", "los", "las"})
_ABBREVIATION = 3  # a short word before a period does not end a sentence: "St. Louis", "J. K. Rowling", "Dr. No"
_WORD = 3  # letters of a name of one word in a text without capitals, at least
_PART_NUMBER = 5  # that many digits alone are a part number; fewer are a count, a year or an article
_TYPOGRAPHIC = 3  # signs between two words of one name, at most: "Paris, Texas", "Lilu (mythology)"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name's key and where it stands: offsets into the text, half-open."""

    key: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Spanned(Protocol):
    """Anything that stands somewhere in a text."""

    @property
    def span(self) -> Span: ...


SpannedT = TypeVar("SpannedT", bound=Spanned)


class Known:
    """Names (folded keys) to be looked for in many texts: made ready once, and more can be added.

    A text is read only from words on that begin a name, and no further than the longest name that begins so.
    """

    def __init__(self, names: Iterable[str] = (), beside: Known | None = None) -> None:
        self._names: set[str] = set()
        self._reach: dict[str, int] = {}
        self._beside = beside
        self.add(names)

    def add(self, names: Iterable[str]) -> None:
        for name in names:
            self._names.add(name)
            start, rest = name.partition(" ")[::2]
            self._reach[start] = max(self._reach.get(start, 0), rest.count(" ") + 2 if rest else 1)

    def __contains__(self, name: object) -> bool:
        return name in self._names or (self._beside is not None and name in self._beside)

    def reach(self, word: str) -> int:
        """Of how many words the longest name is that begins with a folded word; 0 if none does."""
        own = self._reach.get(word, 0)
        return own if self._beside is None else max(own, self._beside.reach(word))


def ngram_keys(text: str, *, cased: bool = True) -> set[str]:
    """The folded keys (as ``language.words.key`` makes them) of all runs of the text that could be a name.

    ``cased`` False is for a text typed without capitals: there any word of three letters or more may be a name.
    """
    return {occurrence.key for occurrence in _runs(text, cased)}


def occurrences(text: str, names: Container[str], *, cased: bool = True) -> list[Occurrence]:
    """Where the given names (folded keys) stand in the text: all of them, overlapping ones too, by start, then end."""
    known = names if isinstance(names, Known) else Known(names) if isinstance(names, Collection) else None
    return [occurrence for occurrence in _runs(text, cased, known) if occurrence.key in names]


def longest(found: Iterable[SpannedT]) -> tuple[SpannedT, ...]:
    """Of what overlaps in one text, the leftmost and there the longest; all that share a chosen span, in the order given."""
    chosen: list[SpannedT] = []
    span = Span(-1, -1)
    for item in sorted(found, key=lambda item: (item.span.start, -item.span.end)):
        if item.span == span or item.span.start >= span.end:
            span = item.span
            chosen.append(item)
    return tuple(chosen)


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    return frozenset().union(*(stop_words(language) for language in LANGUAGES))


def _runs(text: str, cased: bool, known: Known | None = None) -> Iterator[Occurrence]:
    """The eligible runs of a text, by start, then end; with ``known`` only those that can be one of its names."""
    found = _name_words(text)
    folded = [word.folded for word in found]
    reaches = [LONG_RUN if known is None else known.reach(form) for form in folded]
    if not any(reaches):
        return
    capital = [_is_capitalised(word.text) or not cased for word in found]
    function = [form in _function_words() for form in folded]
    lower = {form for form, word in zip(folded, found, strict=True) if word.text[0].islower()}
    for first, word in enumerate(found):
        if not reaches[first]:
            continue
        if _is_name_alone(text, word, function[first], cased, folded[first] in lower):
            yield Occurrence(folded[first], word.start, word.end)
        if function[first] and not _opens_name(folded, capital, first):
            continue
        plain = not (capital[first] or function[first] or _is_code(word.text))
        for last in range(first + 1, min(first + min(reaches[first], LONG_RUN), len(found))):
            if _parts(text, found[last - 1], found[last]):
                break
            plain = plain or not (capital[last] or function[last] or _is_code(found[last].text))
            if plain and last - first >= SHORT_RUN:
                break
            if not function[last] or capital[last]:
                yield Occurrence(" ".join(folded[first : last + 1]), word.start, found[last].end)


def _opens_name(folded: list[str], capital: list[bool], at: int) -> bool:
    """Whether a function word begins a name: what follows is capitalised, and so is the word unless it is an article."""
    return at + 1 < len(capital) and capital[at + 1] and (capital[at] or folded[at] in _ARTICLES)


def _name_words(text: str) -> list[Word]:
    """The words of a text without the English possessive, as ``language.words.key`` drops it."""
    return words(_POSSESSIVE.sub("  ", text))


def _parts(text: str, left: Word, right: Word) -> bool:
    """Whether what stands between two words keeps them from being one name."""
    gap = text[left.end : right.start]
    if gap == " ":
        return False
    if _BREAK.search(gap):
        return not (gap.startswith(".") and len(left.text) <= _ABBREVIATION and "\n" not in gap)
    return len("".join(gap.split())) > _TYPOGRAPHIC


def _is_name_alone(text: str, word: Word, is_function: bool, cased: bool, also_lower: bool) -> bool:
    written = word.text
    if is_function:
        return len(written) > 1 and written.isupper()
    if _is_code(written):
        return True
    if not cased:
        return len(written) >= _WORD and written.isalpha()
    if not _is_capitalised(written) or _is_numbered(text, word):
        return False
    return (
        not also_lower or written.isupper() or not _OPENING.search(text[max(0, word.start - _LOOK_BACK) : word.start])
    )


def _is_numbered(text: str, word: Word) -> bool:
    """A numeral itself, or what a number beside it counts."""
    before = text[max(0, word.start - _LOOK_BACK) : word.start]
    return bool(_NUMERAL.fullmatch(word.text) or _NUMBER_AFTER.match(text, word.end) or _DAY_BEFORE.search(before))


def _is_capitalised(written: str) -> bool:
    """A capital first, or a letter of a script that has none."""
    return written[0].isalpha() and not written[0].islower()


@lru_cache(maxsize=65536)
def _is_code(written: str) -> bool:
    """Letters with digits, signs inside, capitals inside, or a long number."""
    if written.isdigit():
        return len(written) >= _PART_NUMBER
    has_letter = any(char.isalpha() for char in written)
    mixed = any(char.isupper() for char in written[1:]) and any(char.islower() for char in written)
    return has_letter and (mixed or any(char.isdigit() or char in "._/#+" for char in written))
