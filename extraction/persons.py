"""Shorter forms of a personal name, by which the rest of a text and other texts speak of its bearer."""

from __future__ import annotations

import re

from contract.records import NameBasis
from extraction.wording import QUOTED, Name, clean, function_words, has_capital, is_proper, listed, phrases
from language.words import fold

_ROMAN = re.compile(r"[IVX]+")
_INITIAL = re.compile(r"\w\.?")
_NEAR = 160  # characters after a name in which dates of a life stand


def person_names(name: str, opening: str, language: str) -> list[Name]:
    """Shorter forms of a long personal name: first and last, without titles, nicknames and initials; the last alone is weak."""
    if not _is_person(name, opening, language):
        return []
    nicknames = [clean(match["name"]) for match in QUOTED.finditer(name)]
    kept = _core(name, language)
    if len(kept) < 2:
        return []
    first, middle, last = kept[0], kept[1:-1], kept[-1]
    full = [word for word in middle if not _INITIAL.fullmatch(word)]
    initials = [f"{word[0]}." for word in middle if has_capital(word)]
    made = [kept, [first, *full, last], [first, last], [first, *initials, last], kept[:2]]
    made += [[first, *middle[-1:], last], *([other, last] for other in (*full, *nicknames))]
    strong = [Name(" ".join(part), 0.5, NameBasis.PART) for part in made if _ends_in_names(part[0], part[-1])]
    return [*strong, Name(last, 0.3, NameBasis.PART)] if is_proper(last) else strong


def _core(name: str, language: str) -> list[str]:
    """The words of a personal name without titles, nicknames, and what follows a comma, an "of" or the last name."""
    kept = QUOTED.sub(" ", name.split(",")[0]).split(" of ")[0].split()
    kept = [word for word in kept if fold(word.strip(".")) not in listed("honorifics", language)]
    while len(kept) > 2 and (
        fold(kept[-1].strip(".")) in listed("suffixes", language) or (len(kept[-1]) > 1 and kept[-1].isupper())
    ):
        kept.pop()
    return kept


def _ends_in_names(*ends: str) -> bool:
    return all(has_capital(word) and fold(word) not in function_words() and not _ROMAN.fullmatch(word) for word in ends)


def _is_person(name: str, opening: str, language: str) -> bool:
    """A capitalised name of two to seven words that a bracket with years or words of birth and death follows."""
    formal = QUOTED.sub(" ", name.split(",")[0])
    if not 2 <= len(formal.split()) <= 7 or not is_proper(formal) or any(char.isdigit() for char in formal):
        return False
    if QUOTED.search(name):
        return True
    at = opening.find(name)
    following = opening[max(at, 0) + len(name) :][:_NEAR]
    life = "|".join(re.escape(phrase) for phrase in phrases("life", language)) or "(?!)"
    return re.search(rf"\([^()]*(?:\b(?:{life})|\b\d{{3,4}}\b)|\b(?:{life})\s", following) is not None
