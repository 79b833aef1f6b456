"""Documents as people write them, in every format that is taken in, each with the words that must be found in it again.

A page is drawn as a list of parts; a writer of each format says the same parts in its own way. Every word of a page is its own
(it ends in its number), so that one that is cut, moved out of its place or joined to another is missed.
"""

from __future__ import annotations

import csv
import html
import io
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import docx
import openpyxl
from hypothesis import strategies as st
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import ListFlowable, Paragraph, Preformatted, SimpleDocTemplate, Spacer
from reportlab.platypus import Table as PdfTable

_BASES = (
    "plazo",
    "Año",
    "día",
    "refund",
    "naïve",
    "l'été",
    "co-op",
    "Größe",
    "срок",
    "חוזה",
    "عقد",
    "合同",
    "Ærø",
    "3D",
)
_LATIN = tuple(base for base in _BASES if base.isascii() or base in ("Año", "día", "Größe"))
_STOPS = ("", ".", ";", ":", "!", "?", "…")


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Items:
    """Texts with their depths, from 1; ``numbered`` or not."""

    items: tuple[tuple[int, str], ...]
    numbered: bool


@dataclass(frozen=True)
class Grid:
    """``merged``: the second row's first cell stands for the third's too, and the first header over two columns."""

    rows: tuple[tuple[str, ...], ...]
    merged: bool


@dataclass(frozen=True)
class Code:
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Quote:
    text: str


@dataclass(frozen=True)
class Note:
    """A paragraph with a footnote."""

    text: str
    note: str


@dataclass(frozen=True)
class Term:
    """A term and what it means."""

    term: str
    meaning: str


Part = Heading | Text | Items | Grid | Code | Quote | Note | Term


@dataclass(frozen=True)
class Written:
    """A file with the words that a reader of it sees."""

    name: str
    data: bytes
    words: frozenset[str]


@st.composite
def pages(draw: st.DrawFn, bases: Sequence[str] = _BASES) -> tuple[tuple[Part, ...], frozenset[str]]:
    """Parts, and all their words."""
    numbers = itertools.count(1)
    said: set[str] = set()

    def words(least: int, most: int) -> str:
        made = []
        for base in draw(st.lists(st.sampled_from(bases), min_size=least, max_size=most)):
            word = f"{base}{next(numbers)}"
            said.add(word)
            made.append(word + (draw(st.sampled_from(_STOPS)) if len(made) % 7 == 6 else ""))
        return " ".join(made)

    def items() -> Items:
        depth, found = 0, []
        for _ in range(draw(st.integers(1, 6))):
            depth = draw(st.integers(1, depth + 1))
            found.append((depth, words(1, 9)))
        return Items(tuple(found), draw(st.booleans()))

    def grid() -> Grid:
        wide, rows = draw(st.integers(2, 5)), draw(st.integers(3, 9))
        long = draw(st.integers(1, 12))
        cells = [tuple(words(0 if row and at else 1, long if row else 2) for at in range(wide)) for row in range(rows)]
        return Grid(tuple(cells), draw(st.booleans()))

    makers: list[Callable[[], Part]] = [
        lambda: Heading(draw(st.integers(1, 6)), words(draw(st.integers(0, 1)), 5)),
        lambda: Text(words(1, 400) if draw(st.integers(0, 9)) == 0 else words(1, 40)),
        items,
        grid,
        lambda: Code(tuple("  " * (at % 3) + words(1, 4) for at in range(draw(st.integers(1, 8))))),
        lambda: Quote(words(1, 20)),
        lambda: Note(words(2, 12), words(1, 12)),
        lambda: Term(words(1, 2), words(2, 20)),
    ]
    parts = tuple(draw(st.sampled_from(makers))() for _ in range(draw(st.integers(1, 12))))
    if not said:
        parts = (*parts, Text(words(1, 3)))
    return parts, frozenset(said)


