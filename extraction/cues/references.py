"""What follows or goes before the head of a reference: a number, a day, a name."""

from __future__ import annotations

import re

from contract.records import Span
from extraction.cues.effects import iso_of
from extraction.cues.lexer import Token
from extraction.cues.reading import Reading, capital, is_number, plain
from extraction.cues.records import Reference

_LONGEST_NAME = 10


def numbered(r: Reading, head: Token) -> Reference | None:
    """The number, or else the date, that follows a head."""
    at = r.at
    while r.peek(at - r.at) in ("number_marks", "quote", "fillers") or (
        r.peek(at - r.at) == "determiners" and r.peek(at - r.at + 1) == "number"
    ):
        at += 1
    kind = r.peek(at - r.at)
    if kind == "number" and is_number(r.tokens[at]):
        r.at = at + 1
        return Reference(head.value, Span(head.span.start, r.tokens[at].span.end), number=plain(r.tokens[at].text))
    while r.peek(at - r.at) in ("of", "fillers", "determiners", "comma"):
        at += 1
    if r.peek(at - r.at) == "date" and head.value not in r.table.named:
        r.at = at + 1
        return Reference(head.value, Span(head.span.start, r.tokens[at].span.end), date=iso_of(r.tokens[at], r.table))
    return None


def named_after(r: Reading, head: Token) -> Reference | None:
    """What follows a head that goes by a name: capitalised words and the small ones between them, a year at the end."""
    if head.value not in r.table.named:
        return None
    at, end = r.at, None
    while at < len(r.tokens) and at - r.at < _LONGEST_NAME:
        token = r.tokens[at]
        if capital(r, token) or (
            end is not None and token.kind == "number" and re.fullmatch(r"(?:19|20)\d\d", token.text)
        ):
            end = at + 1
        elif token.kind not in ("of", "determiners", "joiners"):
            break
        at += 1
    if end is None:
        return None
    span = Span(head.span.start, r.tokens[end - 1].span.end)
    r.at = end
    return Reference(head.value, span, name=r.text[span.start : span.end])
