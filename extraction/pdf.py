"""PDF → blocks: ruled tables, headings by the size of their letters, paragraphs by the gaps between lines."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Any

from contract.errors import UnreadableDocument
from contract.records import Warn
from extraction import plain
from extraction.columns import Box, regions
from extraction.faults import parsing
from extraction.writing import Writer

if TYPE_CHECKING:
    from pdfplumber.page import Page
    from pdfplumber.table import Table

_TAIL = 2048
_LARGER = 1.12  # a heading's letters against the body's
_HEIGHT = 6  # points: lines that differ by less stand at one height
_PAGE_NUMBER = re.compile(r"^[\W_]*(?:(?:page|p[áa]g(?:ina)?|p|folio|hoja)\b[\W_]*)?0(?:\s*(?:of|de|/|-)\s*0)?[\W_]*$")
_NUMBERED = re.compile(r"\b(?:page|p[áa]g(?:ina)?|folio|hoja)\b[\W_]*0|\b0\s*(?:of|de|/)\s*0\b|^[\W_]*0[\W_]*$")
_GAP = 1.35  # a paragraph's gap against the usual distance of lines
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_BULLET = re.compile(r"^(?:\(cid:\d+\)|[\uf000-\uf0ff])\s+(?=\S)")  # a sign of a font that names none
_UNNAMED = re.compile(r"\(cid:\d+\)")
_NUMBER = re.compile(r"\d{1,6}")
_NOTHING = re.compile(r"^[\s\W_]*$")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page: its text, the size of its letters, whether all are bold, and where it stands."""

    text: str
    size: float
    bold: bool
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A ruled table and where it begins."""

    rows: tuple[tuple[str, ...], ...]
    top: float


Piece = Line | Grid


@dataclass(frozen=True, slots=True)
class Properties:
    """What the file says of itself."""

    title: str | None
    author: str | None


def write(writer: Writer, data: bytes, name: str) -> tuple[Properties, list[Warn]]:
    """Write a PDF's text. Raises ``UnreadableDocument`` if it is cut off, locked or has no text."""
    from pdfminer.pdfdocument import PDFPasswordIncorrect  # heavy: only when such a document comes

    if b"%%EOF" not in data[-_TAIL:]:
        raise UnreadableDocument(f"{name} is cut off before its end: get a whole copy of it")
    try:
        with parsing(name, "PDF"):
            properties, pages = _read(data)
    except UnreadableDocument as error:
        cause = error.__cause__
        if cause is not None and any(isinstance(part, PDFPasswordIncorrect) for part in (cause, *cause.args)):
            raise UnreadableDocument(f"{name} is protected by a password: save it without one") from cause
        raise
    empty = [number for number, pieces in enumerate(pages, 1) if not pieces]
    if len(empty) == len(pages):
        raise UnreadableDocument(f"{name} holds no text (a scan?): run it through text recognition first")
    _write_pieces(writer, [piece for pieces in _without_furniture(pages) for piece in pieces])
    if not empty:
        return properties, []
    shown = ", ".join(map(str, empty[:10]))
    return properties, [
        Warn("pages_without_text", f"{len(empty)} pages hold no text ({shown}): scanned pages are not read")
    ]


def _read(data: bytes) -> tuple[Properties, list[list[Piece]]]:
    from pdfplumber import open as open_pdf  # heavy: only when such a document comes

    with open_pdf(io.BytesIO(data)) as document:
        about = Properties(_property(document.metadata, "Title"), _property(document.metadata, "Author"))
        return about, [_pieces(page) for page in document.pages]


def _property(metadata: dict[str, Any], key: str) -> str | None:
    text = metadata.get(key)
    return " ".join(text.split()) or None if isinstance(text, str) else None


def _pieces(page: Page) -> list[Piece]:
    """The lines and ruled tables of a page in reading order: from the top down, column by column."""
    grids = [(Box(*table.bbox), Grid(rows, table.bbox[1])) for table in page.find_tables() if (rows := _rows(table))]
    words = page.filter(lambda thing: not any(_within(thing, box) for box, _ in grids)) if grids else page
    boxes = [Box(word["x0"], word["top"], word["x1"], word["bottom"]) for word in words.extract_words()]
    found: list[Piece] = []
    for region in regions([*boxes, *(box for box, _ in grids)], Box(*page.bbox)):
        part = (
            words.crop((region.left, region.top, region.right, region.bottom)) if region != Box(*page.bbox) else words
        )
        lines = [_line(line) for line in part.extract_text_lines(return_chars=True)]
        inside = [grid for box, grid in grids if region.holds(box.left, box.top)]
        found += sorted([*inside, *(line for line in lines if line.text)], key=lambda piece: piece.top)
    page.close()
    return found


def _rows(table: Table) -> tuple[tuple[str, ...], ...]:
    """The rows of a ruled table, merged cells repeated; none where it is but a frame around text."""
    given = table.extract()
    rows: list[tuple[str, ...]] = []
    for row in given:
        cells: list[str] = []
        for at, cell in enumerate(row):  # a place that a merged cell takes up is None
            before = cells[-1] if cells else ""
            above = rows[-1][at] if rows and at < len(rows[-1]) else ""
            cells.append(" ".join(cell.split()) if cell is not None else _merged(row, at, before, above))
        rows.append(tuple(cells))
    filled = sum(bool(cell) for row in given for cell in row)
    return tuple(rows) if len(rows) > 1 and max(map(len, rows)) > 1 and filled > 1 else ()


def _merged(row: Sequence[str | None], at: int, before: str, above: str) -> str:
    """What a merged cell says here: its own row's cell on the left if that is the merged one, else the one above."""
    return before if any(cell is not None for cell in row[:at]) and before else above


