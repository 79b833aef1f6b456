"""What of a text can be quoted: whole sentences, list items, key-value lines and table rows, with where they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from contract.records import Span
from grounding.code import blocks, without
from language.sentences import sentences

_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$")
_RULE = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$")
_KEY = re.compile(
    r"^[ \t]*(?:[-*+•>][ \t]+)?[*_`]{0,3}(?P<key>[^\s:|#][^:|\n]{0,48}?)[*_`]{0,3}[ \t]*:[*_`]{0,3}[ \t]+(?P<value>\S.*)$"
)
_ITEM = re.compile(r"^(?:[-*+•]|\d+[.)]|[a-z]\))\s")
_HEADING = re.compile(r"^#{1,6}\s")
_CELL = re.compile(r"(?<!\\)\|")
_FIELD = re.compile(r"[ \t]*(?:[-*][ \t]+)?[a-z][\w-]{0,30}:(?:[ \t]|$)")
_LONG = 160  # characters; a longer value after a colon is prose


class Shape(StrEnum):
    SENTENCE = "sentence"
    ITEM = "item"
    LINE = "line"  # ``key: value``
    ROW = "row"
    HEADING = "heading"
    CODE = "code"  # a block, or what of one a piece holds


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its column's name and its value, with where both stand."""

    column: str
    value: str
    column_at: Span
    at: Span


@dataclass(frozen=True, slots=True)
class Unit:
    """A quotable piece of a text. ``lead`` is what must be read with it: a row's header, an item's opening sentence."""

    span: Span
    text: str
    shape: Shape
    lead: Span | None = None
    cells: tuple[Cell, ...] = ()


def units(text: str) -> list[Unit]:
    """The quotable pieces of a text, in order, none inside another."""
    code = [
        Unit(span, text[span.start : span.end], Shape.CODE) for span in (_trim(text, each) for each in blocks(text))
    ]
    return sorted([*_outside_code(without(text) if code else text), *code], key=lambda unit: unit.span.start)


def is_field(unit: Unit) -> bool:
    """Whether a unit is a record's field, of which keys in small letters tell: "pr-url: …", "- version: 2.1"."""
    if unit.shape is Shape.ITEM:
        return any(_FIELD.match(line) for line in unit.text.split("\n"))
    return unit.shape in (Shape.LINE, Shape.SENTENCE) and _FIELD.match(unit.text) is not None


def _outside_code(text: str) -> list[Unit]:
    found: list[Unit] = []
    prose_from = 0
    header: Span | None = None
    lines = _lines(text)
    for number, line in enumerate(lines):
        row = text[line.start : line.end]
        slot: Unit | None = None
        if _ROW.match(row):
            if _RULE.match(row):
                found.extend(_prose(text, prose_from, line.start))
                prose_from = line.end
                continue
            slot = (
                None
                if header is None
                else Unit(_trim(text, line), row.strip(), Shape.ROW, header, _cells(text, header, line))
            )
            if header is None:
                header = _trim(text, line)
        else:
            header = header if not row.strip() else None
            around = [text[lines[at].start : lines[at].end] for at in (number - 1, number + 1) if 0 <= at < len(lines)]
            slot = _key_line(text, line) if all(map(_stands_alone, around)) else None
            if slot is None:
                continue
        found.extend(_prose(text, prose_from, line.start))
        prose_from = line.end
        if slot:
            found.append(slot)
    found.extend(_prose(text, prose_from, len(text)))
    return found


def _lines(text: str) -> list[Span]:
    spans, start = [], 0
    for line in text.split("\n"):
        spans.append(Span(start, start + len(line)))
        start += len(line) + 1
    return spans


def _trim(text: str, span: Span) -> Span:
    piece = text[span.start : span.end]
    begin = span.start + len(piece) - len(piece.lstrip())
    return Span(begin, begin + len(piece.strip()))


def _stands_alone(line: str) -> bool:
    """Whether the line beside it is no running prose, which a wrapped sentence with a colon would be part of."""
    return (
        not line.strip()
        or any(shape.match(line) for shape in (_KEY, _ITEM, _ROW, _HEADING))
        or line.rstrip().endswith(":")
    )


def _key_line(text: str, line: Span) -> Unit | None:
    match = _KEY.match(text[line.start : line.end])
    if not match or len(match["value"]) > _LONG or len(match["key"].split()) > 6 or len(sentences(match["value"])) > 1:
        return None
    span = _trim(text, line)
    return Unit(span, text[span.start : span.end], Shape.LINE)


def _cells(text: str, header: Span, line: Span) -> tuple[Cell, ...]:
    names, values = _parts(text, header), _parts(text, _trim(text, line))
    return tuple(
        Cell(text[name.start : name.end], text[value.start : value.end], name, value)
        for name, value in zip(names, values, strict=False)
    )


def _parts(text: str, row: Span) -> list[Span]:
    bars = [row.start + match.start() for match in _CELL.finditer(text[row.start : row.end])]
    return [_trim(text, Span(left + 1, right)) for left, right in pairwise(bars)]


def _prose(text: str, start: int, end: int) -> list[Unit]:
    """Sentences, items and headings of a stretch of prose. A lead-in holds for all the items that follow it."""
    found: list[Unit] = []
    lead: Span | None = None
    listing, before = False, start
    for piece in sentences(text[start:end]):
        span = Span(start + piece.start, start + piece.end)
        words = text[span.start : span.end]
        within = listing and "\n" not in text[before : span.start]
        before = span.end
        if _HEADING.match(words):
            found.append(Unit(span, words, Shape.HEADING))
            listing, lead = False, None
        elif _ITEM.match(words) or within:
            found.append(Unit(span, words, Shape.ITEM, lead))
            listing = True
        else:
            found.append(Unit(span, words, Shape.SENTENCE))
            listing, lead = False, span if words.endswith(":") else None
    return found
