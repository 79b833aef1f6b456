"""Limits on a value, as they are said: "at least 3", "up to 30 days", «no más de 5», "10 kg or more"."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from language.numbers import flat
from language.tables import LANGUAGES, table


class Bound(StrEnum):
    """What a value is the limit of. ``LEAST`` and ``MOST`` include it, ``MORE`` and ``LESS`` do not."""

    LEAST = "least"
    MOST = "most"
    MORE = "more"
    LESS = "less"


@lru_cache(maxsize=16384)
def bound(raw: str) -> Bound | None:
    """The limit that a value as written says it is, in whichever language; None for a value itself."""
    found = _said(raw)
    return found[0] if found else None


def compatible(one: Bound | None, other: Bound | None) -> bool:
    """Whether two values with these limits can mean the same number: a limit that includes it may be told as the number."""
    return one is other or (None in (one, other) and not {one, other} & {Bound.MORE, Bound.LESS})


def bare_of_bounds(text: str, language: str) -> str:
    """The text without the words of a limit around it; as it is where it has none in its language."""
    found = _said(text, (language,)) if language in LANGUAGES else None
    return f"{text[: found[1]]}{text[found[2] :]}".strip() if found else text


def _said(text: str, languages: tuple[str, ...] = LANGUAGES) -> tuple[Bound, int, int] | None:
    """The limit at either end of a text, and where its words stand: the longest of those that fit."""
    folded = flat(text)
    best: tuple[Bound, int, int] | None = None
    for spoken in languages:
        for one in Bound:
            for pattern in _patterns(spoken, one):
                match = pattern.search(folded)
                if match and (best is None or match.end() - match.start() > best[2] - best[1]):
                    best = one, match.start(), match.end()
    return best


@lru_cache(maxsize=16)
def _patterns(language: str, one: Bound) -> tuple[re.Pattern[str], ...]:
    """Before the value, and after it at the end of the text."""
    limits = table(language).get("limits", {}).get(one.value, {})
    before, after = limits.get("before"), limits.get("after")
    return (
        *((re.compile(rf"^\s*(?:{before})\s+(?=\S)"),) if before else ()),
        *((re.compile(rf"\s+(?:{after})\.?\s*$"),) if after else ()),
    )
