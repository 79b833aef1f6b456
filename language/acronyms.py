"""Acronyms and what they stand for, as a text that defines them writes both.

After Schwartz and Hearst, "A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical Text" (2003): read from the
right, each letter of the short form is the next one found in the long form, and its first letter begins a word.
"""

from __future__ import annotations

from language.words import fold

_SHORTEST, _LONGEST = 2, 10  # signs of a short form


def is_short_form(text: str) -> bool:
    """Whether a word can be an acronym: two signs to ten, one word, a letter first, two capitals at least."""
    return (
        _SHORTEST <= len(text) <= _LONGEST
        and " " not in text
        and text[0].isalpha()
        and sum(char.isupper() for char in text) >= _SHORTEST
    )


def spells(short: str, long: str) -> bool:
    """Whether a short form is an acronym of the whole of a long one: its first letter begins the long form's first word."""
    return long_form(short, long) == long.strip()


def long_form(short: str, before: str) -> str | None:
    """The shortest end of ``before`` of which ``short`` is an acronym; None where there is none."""
    if not is_short_form(short):
        return None
    letters = [fold(char) for char in short if char.isalnum()]
    text = [fold(char)[:1] for char in before.strip()]
    words = [
        place for place in range(len(text)) if text[place].isalnum() and (not place or not text[place - 1].isalnum())
    ]
    at = len(text)
    for place in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and (text[at] != letters[place] or (place == 0 and at not in words)):
            at -= 1
        if at < 0:
            return None
    long = before.strip()[at:]
    return long if len(long.split()) > 1 else None
