"""CSV and XLSX → tables."""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from contract.errors import DocumentTooLarge
from contract.records import Warn
from extraction.plain import with_header
from extraction.writing import Row, Writer

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

_SEPARATORS = ",;\t|"
_CURRENCY = re.compile(r'\[\$([^\]\-]+)(?:-[^\]]*)?\]|"\s*([^"]{1,4}?)\s*"|([€$£¥])')
_DECIMALS = re.compile(r"0\.(0+)")
_CELL_LIMIT = 131_072
_MOST_CELLS = 5_000_000


def write_csv(writer: Writer, text: str) -> None:
    """A CSV file as one table. Lines of one cell before and after it (a title, notes) are paragraphs."""
    csv.field_size_limit(max(_CELL_LIMIT, len(text) + 1))
    separator = _separator(text)
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if any(map(str.strip, row))]
    write_rows(writer, rows)


def write_rows(writer: Writer, rows: Sequence[Row]) -> None:
    """Rows as a table between the notes above and below it."""
    above, table, below = _parted(rows)
    for note in above:
        writer.paragraph(note)
    header, body = with_header(table)
    writer.table(header, body)
    for note in below:
        writer.paragraph(note)


class Workbook:
    """A workbook as openpyxl reads it, once with its values and once with its formulas."""

    def __init__(self, data: bytes) -> None:
        from openpyxl import load_workbook  # heavy: only when such a document comes

        self.values = load_workbook(io.BytesIO(data), data_only=True)
        self.formulas = load_workbook(io.BytesIO(data), data_only=False)


def write_workbook(writer: Writer, book: Workbook) -> list[Warn]:
    """Each sheet as a heading and a table. Values read as a reader sees them: percentages, dates, currencies.

    A formula that no program has worked out yet is shown as it is written, with a warning.
    """
    bare: list[str] = []
    sheets = book.values.worksheets
    for sheet in sheets:
        rows = _sheet_rows(sheet, book.formulas[sheet.title], bare)
        if not rows:
            continue
        if len(sheets) > 1 or not sheet.title.casefold().startswith(("sheet", "hoja")):
            writer.heading(2, sheet.title)
        write_rows(writer, rows)
    if not bare:
        return []
    cells = ", ".join(bare[:3])
    message = f"{len(bare)} formulas have no value yet ({cells}): open and save the file once"
    return [Warn("formula_without_value", message)]


def _separator(text: str) -> str:
    """The separator that parts most lines into one and the same number of cells, more than one."""
    sample = text[:65_536]

    def fit(separator: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=separator) if row)
        width, lines = max(widths.items(), key=lambda entry: (entry[0] > 1, entry[1]), default=(1, 0))
        return (lines, width) if width > 1 else (0, 0)

    return max(_SEPARATORS, key=fit)


def _parted(rows: Sequence[Row]) -> tuple[list[str], Sequence[Row], list[str]]:
    def note(row: Row) -> str:
        filled = [cell.strip() for cell in row if cell.strip()]
        return filled[0] if len(filled) == 1 and row[0].strip() else ""

    start, end = 0, len(rows)
    if max((sum(bool(cell.strip()) for cell in row) for row in rows), default=0) > 1:
        while start < end and note(rows[start]):
            start += 1
        while end > start and note(rows[end - 1]):
            end -= 1
    return [note(row) for row in rows[:start]], rows[start:end], [note(row) for row in rows[end:]]


def _sheet_rows(sheet: Worksheet, formulas: Worksheet, bare: list[str]) -> list[list[str]]:
    """The rows and columns of a sheet that hold something, however far from one another they stand."""
    cells = {place: text for place, cell in sheet._cells.items() if (text := _shown(cell, formulas, bare))}
    if not cells:
        return []
    rows, columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    for merged in sheet.merged_cells.ranges:
        said = cells.get((merged.min_row, merged.min_col))
        if said and not (merged.min_col <= columns[0] and merged.max_col >= columns[-1]):
            inside = columns[bisect_left(columns, merged.min_col) : bisect_right(columns, merged.max_col)]
            for row in rows[bisect_left(rows, merged.min_row) : bisect_right(rows, merged.max_row)]:
                cells.update({(row, column): said for column in inside})
    if len(rows) * len(columns) > _MOST_CELLS:
        raise DocumentTooLarge(
            f"the sheet {sheet.title} spreads over {len(rows) * len(columns):,} cells, more than the {_MOST_CELLS:,} allowed: "
            "part it into several"
        )
    return [[cells.get((row, column), "") for column in columns] for row in rows]


def _shown(cell: Cell | MergedCell, formulas: Worksheet, bare: list[str]) -> str:
    value = cell.value
    if value is None:
        written = formulas.cell(cell.row, cell.column).value
        if isinstance(written, str) and written.startswith("="):
            bare.append(f"{formulas.title}!{cell.coordinate}")
            return written
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, int | float):
        return _number(value, str(cell.number_format))
    return str(value).strip()


def _number(value: int | float, layout: str) -> str:
    """A number as its cell shows it, but with a decimal point and without thousands' marks."""
    if "%" in layout:
        return f"{round(value * 100, 10):g}%"
    decimals = _DECIMALS.search(layout)
    text = f"{value:.{len(decimals.group(1))}f}" if decimals else repr(round(value, 12)).removesuffix(".0")
    currency = _CURRENCY.search(layout.split(";")[0])
    if not currency:
        return text
    sign = next(group for group in currency.groups() if group).strip()
    return f"{text} {sign}" if layout.find("0") < currency.start() else f"{sign} {text}"
