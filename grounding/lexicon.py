"""The closed classes of words that decide what a sentence says, as compiled tables of one language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from language.tables import table
from language.words import fold, stem, words


class Kind(StrEnum):
    """What a mark does to the word that it stands on."""

    NEGATION = "negation"
    MODALITY = "modality"
    CONDITION = "conditions"
    EXCEPTION = "exceptions"
    HEDGE = "hedges"
    QUANTIFIER = "quantifiers"
    RELATION = "relations"
    PERSON = "persons"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Mark:
    """One occurrence of a closed class: ``(modality, may)``, ``(quantifiers, all)``."""

    kind: Kind
    sort: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """``phrases`` gives for a first word the phrases that begin with it, longest first. ``antonyms`` holds stems."""

    language: str
    phrases: dict[str, tuple[tuple[tuple[str, ...], Mark], ...]]
    contractions: tuple[tuple[str, str], ...]
    antonyms: dict[str, frozenset[str]]
    opening: re.Pattern[str]
    openers: frozenset[str]
    causes: tuple[str, ...]
    explaining: tuple[tuple[str, ...], ...]
    frames: tuple[tuple[str, ...], ...]
    listing: tuple[tuple[str, ...], ...]
    joining: frozenset[str]
    interrogatives: frozenset[str]
    code_words: frozenset[str]
    signature_words: frozenset[str]
    version_words: frozenset[str]

    def connective(self, text: str) -> int:
        """How many characters of a sentence are an opening connective ("However, ", «Además, »); 0 where none is."""
        found = self.opening.match(text)
        return found.end() if found and found.end() < len(text) else 0

    def match(self, folded: list[str], at: int) -> tuple[int, Mark] | None:
        """The longest phrase that begins at this word: how many words it takes, and its mark."""
        for phrase, mark in self.phrases.get(folded[at], ()):
            if tuple(folded[at : at + len(phrase)]) == phrase:
                return len(phrase), mark
        return None


def split(text: str) -> tuple[str, ...]:
    """The entries of a table's cell, parted by "|"."""
    return tuple(entry.strip() for entry in text.split("|") if entry.strip())


@lru_cache(maxsize=8)
def lexicon(language: str) -> Lexicon:
    """The tables of a language, compiled once. A language without tables gets empty ones."""
    rows = table(language)
    return Lexicon(
        language=language,
        phrases=_phrases(language),
        contractions=tuple(dict(rows.get("contractions") or {}).items()),
        antonyms=_antonyms(language),
        opening=_opening(split(rows.get("connectives", "")), split(rows.get("bare_connectives", ""))),
        openers=frozenset(split(rows.get("openers", ""))),
        causes=split(rows.get("causes", "")),
        explaining=tuple(tuple(entry.split()) for entry in split(rows.get("explaining", ""))),
        frames=tuple(tuple(entry.split()) for entry in split(rows.get("frames", ""))),
        listing=tuple(tuple(entry.split()) for entry in split(rows.get("listing", ""))),
        joining=frozenset(split(rows.get("joining", ""))),
        interrogatives=frozenset(split(rows.get("interrogatives", ""))),
        code_words=frozenset(split(rows.get("code_words", ""))),
        signature_words=frozenset(split(rows.get("signature_words", ""))),
        version_words=frozenset(split(rows.get("version_words", ""))),
    )


def _opening(connectives: tuple[str, ...], bare: tuple[str, ...]) -> re.Pattern[str]:
    """Connectives are parted from the sentence by a comma; bare ones ("and") need none."""
    parted, plain = (
        "|".join(map(re.escape, sorted(some, key=len, reverse=True))) or "(?!)" for some in (connectives, bare)
    )
    return re.compile(rf"\s*(?:(?:{parted})\s*,\s*|(?:{plain})\s*,?\s+)", re.IGNORECASE)


def _sorts(language: str, name: str) -> list[tuple[str, str]]:
    cell = table(language).get(name, {})
    return [(name, cell)] if isinstance(cell, str) else list(cell.items())


def _phrases(language: str) -> dict[str, tuple[tuple[tuple[str, ...], Mark], ...]]:
    by_first: dict[str, list[tuple[tuple[str, ...], Mark]]] = {}
    for kind in Kind:
        for sort, text in _sorts(language, kind.value):
            for entry in split(text):
                phrase = tuple(word.folded for word in words(entry))
                by_first.setdefault(phrase[0], []).append((phrase, Mark(kind, sort)))
    return {first: tuple(sorted(found, key=lambda pair: -len(pair[0]))) for first, found in by_first.items()}


def _antonyms(language: str) -> dict[str, frozenset[str]]:
    pairs: dict[str, set[str]] = {}
    for entry in split(table(language).get("antonyms", "")):
        one, other = (stem(fold(side), language) for side in entry.split("/"))
        pairs.setdefault(one, set()).add(other)
        pairs.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in pairs.items()}
