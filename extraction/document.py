"""The tree that every format is read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from contract.records import Span, Warn


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Cell:
    """One table cell: its text, and where it stands in the document's text."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the header cells (empty if it has none) and the rows. ``head`` is the span of the header lines."""

    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    row_spans: tuple[Span, ...]
    head: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the tree, in document order. ``level`` is the heading's (1–6), or the depth of a list item (from 1).

    ``span`` covers the block whole; ``text`` is what a reader sees of it, without heading, list or quote marks. But for
    code, ``text`` is the end of the span: it stands in the document from ``span.end - len(text)`` on.
    """

    kind: BlockKind
    span: Span
    text: str
    level: int = 0
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Where words of the document lead. The target is not in the text, which is what a reader sees."""

    span: Span
    target: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document of any format as normalised text and a flat list of blocks; headings give the tree.

    ``text`` is Markdown where the format has structure; every span is an offset into it, and every sign of it but white
    space is in a block. ``front`` is the document's own metadata as written (front matter, or what the format carries),
    its values strings, lists and mappings of strings; it is no part of the text. ``title`` is the one that the format
    itself carries (an HTML title, a PDF's or a Word file's property). ``sha256`` is of the source's bytes.
    """

    text: str
    blocks: tuple[Block, ...]
    sha256: str
    title: str | None = None
    front: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[Warn, ...] = ()
    links: tuple[Link, ...] = ()
