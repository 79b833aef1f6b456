"""A list of references as far as it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from extraction.cues.lexer import Token
from extraction.cues.records import Effect, Reference
from extraction.cues.tables import CueTable

RESTS = frozenset({"comma", "joiners", "resumes"})  # a list may go on after these
CLAUSES = frozenset({"partials", "exceptions", "effects", "conditions", "terms", "until", "delays"})
BARRIERS = frozenset({"semicolon", "colon", "break", "end"})
ENDS = frozenset({"stops", "cue", "survives", "carve_outs", "declares"})


@dataclass(frozen=True, slots=True)
class Item:
    """One thing listed. ``sections`` are names of headings; ``inner``: only a part of them. ``end`` is the token after it."""

    reference: Reference
    sections: tuple[str, ...] = ()
    inner: bool = False
    partial: bool = False
    conditional: bool = False
    exceptions: tuple[str, ...] | None = None  # None: nothing is excepted; empty: something that is no section
    effect: Effect | None = None
    end: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """The texts and the sections that some words name, whatever else they say."""

    numbers: frozenset[str] = frozenset()
    sections: tuple[str, ...] = ()

    def concerns(self, reference: Reference) -> bool:
        """True where no text is named, or this one is."""
        return not self.numbers or reference.number in self.numbers


@dataclass
class Reading:
    """A list as far as it is read. ``group`` is where in ``items`` the present run between semicolons begins."""

    tokens: Sequence[Token]
    text: str
    table: CueTable
    at: int = 0
    items: list[Item] = field(default_factory=list)
    group: int = 0
    expecting: bool = True
    head: str | None = None
    section: str | None = None
    counted: str | None = None  # the section word that numbers are of where none is written again
    pending: list[str] = field(default_factory=list)
    inner: bool = False
    last: Reference | None = None
    partial_ahead: bool = False
    conditional_ahead: bool = False
    excepted_ahead: Named | None = None
    effect_ahead: Effect | None = None

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else "end"


def plain(number: str) -> str:
    """A number as a key: no separators of thousands, no ordinal mark."""
    bare = re.sub(r"\s?(?:\.?o|[°ª])$", "", number)
    return re.sub(r"(?<=\d)[.,](?=\d{3}(?!\d))", "", bare)


def coded(code: str) -> str:
    """ "PEP-0484" and "PEP 484" are one code."""
    return re.sub(r"(?<![\d.])0+(?=\d)", "", re.sub(r"[ -]", " ", re.sub(r"(?<=[A-Z])(?=\d)", " ", code))).casefold()


def is_number(token: Token) -> bool:
    return any(map(str.isdigit, token.text))


def is_long(token: Token) -> bool:
    return len(plain(token.text)) >= 4 or "/" in token.text


def capital(r: Reading, token: Token) -> bool:
    return r.text[token.span.start].isupper()