# -- one writer a format --------------------------------------------------------------------------------------------
def markdown(parts: Sequence[Part]) -> bytes:
    out, notes = ["---\ntitle: Drawn page\nlanguage: fr\n---"], []
    for part in parts:
        match part:
            case Heading(level, text):
                out.append(f"{'#' * level} {text}".rstrip())
            case Items(items, numbered):
                mark = "1." if numbered else "-"
                out.append("\n".join("   " * (depth - 1) + f"{mark} {text}" for depth, text in items))
            case Grid(rows, _):
                lines = ["| " + " | ".join(row) + " |" for row in rows]
                out.append("\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]))
            case Code(lines):
                out.append("```text\n" + "\n".join(lines) + "\n```")
            case Quote(text):
                out.append(f"> {text}")
            case Note(text, note):
                notes.append(f"[^{len(notes)}]: {note}")
                out.append(f"{text} [^{len(notes) - 1}]")
            case Term(term, meaning):
                out.append(f"{term}\n: {meaning}")
            case Text(text):
                out.append(text)
    return "\n\n".join([*out, *notes]).encode() + b"\n"


def plain(parts: Sequence[Part]) -> bytes:
    return ("\n\n".join(_lines(parts, underlined=False)) + "\n").encode()


def restructured(parts: Sequence[Part]) -> bytes:
    out = ["Drawn page\n=========="]
    levels: list[int] = []
    for part in parts:
        match part:
            case Heading(level, text):
                levels = [each for each in levels if each < level] + [level]
                sign = "=-~^\"'"[min(len(levels), 5)]
                out.append(f"{text}\n{sign * (2 * len(text) + 4)}" if text else "")
            case Items(items, numbered):
                mark = "#." if numbered else "*"
                out.append("\n\n".join("   " * (depth - 1) + f"{mark} {text}" for depth, text in items))
            case Grid(rows, _):
                cells = [
                    f"{'* -' if at == 0 else '  -'} {cell}".rstrip() for row in rows for at, cell in enumerate(row)
                ]
                out.append(".. list-table::\n   :header-rows: 1\n\n" + "\n".join(f"   {cell}" for cell in cells))
            case Code(lines):
                out.append("::\n\n" + "\n".join(f"   {line}" for line in lines))
            case Quote(text):
                out.append(f"..\n\n   {text}")
            case Note(text, note):
                out.append(f"{text} [#]_\n\n.. [#] {note}")
            case Term(term, meaning):
                out.append(f"{term}\n   {meaning}")
            case Text(text):
                out.append(text)
    return "\n\n".join(out).encode() + b"\n"


def webpage(parts: Sequence[Part]) -> bytes:
    out = []
    for part in parts:
        match part:
            case Heading(level, text):
                out.append(f"<h{level}>{html.escape(text)}</h{level}>")
            case Items(items, numbered):
                out.append(_nested(items, "ol" if numbered else "ul"))
            case Grid(rows, merged):
                out.append(_html_table(rows, merged=merged))
            case Code(lines):
                out.append("<pre><code>" + html.escape("\n".join(lines)) + "</code></pre>")
            case Quote(text):
                out.append(f"<blockquote><p>{html.escape(text)}</p></blockquote>")
            case Note(text, note):
                out.append(
                    f"<p>{html.escape(text)}<sup><a href='#n'>*</a></sup></p><aside id='n'>{html.escape(note)}</aside>"
                )
            case Term(term, meaning):
                out.append(f"<dl><dt>{html.escape(term)}</dt><dd>{html.escape(meaning)}</dd></dl>")
            case Text(text):
                out.append(f"<p dir='auto'>{html.escape(text)}</p>")
    return f"<!DOCTYPE html><html lang='fr'><body>{''.join(out)}</body></html>".encode()


def word(parts: Sequence[Part]) -> bytes:
    made = docx.Document()
    for part in parts:
        match part:
            case Heading(level, text):
                made.add_heading(text, level)
            case Items(items, numbered):
                for depth, text in items:
                    name = "List Number" if numbered else "List Bullet"
                    made.add_paragraph(text, style=name if depth == 1 else f"{name} {min(depth, 3)}")
            case Grid(rows, merged):
                table = made.add_table(len(rows), len(rows[0]))
                for row, texts in enumerate(rows):
                    for at, text in enumerate(texts):
                        table.cell(row, at).text = text
                if merged:
                    table.cell(1, 0).merge(table.cell(2, 0))
                    table.cell(0, 0).merge(table.cell(0, 1))
            case _:
                for line in _lines([part], underlined=False):
                    made.add_paragraph(line)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def printed(parts: Sequence[Part]) -> bytes:
    styles = getSampleStyleSheet()
    flow: list[object] = []
    for part in parts:
        match part:
            case Heading(level, text):
                flow.append(Paragraph(html.escape(text), styles[f"Heading{level}"]))
            case Items(items, numbered):
                texts = [Paragraph(html.escape(text), styles["BodyText"]) for _, text in items]
                flow.append(ListFlowable(texts, bulletType="1" if numbered else "bullet"))
            case Grid(rows, merged):
                cells = [[Paragraph(html.escape(cell), styles["BodyText"]) for cell in row] for row in rows]
                spans = [("SPAN", (0, 1), (0, 2))] if merged and not rows[2][0] else []
                flow.append(PdfTable(cells, style=[("GRID", (0, 0), (-1, -1), 1, "black"), *spans]))
            case Code(lines):
                flow.append(Preformatted("\n".join(lines), styles["Code"]))
            case _:
                flow += [Paragraph(html.escape(line), styles["BodyText"]) for line in _lines([part], underlined=False)]
        flow.append(Spacer(1, 12))
    stream = io.BytesIO()
    SimpleDocTemplate(stream, invariant=1).build(flow)
    return stream.getvalue()


def workbook(parts: Sequence[Part]) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    for number, part in enumerate(parts):
        if isinstance(part, Grid):
            own = made.create_sheet(f"Sheet {number}")
            for row in part.rows:
                own.append(row)
            if part.merged:
                own.merge_cells(start_row=2, end_row=2, start_column=1, end_column=1)
        else:
            for line in _lines([part], underlined=False):
                sheet.append([line])
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def commas(parts: Sequence[Part]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream)
    for part in parts:
        rows = part.rows if isinstance(part, Grid) else [[line] for line in _lines([part], underlined=False)]
        writer.writerows(rows)
    return stream.getvalue().encode()


def data(parts: Sequence[Part]) -> bytes:
    return json.dumps({f"part {at}": _value(part) for at, part in enumerate(parts)}, ensure_ascii=False).encode()


def records(parts: Sequence[Part]) -> bytes:
    return "\n".join(json.dumps({"value": _value(part)}, ensure_ascii=False) for part in parts).encode() + b"\n"


FORMATS: dict[str, tuple[Callable[[Sequence[Part]], bytes], Sequence[str]]] = {
    "md": (markdown, _BASES),
    "txt": (plain, _BASES),
    "rst": (restructured, _BASES),
    "html": (webpage, _BASES),
    "docx": (word, _BASES),
    "pdf": (printed, _LATIN),
    "xlsx": (workbook, _BASES),
    "csv": (commas, _BASES),
    "json": (data, _BASES),
    "jsonl": (records, _BASES),
}


@st.composite
def files(draw: st.DrawFn, ending: str) -> Written:
    """A file of one format."""
    writer, bases = FORMATS[ending]
    parts, said = draw(pages(bases))
    return Written(f"drawn.{ending}", writer(parts), said)


def _lines(parts: Sequence[Part], *, underlined: bool) -> Iterator[str]:
    """Parts as plain lines."""
    for part in parts:
        match part:
            case Heading(level, text):
                yield f"{text}\n{'=-'[level > 1] * len(text)}" if underlined and text else text
            case Items(items, numbered):
                yield "\n".join(
                    "  " * (depth - 1) + f"{f'{at}.' if numbered else '-'} {text}"
                    for at, (depth, text) in enumerate(items, 1)
                )
            case Grid(rows, _):
                yield "\n".join(" | ".join(row) for row in rows)
            case Code(lines):
                yield "\n".join(f"    {line}" for line in lines)
            case Note(text, note):
                yield f"{text} [1]"
                yield f"[1] {note}"
            case Term(term, meaning):
                yield f"{term}: {meaning}"
            case Text(text) | Quote(text):
                yield text


def _nested(items: Sequence[tuple[int, str]], tag: str) -> str:
    out, depth = "", 0
    for deep, text in items:
        out += f"<{tag}>" * (deep - depth) if deep > depth else "</li>" + f"</{tag}></li>" * (depth - deep)
        out += f"<li>{html.escape(text)}"
        depth = deep
    return out + f"</li></{tag}>" * depth


def _html_table(rows: Sequence[Sequence[str]], *, merged: bool) -> str:
    out = []
    for at, row in enumerate(rows):
        cells = []
        for column, text in enumerate(row):
            tag = "th" if at == 0 else "td"
            span = " rowspan=2" if merged and (at, column) == (1, 0) else ""
            inner = f"<p>{html.escape(text)}</p>" if column == 1 else html.escape(text)
            if not (merged and (at, column) == (2, 0)) or text:
                cells.append(f"<{tag}{span}>{inner}</{tag}>")
        out.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(out)}</table>"


def _value(part: Part) -> object:
    match part:
        case Items(items, _):
            return [text for _, text in items]
        case Grid(rows, _):
            return [{f"column {at}": cell for at, cell in enumerate(row)} for row in rows]
        case Code(lines):
            return "\n".join(lines)
        case Note(text, note):
            return {"text": text, "note": {"words": note}}
        case Term(term, meaning):
            return {"term": term, "meaning": meaning}
        case _:
            return part.text
