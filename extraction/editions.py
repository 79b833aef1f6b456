"""One content as sections of units: what is compared with another content of the same source.

A unit is a sentence, a list item, a table cell, a line of code or a ``key: value`` line. Its ``key`` is what makes two of
them the same: quotes, dashes, white space and the mark of a list item are folded, and the revision's own label stands for
any label. Code is compared as it is written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise

from contract.records import Passage, PassageKind, Span
from extraction.outline import heading_words
from language.sentences import sentences
from language.words import fold, key

_QUOTES = str.maketrans(dict.fromkeys("\"'«»“”‘’„‹›", "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_MARK = re.compile(r"^(?:[-*+•>]+|\d+[.)])\s+")
_STYLE = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)")
_LINE = re.compile(r"[^\n]+")
_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^\s*\|(?:\s*:?-+:?\s*\|)+\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"^\s*(?:`{3,}|~{3,})")
_TOKEN = re.compile(r"[^\W_]+(?:[._][^\W_]+)*|[^\w\s]")
_LABEL = "\x00"
SHINGLE = 3  # words of a shingle


class UnitKind(StrEnum):
    SENTENCE = "sentence"
    CELL = "cell"
    CODE = "code"
    LINE = "line"  # ``key: value``


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece that is compared. ``span`` is in its passage's ``shown`` text; ``cell`` is row key and column of a cell."""

    kind: UnitKind
    text: str
    key: str
    passage_id: str
    span: Span
    cell: tuple[str, str] | None = None


@dataclass(frozen=True, eq=False)
class Part:
    """A section with its units. ``place`` is its heading path folded, without numbers and marks: what a reader knows it by."""

    path: tuple[str, ...]
    place: tuple[str, ...]
    units: tuple[Unit, ...]

    @cached_property
    def shingles(self) -> Counter[tuple[str, ...]]:
        """Its words by threes, counted; a short text is one shingle."""
        said = [word for unit in self.units for word in key(unit.key).split()]
        return Counter(tuple(said[at : at + SHINGLE]) for at in range(max(1, len(said) - SHINGLE + 1)) if said)


@dataclass(frozen=True, eq=False)
class Edition:
    """One content, taken apart. Editions are compared by identity: one content gives one edition."""

    parts: tuple[Part, ...]
    shown: Mapping[str, str]  # by passage id, what a reader sees of it

    @cached_property
    def keys(self) -> Counter[str]:
        """Its units' keys, counted."""
        return Counter(unit.key for part in self.parts for unit in part.units)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(unit for part in self.parts for unit in part.units)


Piece = tuple[Passage, tuple[str, ...]]  # a passage with its section's heading path


@lru_cache(maxsize=128)
def edition(pieces: tuple[Piece, ...], label: str | None) -> Edition:
    """The passages of one content, in document order, as an edition."""
    grouped: dict[str, list[Piece]] = {}
    for piece in pieces:
        grouped.setdefault(piece[0].section.partition("~")[0], []).append(piece)
    shown = {passage.id: passage.shown for passage, _ in pieces}
    return Edition(tuple(_part(group, label) for group in grouped.values()), shown)


def _part(group: Sequence[Piece], label: str | None) -> Part:
    path = group[0][1]
    units: list[Unit] = []
    fences = [sum(bool(_FENCE.match(line)) for line in passage.text.split("\n")) for passage, _ in group]
    fenced = False
    for (passage, _), count in zip(group, fences, strict=True):
        bare = passage.kind is PassageKind.CODE and not any(fences)  # code by its layout alone
        units += _units(passage, label, fenced=fenced, bare=bare)
        fenced ^= count % 2 == 1
    return Part(path, tuple(_heading(each) for each in path[1:]), tuple(units))


def _heading(text: str) -> str:
    return key(heading_words(text)) or key(text)


