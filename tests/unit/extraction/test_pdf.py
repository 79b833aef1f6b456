"""What a PDF says, in the order in which a reader reads it."""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table, TableStyle

from extraction.columns import Box, regions
from extraction.documents import read_bytes

SENTENCE = "The supplier tells the buyer of each delay."
Placed = tuple[float, float, str]


def pdf(
    pages: Sequence[Sequence[Placed]], table: Sequence[Sequence[str]] = (), spans: Sequence[tuple[object, ...]] = ()
) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(600, 800))
    for page in pages:
        for across, down, text in page:
            canvas.setFont("Helvetica", 10)
            canvas.drawString(across, 800 - down, text)
        if table:
            drawn = Table(
                [list(row) for row in table], style=TableStyle([("GRID", (0, 0), (-1, -1), 1, "black"), *spans])
            )
            drawn.wrapOn(canvas, 400, 400)
            drawn.drawOn(canvas, 60, 300)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def text(data: bytes) -> str:
    return read_bytes(data, "a.pdf", max_bytes=10_000_000).text


def column(left: float, top: float, name: str) -> list[Placed]:
    return [(left, top + 12 * at, f"{name}{at} {SENTENCE}") for at in range(8)]


def test_columns_are_read_one_after_the_other_between_lines_that_run_over_both() -> None:
    over = [(60, 80, f"Abstract: {SENTENCE} {SENTENCE}"), (60, 320, f"Closing: {SENTENCE} {SENTENCE}")]
    page = [*over, *column(60, 140, "a"), *column(330, 140, "b"), *column(60, 360, "c"), *column(330, 360, "d")]
    words = text(pdf([page])).split()
    told = [word for word in words if (word[:1] in "abcd" and word[1:].isdigit()) or word in ("Abstract:", "Closing:")]
    upper, lower = ["a", "b"], ["c", "d"]
    assert told == [
        "Abstract:", *(f"{name}{at}" for name in upper for at in range(8)),
        "Closing:", *(f"{name}{at}" for name in lower for at in range(8)),
    ]  # fmt: skip


def test_cells_of_a_table_without_rules_are_no_columns() -> None:
    cells = [
        Box(60 + 250 * column, 100.0 + 12 * row, 90 + 250 * column, 110.0 + 12 * row)
        for row in range(9)
        for column in (0, 1)
    ]
    assert regions(cells, Box(0, 0, 600, 800)) == [Box(0, 0, 600, 800)]


def test_running_heads_and_page_numbers_are_no_text() -> None:
    pages = [
        [
            (60, 30, "Purchase manual"),
            *((60, 100 + 12 * at, f"{SENTENCE} {page}-{at}") for at in range(5)),
            (280, 780, f"Page {page} of 3"),
        ]
        for page in (1, 2, 3)
    ]
    found = text(pdf(pages))
    assert found.count("Purchase manual") == 1
    assert "Page" not in found
    assert all(f"{page}-{at}" in found for page in (1, 2, 3) for at in range(5))


def test_a_line_that_only_looks_like_those_of_other_pages_stays() -> None:
    pages = [[(60, 30 + 40 * page + 12 * at, f"[FIX-{page}{at}] {SENTENCE}") for at in range(6)] for page in (1, 2, 3)]
    assert all(f"[FIX-{page}{at}]" in text(pdf(pages)) for page in (1, 2, 3) for at in range(6))


def test_merged_cells_are_said_in_every_row_and_column() -> None:
    rows = [["Plan", "Price", ""], ["", "Month", "Year"], ["Basic", "1", "10"], ["", "2", "20"]]
    found = text(pdf([[]], rows, [("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 0), (0, 1)), ("SPAN", (0, 2), (0, 3))]))
    assert "| Basic | 1 | 10 |\n| Basic | 2 | 20 |" in found
    assert "| Plan | Price Month | Price Year |" in found
