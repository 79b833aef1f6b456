"""Writes a document: blocks one after the other, each with its place in the text that grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contract.records import Span, Warn
from extraction.decoding import Scrubbed, scrub
from extraction.document import Block, BlockKind, Cell, Document, Link, Table

Row = Sequence[str]


class Writer:
    """The normalised text and its blocks, made together, so that every span is right by construction."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._links: list[Link] = []
        self._controls = 0
        self._surrogates = 0

    @property
    def empty(self) -> bool:
        return not self._blocks

    def heading(self, level: int, text: str, links: Iterable[Link] = ()) -> None:
        """A heading of level 1–6 on one line."""
        level = min(max(level, 1), 6)
        self._prose(BlockKind.HEADING, "#" * level + " ", text.replace("\n", " "), level, links)

    def paragraph(self, text: str, links: Iterable[Link] = (), indent: int = 0) -> None:
        self._prose(BlockKind.PARAGRAPH, "  " * indent, text, 0, links)

    def item(self, text: str, mark: str = "-", depth: int = 1, links: Iterable[Link] = ()) -> None:
        """One list item; ``depth`` from 1."""
        self._prose(BlockKind.LIST_ITEM, "  " * (depth - 1) + mark + " ", text, depth, links)

    def quote(self, text: str, links: Iterable[Link] = ()) -> None:
        self._prose(BlockKind.QUOTE, "> ", text, 0, links)

    def code(self, text: str, language: str = "") -> None:
        """A block of code, kept line by line."""
        text = self._scrubbed(text).strip("\n")
        if not text.strip():
            return
        fence = "```"
        while fence in text:
            fence += "`"
        start = self._begin(BlockKind.CODE)
        self._add(f"{fence}{language.strip()}\n{text}\n{fence}")
        self._blocks.append(Block(BlockKind.CODE, Span(start, self._length), text))

    def table(self, header: Row, rows: Iterable[Row]) -> None:
        """A table; short rows are filled up, empty rows and columns without any text left out."""
        lines = [[self._cell(text) for text in row] for row in (header, *rows)]
        width = max(map(len, lines))
        lines = [line + [""] * (width - len(line)) for line in lines]
        kept = [column for column in range(width) if any(line[column] for line in lines)]
        head, *body = [[line[column] for column in kept] for line in lines]
        body = [line for line in body if any(line)]
        if not kept:
            return
        start = self._begin(BlockKind.TABLE)
        header_cells = self._row(head)
        self._add("\n" + "| " + " | ".join("---" for _ in kept) + " |")
        head_span = Span(start, self._length)
        cells, spans = [], []
        for line in body:
            self._add("\n")
            at = self._length
            cells.append(self._row(line))
            spans.append(Span(at, self._length))
        table = Table(header_cells if any(head) else (), tuple(cells), tuple(spans), head_span)
        self._blocks.append(Block(BlockKind.TABLE, Span(start, self._length), self._tail(start), table=table))

    def finish(
        self,
        sha256: str,
        *,
        title: str | None = None,
        front: Mapping[str, Any] | None = None,
        warnings: Iterable[Warn] = (),
    ) -> Document:
        """The document. Warnings about signs that the writer had to take out come last."""
        scrubbed = Scrubbed("", self._controls, self._surrogates)
        return Document(
            text="".join(self._parts),
            blocks=tuple(self._blocks),
            sha256=sha256,
            title=title,
            front=front or {},
            warnings=(*warnings, *scrubbed.warnings),
            links=tuple(self._links),
        )

    def _prose(self, kind: BlockKind, mark: str, text: str, level: int, links: Iterable[Link]) -> None:
        text = self._scrubbed(text)
        shift = len(text) - len(text.lstrip())
        text = text.strip()
        if not text:
            return
        start = self._begin(kind)
        self._add(mark)
        self._links.extend(
            Link(Span(link.span.start + self._length - shift, link.span.end + self._length - shift), link.target)
            for link in links
        )
        self._add(text)
        self._blocks.append(Block(kind, Span(start, self._length), text, level))

    def _row(self, texts: Row) -> tuple[Cell, ...]:
        cells = []
        self._add("|")
        for text in texts:
            self._add(" ")
            cells.append(Cell(text, Span(self._length, self._length + len(text))))
            self._add(f"{text} |")
        return tuple(cells)

    def _cell(self, text: str) -> str:
        return " ".join(self._scrubbed(text).split())

    def _begin(self, kind: BlockKind) -> int:
        if self._blocks:
            in_list = kind is BlockKind.LIST_ITEM and self._blocks[-1].kind is BlockKind.LIST_ITEM
            self._add("\n" if in_list else "\n\n")
        return self._length

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def _tail(self, start: int) -> str:
        """The text from ``start`` on, without joining what stands before it."""
        tail: list[str] = []
        at = self._length
        for part in reversed(self._parts):
            if at <= start:
                break
            tail.append(part)
            at -= len(part)
        return "".join(reversed(tail))

    def _scrubbed(self, text: str) -> str:
        if text.isascii() and text.isprintable():
            return text
        scrubbed = scrub(text)
        self._controls += scrubbed.controls
        self._surrogates += scrubbed.surrogates
        return scrubbed.text
