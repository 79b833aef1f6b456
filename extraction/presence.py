"""What a family's revisions are to one another: revised texts or notes, which is nearest to which, and where a thing stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from contract.changes import FamilyKind
from extraction.editions import Edition, Unit, UnitKind
from language.tables import LANGUAGES
from language.words import fold, stop_words, words

SHORT = 60  # words of a text of a few lines
REVISED = 0.4  # share of text that neighbours have in common, at most in the family, from which they are revisions

Bitmap = tuple[bool, ...]  # by revision, in the family's order


@lru_cache(maxsize=512)
def reuse(one: Edition, other: Edition) -> float:
    """The share of two editions' units that both have, 0–1."""
    total = one.keys.total() + other.keys.total()
    return 2 * (one.keys & other.keys).total() / total if total else 0.0


def family_kind(editions: Sequence[Edition]) -> FamilyKind:
    """Revisions of one document, or a document about each version: by the most that neighbours have in common.

    In a text of a few lines every sentence may have changed: there the words count.
    """
    most = max((max(reuse(*pair), _reworded(*pair)) for pair in pairwise(editions)), default=1.0)
    return FamilyKind.REVISIONS if most >= REVISED else FamilyKind.NOTES


def _reworded(one: Edition, other: Edition) -> float:
    """The share of content words that two short texts have in common; 0 for longer ones."""
    mine, theirs = (Counter(word for unit in each.units for word in _content(unit.text)) for each in (one, other))
    total = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / total if 0 < total <= 2 * SHORT else 0.0


def _content(text: str) -> list[str]:
    return [word.folded for word in words(text) if not any(word.folded in stop_words(each) for each in LANGUAGES)]


def base(editions: Sequence[Edition], at: int) -> int | None:
    """The earlier edition nearest by text, the later of two as near; None for the first."""
    if at == 0:
        return None
    return max(range(at), key=lambda before: (reuse(editions[before], editions[at]), before))


def standing(editions: Sequence[Edition], keys: Sequence[str]) -> Bitmap:
    """Where units with all of these keys stand."""
    return tuple(all(key in edition.keys for key in keys) for edition in editions)


def named(editions: Sequence[Edition], code: str) -> Bitmap:
    """Where a code stands: as a whole word, in text or headings; case does not matter, signs do."""
    return tuple(
        any(mentions(heading, code) for part in edition.parts for heading in part.path[1:])
        or any(mentions(unit.text, code) for unit in edition.units)
        for edition in editions
    )


def mentions(text: str, code: str) -> bool:
    """Whether a text holds a code as a whole word."""
    return _pattern(code).search(fold(text)) is not None


def first_unit(edition: Edition, code: str) -> Unit | None:
    """Where a code stands first: the opening of the section that it heads, else the first unit that holds it."""
    for part in edition.parts:
        if len(part.path) > 1 and mentions(part.path[-1], code) and part.units:
            return next((unit for unit in part.units if unit.kind is not UnitKind.LINE), part.units[0])
    return next((unit for unit in edition.units if mentions(unit.text, code)), None)


@lru_cache(maxsize=64)
def _pattern(code: str) -> re.Pattern[str]:
    """A folded code between signs that are no part of a word. One that ends in a sign may go on behind it ("node:fs")."""
    folded = fold(code)
    before = r"(?<![\w])" if folded[:1].isalnum() or folded[:1] == "_" else ""
    after = r"(?![\w])" if folded[-1:].isalnum() or folded[-1:] == "_" else ""
    return re.compile(before + re.escape(folded) + after)
