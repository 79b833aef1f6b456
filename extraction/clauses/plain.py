"""Sentences as a parser can read them: one line without marks of emphasis, each sign with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from contract.records import Span
from extraction.clauses.grammar import Grammar
from language.sentences import sentences

_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)")
_LINE = re.compile(r"(?:^|\n)[ \t]*(?:[#>]+|[-*+•–]|\d+[.)])[ \t]+")
_UNREADABLE = re.compile(r"[|{}<>\\]|\]\(|://|\.{4,}|_{4,}")
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST, _LONGEST = 3, 60  # words of a sentence that is parsed


@dataclass(frozen=True, slots=True)
class Plain:
    """``text`` is the sentence; ``places`` are where its signs stand in the text that it was taken from."""

    text: str
    places: tuple[int, ...]

    def place(self, span: Span) -> Span:
        return Span(self.places[span.start], self.places[span.end - 1] + 1)


def readable(text: str, table: Grammar) -> Iterator[Plain]:
    """The sentences worth a parse: not too long, no code or links, no question, and not about what a pronoun stands for."""
    for span in sentences(text):
        piece = text[span.start : span.end]
        spoken = _WORD.findall(piece)
        if not _SHORTEST <= len(spoken) <= _LONGEST or _UNREADABLE.search(piece) or piece.endswith("?"):
            continue
        if not table.has("pronouns", spoken[0]) and any(word.islower() for word in spoken):
            yield _plain(piece, span.start)


def _plain(piece: str, start: int) -> Plain:
    """Without marks; runs of white space are one space."""
    out = {at for mark in (*_MARKS.finditer(piece), *_LINE.finditer(piece)) for at in range(*mark.span())}
    kept: list[tuple[str, int]] = []
    for at, sign in enumerate(piece):
        if at in out and not sign.isspace():
            continue
        if not sign.isspace():
            kept.append((sign, start + at))
        elif kept and kept[-1][0] != " ":
            kept.append((" ", start + at))
    while kept and kept[-1][0] == " ":
        kept.pop()
    return Plain("".join(sign for sign, _ in kept), tuple(at for _, at in kept))
