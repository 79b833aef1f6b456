"""Small questions about the wording of names, by the word tables of the languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from contract.records import NameBasis
from language.tables import LANGUAGES, table
from language.words import fold, stop_words, words

QUOTED = re.compile(r"[\"“«„]\s*(?P<name>[^\"“”«»„]{1,120}?)\s*[\"”»]")
PARTICLES = frozenset(
    ["da", "das", "do", "dos", "di", "du", "von", "van", "der", "den", "zu", "af", "av", "bin", "ibn", "al", "mac"]
)
_AROUND = " \t\n,.;:–—-\"'“”«»‘’*_`()[]"
_POINTED = re.compile(r"(?<![\w.])(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}$")
_ADVERB = re.compile(r"\s+[a-z]+(?:ly|mente)$")


@dataclass(frozen=True, slots=True)
class Name:
    """A name with how surely it stands for its thing (0–1) and why."""

    text: str
    strength: float
    basis: NameBasis = NameBasis.LEAD


def clean(name: str) -> str:
    """Without what stands around a name; the point of an abbreviation stays ("Acme S.A.")."""
    bare = name.strip(_AROUND)
    if _POINTED.search(bare) and name.lstrip(_AROUND).startswith(f"{bare}."):
        return f"{bare}."
    return _ADVERB.sub("", bare)


def has_capital(word: str) -> bool:
    """A capital first, or a letter of a script that has none."""
    return word[0].isalpha() and not word[0].islower()


def is_proper(name: str) -> bool:
    """Whether all its words but function words begin with a capital or hold a digit."""
    content = [word.text for word in words(name) if word.folded not in function_words() | PARTICLES]
    return bool(content) and all(has_capital(word) or word[0].isdigit() for word in content)


def without_article(name: str, language: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if rest and fold(first) in listed("articles", language) else name


def phrases(kind: str, language: str) -> list[str]:
    """The phrases of a kind of a language's table, longest first, so that a pattern of them takes the longest."""
    found = [phrase.strip() for phrase in str(table(language).get(kind, "")).split("|") if phrase.strip()]
    return sorted(found, key=len, reverse=True)


@lru_cache(maxsize=1)
def function_words() -> frozenset[str]:
    return frozenset().union(*(stop_words(language) for language in LANGUAGES))


@lru_cache(maxsize=64)
def listed(kind: str, language: str) -> frozenset[str]:
    """The folded words of a kind of a language's table: ``articles``, ``honorifics``, …"""
    return frozenset(fold(word) for word in str(table(language).get(kind, "")).split())


@lru_cache(maxsize=1)
def clause_words() -> frozenset[str]:
    return frozenset().union(*(listed("clause_words", language) for language in LANGUAGES))
