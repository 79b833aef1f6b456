"""Sentences with their places."""

from __future__ import annotations

import re

from contract.records import Span

_ABBREVIATIONS = (
    "art arts inc núm num no nº sr sra srta dr dra d dña ud uds etc ej pág págs p pp cap vol ed "
    "mr mrs ms st vs fig eq approx inc ltd corp co jr e.g i.e cf al jan feb mar apr jun jul aug sep sept oct nov dec"
)
_ABBREVIATED = frozenset(_ABBREVIATIONS.split())
_END = re.compile(r"[.!?…]+[\"'»”’)\]]*(?=\s)|\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)|\n(?=#)")
_LAST_WORD = re.compile(r"([\w.]+)\.$")


def sentences(text: str) -> list[Span]:
    """Where the sentences of a text stand, without the white space around them. List items and blank lines end one."""
    found: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if match.group()[0] == "." and _is_abbreviation(text[start : match.start() + 1]):
            continue
        _add(text, start, match.end(), found)
        start = match.end()
    _add(text, start, len(text), found)
    return found


def _is_abbreviation(piece: str) -> bool:
    last = _LAST_WORD.search(piece)
    if not last:
        return False
    word = last.group(1).casefold()
    return word in _ABBREVIATED or (len(word) == 1 and word.isalpha())


def _add(text: str, start: int, end: int, found: list[Span]) -> None:
    piece = text[start:end]
    if stripped := piece.strip():
        begin = start + piece.index(stripped[0])
        found.append(Span(begin, begin + len(stripped)))