def _units(passage: Passage, label: str | None, *, fenced: bool, bare: bool) -> Iterable[Unit]:
    """A passage's units; ``fenced``: it begins inside a block of code that an earlier passage opened."""
    shown = passage.shown
    if passage.kind is PassageKind.TABLE:
        yield from _cells(passage, shown, label)
        return
    start = len(shown) - len(passage.text)
    for kind, span in _pieces(passage, start, fenced=fenced, bare=bare):
        text = shown[span.start : span.end]
        made = text.strip() if kind is UnitKind.CODE else _key(text, label)
        if made:
            yield Unit(kind, text, made, passage.id, span)


def _pieces(passage: Passage, start: int, *, fenced: bool, bare: bool) -> Iterable[tuple[UnitKind, Span]]:
    """Lines of code and of keys, else sentences; a fenced block inside a passage of another kind is code too."""
    text, from_ = passage.text, 0
    kind = UnitKind.CODE if bare else UnitKind.LINE if passage.kind is PassageKind.KEYS else UnitKind.SENTENCE
    for line in _LINE.finditer(text):
        if _FENCE.match(line.group()):
            if not fenced:
                yield from _prose(text[from_ : line.start()], start + from_, kind)
            fenced, from_ = not fenced, line.end()
        elif fenced:
            yield UnitKind.CODE, Span(start + line.start(), start + line.end())
    if not fenced:
        yield from _prose(text[from_:], start + from_, kind)


def _prose(text: str, start: int, kind: UnitKind) -> Iterable[tuple[UnitKind, Span]]:
    """Text outside of fences: sentences, or what stands in lines by lines."""
    if kind is UnitKind.SENTENCE:
        for found in sentences(text):
            yield kind, Span(start + found.start, start + found.end)
        return
    for line in _LINE.finditer(text):
        if line.group().strip():
            yield kind, Span(start + line.start(), start + line.end())


def _cells(passage: Passage, shown: str, label: str | None) -> Iterable[Unit]:
    """The cells of a table's rows, each with its row's key and its column; what is no row is a sentence."""
    header: list[Span] | None = None
    for line in _LINE.finditer(shown):
        span = Span(line.start(), line.end())
        if _RULE.match(line.group()):
            continue
        if not _ROW.match(line.group()):
            yield Unit(UnitKind.SENTENCE, line.group(), _key(line.group(), label), passage.id, span)
        elif header is None:
            header = _columns(shown, span)
        else:
            yield from _row(passage.id, shown, header, _columns(shown, span), label)


def _row(passage_id: str, shown: str, header: Sequence[Span], row: Sequence[Span], label: str | None) -> Iterable[Unit]:
    name = shown[row[0].start : row[0].end] if row else ""
    for at, span in enumerate(row):
        column = shown[header[at].start : header[at].end] if at < len(header) else ""
        text = shown[span.start : span.end]
        if at and text:
            cell = (name, column)
            yield Unit(UnitKind.CELL, text, f"{key(name)}|{key(column)}|{_key(text, label)}", passage_id, span, cell)
    if len(row) == 1 and name:
        yield Unit(UnitKind.CELL, name, _key(name, label), passage_id, row[0], (name, ""))


def _columns(shown: str, line: Span) -> list[Span]:
    bars = [line.start + match.start() for match in _BAR.finditer(shown[line.start : line.end])]
    found = []
    for left, right in pairwise(bars):
        piece = shown[left + 1 : right]
        begin = left + 1 + len(piece) - len(piece.lstrip())
        found.append(Span(begin, begin + len(piece.strip())))
    return found


def _key(text: str, label: str | None) -> str:
    """Rendered text: what a reader sees the same is the same."""
    plain = _STYLE.sub("", _MARK.sub("", " ".join(text.translate(_QUOTES).split())))
    return re.sub(rf"(?<![\w.]){re.escape(label)}(?![\w]|\.\d)", _LABEL, plain) if label else plain


@lru_cache(maxsize=65536)
def said(text: str) -> tuple[str, ...]:
    """The words of a text with its signs, for telling two texts apart: "-1" and "1" differ."""
    return tuple(_TOKEN.findall(fold(text)))
