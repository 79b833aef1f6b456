"""Documents made by hand: a list of block descriptions becomes text and blocks with their spans."""

from __future__ import annotations

from dataclasses import dataclass

from contract.records import Span
from extraction.document import Block, BlockKind, Cell, Document, Table


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Item:
    text: str


@dataclass(frozen=True)
class Code:
    text: str


@dataclass(frozen=True)
class Grid:
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Spec = str | Heading | Item | Code | Grid


def document(*specs: Spec, title: str | None = None) -> Document:
    """A bare string is a paragraph."""
    text, blocks = "", []
    for spec in specs:
        text += "\n\n" if text else ""
        block, source = _block(spec, len(text))
        blocks.append(block)
        text += source
    return Document(text, tuple(blocks), sha256="0" * 64, title=title)


def words(text: str) -> int:
    """A count of tokens that adds up: words, and two that a model adds."""
    return len(text.split()) + 2


def _block(spec: Spec, at: int) -> tuple[Block, str]:
    match spec:
        case Heading(level, text):
            source = "#" * level + f" {text}"
            return Block(BlockKind.HEADING, Span(at, at + len(source)), text, level), source
        case Item(text):
            source = f"- {text}"
            return Block(BlockKind.LIST_ITEM, Span(at, at + len(source)), text, 1), source
        case Code(text):
            source = f"```\n{text}\n```"
            return Block(BlockKind.CODE, Span(at, at + len(source)), text), source
        case Grid(header, rows):
            return _table(header, rows, at)
        case str():
            return Block(BlockKind.PARAGRAPH, Span(at, at + len(spec)), spec), spec


def _table(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], at: int) -> tuple[Block, str]:
    source, cells, spans = "", [], []
    for row in (header, ("---",) * len(header), *rows):
        source += "\n" if source else ""
        start, line = at + len(source), []
        source += "|"
        for text in row:
            line.append(Cell(text, Span(at + len(source) + 1, at + len(source) + 1 + len(text))))
            source += f" {text} |"
        cells.append(tuple(line))
        spans.append(Span(start, at + len(source)))
    table = Table(cells[0], tuple(cells[2:]), tuple(spans[2:]), Span(at, spans[1].end))
    return Block(BlockKind.TABLE, Span(at, at + len(source)), source, table=table), source
