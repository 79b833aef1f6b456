"""Which kinds of answer the words of a question ask for."""

from __future__ import annotations

from functools import lru_cache

from language.tables import table
from language.words import words


def kinds(text: str, language: str) -> frozenset[str]:
    """The kinds of answer that question words ask for: number, date, person, place, cause."""
    folded = tuple(word.folded for word in words(text))
    return frozenset(
        kind
        for kind, phrases in _phrases(language).items()
        for phrase in phrases
        if any(folded[at : at + len(phrase)] == phrase for at in range(len(folded)))
    )


@lru_cache(maxsize=8)
def _phrases(language: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    cells = table(language).get("question_words", {})
    return {
        kind: tuple(tuple(entry.split()) for entry in cell.split("|") if entry.strip()) for kind, cell in cells.items()
    }