def _within(thing: dict[str, Any], box: Box) -> bool:
    if thing.get("object_type") != "char":
        return False
    middle, height = (thing["x0"] + thing["x1"]) / 2, (thing["top"] + thing["bottom"]) / 2
    return bool(box.left <= middle <= box.right and box.top <= height <= box.bottom)


def _line(found: dict[str, Any]) -> Line:
    chars = [char for char in found["chars"] if char["text"].strip()]
    size = median(char["size"] for char in chars) if chars else 0.0
    bold = bool(chars) and all("bold" in str(char["fontname"]).casefold() for char in chars)
    text = " ".join(_UNNAMED.sub("", _BULLET.sub("• ", found["text"])).translate(_LIGATURES).split())
    return Line(text, round(size, 1), bold, found["top"], found["bottom"])


def _without_furniture(pages: Sequence[Sequence[Piece]]) -> Iterable[Sequence[Piece]]:
    """The pages without running heads and feet, which are kept once, and without page numbers.

    A line of a page's edge is one of them if more than half of the pages have it at the same height, with the same words
    or as one that tells the page's number ("Page 3 of 9").
    """
    marks = [{_alike(line): line.text for line in _edges(pieces)} for pieces in pages]
    counts = Counter(mark for found in marks for mark in found)
    running = {mark for mark, count in counts.items() if count >= 2 and count > len(pages) / 2}
    numbered = {
        mark for mark in running if _NUMBERED.search(mark[0]) and _grows([found.get(mark, "") for found in marks])
    }
    seen: set[str] = set()
    for pieces in pages:
        edges = _edges(pieces)
        kept = []
        for piece in pieces:
            if isinstance(piece, Line) and any(piece is edge for edge in edges) and (mark := _alike(piece)) in running:
                text = mark[0] if mark in numbered else piece.text
                if text in seen or (mark in numbered and _PAGE_NUMBER.match(text)):
                    continue
                seen.add(text)
            kept.append(piece)
        yield kept


def _grows(texts: Sequence[str]) -> bool:
    """Whether the first or last number of a line is the page's, from any start; "" is a page without the line."""
    last = {int(numbers[-1]) - page for page, text in enumerate(texts) if (numbers := _NUMBER.findall(text))}
    first = {int(numbers[0]) - page for page, text in enumerate(texts) if (numbers := _NUMBER.findall(text))}
    return len(first) == 1 or len(last) == 1


def _edges(pieces: Sequence[Piece]) -> list[Line]:
    """The two highest and the two lowest lines of a page, wherever they come in reading order."""
    lines = sorted((piece for piece in pieces if isinstance(piece, Line)), key=lambda line: line.top)
    return [*lines[:2], *lines[2:][-2:]]


def _alike(line: Line) -> tuple[str, int]:
    return _NUMBER.sub("0", line.text.casefold()), round(line.top / _HEIGHT)


def _write_pieces(writer: Writer, pieces: Sequence[Piece]) -> None:
    """Write lines and tables. Sizes above the body's are headings, the largest the highest."""
    lines = [piece for piece in pieces if isinstance(piece, Line)]
    body = Counter[float]()
    for line in lines:
        body[line.size] += len(line.text)
    usual = body.most_common(1)[0][0] if body else 0.0
    larger = sorted(
        {line.size for line in lines if line.size > usual * _LARGER and not _NOTHING.match(line.text)}, reverse=True
    )
    levels = {size: min(rank, 5) for rank, size in enumerate(larger, 1)}
    step = _usual_step(lines, usual)
    held: list[list[str]] = []
    last: Line | None = None
    for piece in (*pieces, None):
        level = levels.get(piece.size) if isinstance(piece, Line) and not _NOTHING.match(piece.text) else None
        if isinstance(piece, Line) and not level:
            if not last or _apart(last, piece, step):
                held.append([])
            held[-1].append(piece.text)
            last = piece
            continue
        parts = [entry for group in held for entry in _entries(_joined(group))]
        plain.write_groups(writer, parts, indented=False)
        held, last = [], None
        if isinstance(piece, Line) and level:
            writer.heading(level, piece.text)
        elif isinstance(piece, Grid):
            writer.table(*plain.with_header(piece.rows))


def _usual_step(lines: Sequence[Line], size: float) -> float:
    steps = [
        later.top - line.top
        for line, later in pairwise(lines)
        if line.size == later.size == size and 0 < later.top - line.top < 3 * size
    ]
    return min(median(steps), size * 2) if steps else size * 1.2


def _apart(line: Line, later: Line, step: float) -> bool:
    """True if a paragraph ends between two lines; over the end of a page it goes on if its sentence does."""
    distance = later.top - line.top
    if distance <= 0:
        return line.text[-1] in ".:;!?" or not later.text[0].islower()
    return distance > step * _GAP or line.bold != later.bold


def _entries(lines: list[str]) -> list[list[str]]:
    """The lines parted where a run of entries shows itself: three or more begin with one form of code (``[AB-12]``)."""
    shapes = Counter(_shape(line) for line in lines)
    shape, count = shapes.most_common(1)[0]
    if count < 3 or not any(map(str.isdigit, shape)):
        return [lines]
    parted: list[list[str]] = []
    for line in lines:
        if not parted or _shape(line) == shape:
            parted.append([])
        parted[-1].append(line)
    return parted


def _shape(line: str) -> str:
    return re.sub(r"\d+", "0", line.partition(" ")[0])


def _joined(lines: Sequence[str]) -> list[str]:
    """The lines with words that the margin cut in two put together again."""
    joined: list[str] = []
    for line in lines:
        if joined and re.search(r"\w-$", joined[-1]) and line[:1].isalnum():
            joined[-1] = (joined[-1][:-1] if line[0].islower() and joined[-1][-2].islower() else joined[-1]) + line
        else:
            joined.append(line)
    return joined
