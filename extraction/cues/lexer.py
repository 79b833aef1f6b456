"""A block's text as tokens of a language's cue table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from contract.records import Span
from extraction.cues.tables import CueTable
from language.numbers import flat

_CODE = re.compile(r"(?<![\w-])(?!N[Oº°]?[ .-])[A-Z]{2,8}(?:[ -]?[A-Z]{1,4})?[ -]?\d+(?:[.\-/:]\d+)*(?!\w)")
_SIGNS = {
    ",": "comma", ";": "semicolon", ":": "colon", "(": "open", ")": "close", '"': "quote", "“": "quote", "”": "quote",
    "«": "quote", "»": "quote",
}  # fmt: skip
_ITEM = re.compile(r"\s*(?:[-*+•]|\(?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})[.)º°]-?)\s")
_NEW_SENTENCE = re.compile(r"[\"'»”)*]*\s+[\"'«“(*¿¡]*(?:[A-ZÁÉÍÓÚÑÇÂÊÔ]|\d+[.)]\s|$)|[\"'»”)*]*\s*\Z|\s*\n\s*\n")


@dataclass(frozen=True, slots=True)
class Token:
    """``kind`` is the table's; ``value`` what it stands for there; ``text`` is folded. The span is in the document."""

    kind: str
    value: Any
    text: str
    span: Span


def tokens(text: str, start: int, table: CueTable) -> list[Token]:
    """The tokens of a text that stands at ``start`` of its document, in order; white space gives none."""
    folded = flat.__wrapped__(text)
    codes = {match.start(): match.end() for match in _CODE.finditer(text)}
    found: list[Token] = []
    at = 0
    while match := table.master.search(folded, at):
        begin, at = match.span()
        if (begin in codes and match.lastgroup in ("word", "number")) or (begin in codes and at <= codes[begin]):
            at = codes[begin]
            found.append(Token("code", None, text[begin:at], Span(start + begin, start + at)))
            continue
        group = match.lastgroup or ""
        kind, value = table.kinds.get(group, (group, None))
        if kind == "sign":
            kind = _sign(text, begin)
        found.append(Token(kind, value, match.group(), Span(start + begin, start + at)))
    return found


def item_mark(text: str) -> int:
    """How long the mark of a list's item is (a bullet, a number or a letter before its words); 0 where there is none."""
    found = _ITEM.match(text)
    return found.end() if found else 0


def _sign(text: str, at: int) -> str:
    if text[at] in ".!?…":
        return "end" if _NEW_SENTENCE.match(text, at + 1) else "sign"
    return _SIGNS.get(text[at], "sign")
