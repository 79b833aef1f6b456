"""Headings that nobody marked, tables that are no plain grid, and clauses: every format shows the same structure."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from docx import Document as WordDocument

from extraction.document import BlockKind, Document
from extraction.documents import read_bytes


def document(text: str | bytes, name: str = "a.md") -> Document:
    return read_bytes(text.encode() if isinstance(text, str) else text, name, max_bytes=10_000_000)


def row(cells: Sequence[str], tag: str = "td") -> str:
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"


def headings(found: Document) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in found.blocks if block.kind is BlockKind.HEADING]


BOLD = (
    "# Manual\n\n**1. Scope**\n\nAll buyers.\n\n**1.1 Exceptions**\n\nLessees.\n\n**Definitions**\n\nNone.\n\n"
    "### Marked\n\n**Below**\n\nText."
)


def test_a_short_line_in_bold_is_a_heading_below_the_last_one() -> None:
    found = headings(document(BOLD))
    assert found == [
        (1, "Manual"),
        (2, "1. Scope"),
        (3, "1.1 Exceptions"),
        (2, "Definitions"),
        (3, "Marked"),
        (4, "Below"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\n**Important.**\n\nText.",
        "# T\n\n**Note:** text after it.\n\nText.",
        "# T\n\nText.\n\n**The last line**",
        "# T\n\n**Acme Ltd**\n\n**High Street**\n\n**London**\n\nText.",
        "# T\n\n- **in a list**\n\n  Text.",
        "# T\n\n> **quoted**\n\nText.",
    ],
)
def test_other_words_in_bold_are_none(text: str) -> None:
    assert headings(document(text)) == [(1, "T")]


def test_an_office_text_without_styles_has_headings_and_whole_tables() -> None:
    word = WordDocument()
    for text, bold in (
        ("Purchase Manual", True),
        ("1. Scope", True),
        ("All buyers.", False),
        ("2. Returns", False),
        ("Now.", False),
    ):
        word.add_paragraph().add_run(text).bold = bold
    table = word.add_table(3, 3)
    for at, text in enumerate(("Plan", "Price", "")):
        table.cell(0, at).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    for (row, column), text in {(1, 0): "Basic", (1, 1): "1", (1, 2): "10", (2, 1): "2", (2, 2): "20"}.items():
        table.cell(row, column).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    inner = table.cell(2, 2).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "from", "May"
    stream = io.BytesIO()
    word.save(stream)
    found = document(stream.getvalue(), "a.docx")
    assert headings(found) == [(1, "Purchase Manual"), (2, "1. Scope"), (2, "2. Returns")]
    assert (
        "| Plan | Price | Price |\n| --- | --- | --- |\n| Basic | 1 | 10 |\n| Basic | 2 | 20 from: May |" in found.text
    )


def test_html_tables_terms_and_blocks() -> None:
    found = document(
        "<h1>T</h1><table><tr><th colspan=3>Fees</th></tr><tr><th rowspan=2>Plan</th><th colspan=2>Price</th></tr>"
        "<tr><th>Month</th><th>Year</th></tr><tr><td>Basic</td><td>1</td><td><table><tr><td>net</td><td>10</td></tr></table>"
        "</td></tr></table><dl><dt>Buyer</dt><dd>Whoever buys.</dd></dl><details><summary>More</summary>Hidden.</details>",
        "a.html",
    )
    assert found.text == (
        "# T\n\nFees\n\n| Plan | Price Month | Price Year |\n| --- | --- | --- |\n| Basic | 1 | net: 10 |\n\n"
        "Buyer: Whoever buys.\n\nMore\n\nHidden."
    )


@pytest.mark.parametrize(
    ("line", "level", "heading", "rest"),
    [
        ("Cláusula 4ª. Precio. El precio es fijo.", 5, "Cláusula 4ª.", "Precio. El precio es fijo."),
        ("CLÁUSULA QUINTA.- Pago. Es mensual.", 5, "CLÁUSULA QUINTA.-", "Pago. Es mensual."),
        ("SEGUNDA.- Duración. Un año.", 5, "SEGUNDA.-", "Duración. Un año."),
        ("Disposición final primera. Rige ya.", 4, "Disposición final primera.", "Rige ya."),
        ("Section 5. Fees. The fee is 5.", 4, "Section 5.", "Fees. The fee is 5."),
        ("§ 6 Liability", 4, "§ 6 Liability", None),
        ("Clause 9 – Notice", 5, "Clause 9 – Notice", None),
    ],
)
def test_clauses_and_provisions_are_sections(line: str, level: int, heading: str, rest: str | None) -> None:
    found = document(f"Contract of sale\n\n{line}\n\nWhat follows it.", "a.txt")
    assert headings(found)[1:] == [(level, heading)]
    assert rest is None or rest in [block.text for block in found.blocks]


@pytest.mark.parametrize("line", ["Segunda. Un año.", "The second clause holds.", "Primera vez que se aplica."])
def test_words_of_order_in_prose_are_no_clause(line: str) -> None:
    assert len(headings(document(f"Contract of sale\n\n{line}\n\nWhat follows it.", "a.txt"))) == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 **x** |\n| 4 |\n", "a.md"),
        ("> a | b\n> ---|---\n> 1 | 2 | 3 x\n> 4 |\n", "a.md"),
        (f"<table>{row('ab', 'th')}{row(['1', '2', '3 x'])}{row('4')}</table>", "a.html"),
    ],
)
def test_a_row_longer_than_its_header_keeps_all_its_cells(text: str, name: str) -> None:
    assert document(text, name).text == "| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 x |\n| 4 |  |  |"
