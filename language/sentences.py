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
_DOTTED = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}")  # "S.A", "U.S", «EE.UU»
_NEAR = 16  # signs after a point that tell whether the sentence goes on
_ON = re.compile(r"\s+(?:[^\W\d_]|\()")


def sentences(text: str) -> list[Span]:
    """Where the sentences of a text stand, without the white space around them. List items and blank lines end one."""
    found: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if match.group()[0] == "." and _is_abbreviation(text[start : match.start() + 1], text[match.end() :][:_NEAR]):
            continue
        _add(text, start, match.end(), found)
        start = match.end()
    _add(text, start, len(text), found)
    return found


def _is_abbreviation(piece: str, after: str) -> bool:
    """Whether a point ends a word only. Initials end a sentence where a capital follows: "by Acme, S.A. (the Buyer)"."""
    last = _LAST_WORD.search(piece)
    if not last:
        return False
    word = last.group(1).casefold()
    if word in _ABBREVIATED or (len(word) == 1 and word.isalpha()):
        return True
    follows = _ON.match(after)
    return bool(_DOTTED.fullmatch(word) and follows and not follows.group()[-1].isupper())


def _add(text: str, start: int, end: int, found: list[Span]) -> None:
    piece = text[start:end]
    if stripped := piece.strip():
        begin = start + piece.index(stripped[0])
        found.append(Span(begin, begin + len(stripped)))
