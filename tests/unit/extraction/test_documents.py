"""Every format becomes one text with blocks whose spans are right and that leave nothing out."""

from __future__ import annotations

import io
import json
import re
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from docx import Document as WordDocument
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib import colors
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

from extraction.document import BlockKind, Document
from extraction.documents import read, read_bytes

LIMIT = 10_000_000


def document(text: str | bytes, name: str = "a.md") -> Document:
    return read_bytes(text if isinstance(text, bytes) else text.encode(), name, max_bytes=LIMIT)


def kinds(found: Document) -> list[str]:
    return [block.kind.value for block in found.blocks]


def assert_sound(found: Document) -> None:
    """Blocks in order, apart, inside the text, holding all of it, and saying what stands there."""
    end = 0
    for block in found.blocks:
        assert end <= block.span.start < block.span.end <= len(found.text)
        assert not found.text[end : block.span.start].strip()
        whole = found.text[block.span.start : block.span.end]
        assert block.text in whole
        if block.kind is not BlockKind.CODE:
            assert whole.endswith(block.text)
        if block.table:
            for cells in (block.table.header, *block.table.rows):
                for cell in cells:
                    assert found.text[cell.span.start : cell.span.end] == cell.text
            for row in block.table.row_spans:
                assert block.table.head.end <= row.start < row.end <= block.span.end
        end = block.span.end
    assert not found.text[end:].strip()
    for link in found.links:
        assert 0 <= link.span.start < link.span.end <= len(found.text)


MARKDOWN_PIECES = st.sampled_from(
    [
        "# Title", "###### Deep", "Plain words", "- item", "  - inner", "1. one", "> quoted", "| a | b |\n|---|---|\n| c | d |",
        "```py\nx = 1\n```", "~~~\nno end", "    code", "***", "Setext\n===", "<div>html</div>", "<table><tr><td>x",
        "[ref]: http://x.y", "[note]: word", "*em* `c` [l](u) ![i](v)", "<b>bold</b> <odd>", "{: #id }", "<!-- c -->", "",
        "---", "key: value", "a | b", "\\# no", "&amp; &#0;", "¿Qué? ñ", "<!-- YAML\nadded: v1\n-->", "[^1]: foot",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(MARKDOWN_PIECES, min_size=1, max_size=12), st.sampled_from(["\n", "\n\n"]))
def test_markdown_blocks_cover_the_text(pieces: list[str], joint: str) -> None:
    assert_sound(document("start\n\n" + joint.join(pieces)))


@settings(max_examples=150, deadline=None)
@given(
    # Many control characters make a file binary, which is refused: see the bad input.
    st.text(st.characters(exclude_categories=["Cc"]) | st.sampled_from("\n\t"), min_size=1, max_size=300),
    st.sampled_from(["a.md", "a.txt", "a.csv", "a.html", "a.rst"]),
)
def test_any_text_is_read_soundly(text: str, name: str) -> None:
    assert_sound(document(f"word {text}".encode("utf-8", "surrogatepass"), name))


@settings(max_examples=80, deadline=None)
@given(st.lists(st.text("abcdefgñé .,-:0123\n", min_size=1), min_size=1, max_size=8))
def test_no_word_of_a_plain_text_is_lost(paragraphs: list[str]) -> None:
    text = "first words\n\n" + "\n\n".join(paragraphs)
    found = document(text, "a.txt")
    assert set(re.findall(r"\w+", text)) <= set(re.findall(r"\w+", found.text))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(JSON_VALUES)
def test_any_json_is_read_soundly(value: object) -> None:
    assert_sound(document(json.dumps({"kept": "x", "value": value}), "a.json"))


def test_front_matter_is_metadata_and_values_stay_as_written() -> None:
    found = document("\ufeff---\r\nrevision: 1.10\r\nvalid_from: 2024-02-30\r\n---\r\n# T\r\n\r\nText.")
    assert found.front == {"revision": "1.10", "valid_from": "2024-02-30"}
    assert found.text == "# T\n\nText."


def test_dashes_without_keys_are_no_front_matter() -> None:
    found = document("---\nJust words here, and more.\n---\n\nText.")
    assert found.front == {}
    assert "Just words here" in found.text


def test_markup_is_no_text() -> None:
    found = document(
        '# Notice {#top}\n\nEffective June 2, 2025\n{: datetime="2025-06-02" }\n\n<a id="x"></a>See [terms](http://x.y/t) and '
        "write to [us](mailto:a@b.es).\n\n<!-- hidden -->\n"
    )
    assert found.text == "# Notice\n\nEffective June 2, 2025\n\nSee terms and write to us (a@b.es)."
    assert [link.target for link in found.links] == ["http://x.y/t", "mailto:a@b.es"]
    assert found.text[found.links[0].span.start : found.links[0].span.end] == "terms"


def test_what_only_looks_like_markup_is_kept() -> None:
    found = document(
        "Run <anonymous> and `{: x }` with {Object}.\n\n[Nota]: importante\n\n10<sup>3</sup> and ~~100~~ 120"
    )
    assert found.text == "Run <anonymous> and `{: x }` with {Object}.\n\n[Nota]: importante\n\n10³ and ~~100~~ 120"


def test_a_comment_that_calls_itself_yaml_is_data() -> None:
    assert "added: v9.9.0" in document("# A\n\n<!-- YAML\nadded: v9.9.0\n-->\n\nText.").text


def test_markdown_tables_and_lists() -> None:
    found = document("| **Item** | Days |\n|---|---|\n| a \\| b | 14 |\n\n1. one\n   - two\n2. three\n")
    table = found.blocks[0].table
    assert table
    assert [cell.text for cell in table.header] == ["Item", "Days"]
    assert [[cell.text for cell in row] for row in table.rows] == [["a | b", "14"]]
    assert [(block.text, block.level) for block in found.blocks[1:]] == [("one", 1), ("two", 2), ("three", 1)]


def test_html_in_markdown_is_read_as_its_table() -> None:
    html = (
        "<table>\n<tr><th>What</th><th>Basis</th></tr>\n\n<tr><td rowspan=2>[A](u)</td>"
        "<td><ul><li>x</li><li>y</li></ul></td></tr>\n<tr><td>z</td></tr>\n</table>"
    )
    table = document(f"# T\n\n{html}\n\nEnd.").blocks[1].table
    assert table
    assert [[cell.text for cell in row] for row in table.rows] == [["A", "x; y"], ["A", "z"]]


def test_html_page() -> None:
    found = document(
        '<html lang="es"><head><title>Sitio</title><style>a{}</style></head><body><h1>Hola</h1><p>a * b &lt;b&gt;</p>'
        '<script>x()</script><p style="display: none">no</p><ul><li>uno</li></ul></body></html>',
        "a.html",
    )
    assert found.text == "# Hola\n\na * b <b>\n\n- uno"
    assert (found.title, found.front) == ("Sitio", {"language": "es"})


def test_plain_text_is_not_markdown_and_shows_its_headings() -> None:
    found = document(
        "POLÍTICA DE CAMBIOS\n\nPlazo: 14 días\nMoneda: EUR\n\n1. Objeto\n\nTexto con *asteriscos* y # almohadilla.\n\n"
        "- uno\n- dos\n\nCAPÍTULO II\nFINALES\n\nARTÍCULO 3.- Quedan excluidos.\n\nArticle 5 of that law applies here.\n",
        "a.txt",
    )
    headings = [(block.level, block.text) for block in found.blocks if block.kind is BlockKind.HEADING]
    assert headings == [(1, "POLÍTICA DE CAMBIOS"), (2, "1. Objeto"), (3, "CAPÍTULO II FINALES"), (5, "ARTÍCULO 3.-")]
    assert "Plazo: 14 días\nMoneda: EUR" in found.text
    assert "*asteriscos* y # almohadilla" in found.text
    assert kinds(found).count("list_item") == 2


def test_numbered_lines_in_a_row_are_a_list_and_no_headings() -> None:
    found = document("Shopping for the week ahead.\n\n1. Apples\n\n2. Pears\n\n3. Plums\n", "a.txt")
    assert "heading" not in kinds(found)


def test_restructured_text_reads_safely(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret words")
    found = document(
        "PEP: 1\nTitle: On things\nStatus: Final\nSuperseded-By: 2\n\n\nAbstract\n========\n\nSee :func:`~a.b` and ``c``.\n\n"
        f".. include:: {tmp_path}/secret.txt\n\n.. raw:: html\n\n   <b>x</b>\n\n.. versionadded:: 3.8\n   Late words.\n\n"
        "=====  =====\nName   Days\n=====  =====\na      1\n=====  =====\n\n1. one\n2. two\n",
        "a.rst",
    )
    assert found.front["Superseded-By"] == "2"
    assert found.blocks[0].text == "Abstract"
    assert "See a.b and `c`." in found.text
    assert "secret words" not in found.text
    assert "Late words." in found.text
    assert [block.text for block in found.blocks if block.kind is BlockKind.LIST_ITEM] == ["one", "two"]
    assert any(block.table for block in found.blocks)
    assert_sound(found)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_csv_with_any_separator(separator: str) -> None:
    rows = [["Producto", "Precio", "Nota"], ["Aceite", "10", '"uno\ndos"'], ["Vino", "5", "x"]]
    table = document("\n".join(separator.join(row) for row in rows), "a.csv").blocks[0].table
    assert table
    assert [cell.text for cell in table.header] == ["Producto", "Precio", "Nota"]
    assert [cell.text for cell in table.rows[0]] == ["Aceite", "10", "uno dos"]


def test_csv_keeps_notes_apart_and_knows_a_table_without_header() -> None:
    found = document("Tarifa 2026;;\nA;B;C\n1;x;y\nNota: sin IVA;;\n", "a.csv")
    assert kinds(found) == ["paragraph", "table", "paragraph"]
    bare = document("1,2\n3,4\n", "b.csv").blocks[0].table
    assert bare
    assert bare.header == ()
    assert len(bare.rows) == 2


def test_json_records_are_a_table_or_sections() -> None:
    flat = document('[{"sku": "A", "price": 1.10}, {"sku": "B", "price": 2}]', "a.json")
    assert kinds(flat) == ["table"]
    assert "1.10" in flat.text
    deep = document('{"id": "d1", "city": {"name": "Lugo"}}\n{"id": "d2", "tags": ["x", "y"]}\n', "a.jsonl")
    assert [block.text for block in deep.blocks if block.kind is BlockKind.HEADING] == ["d1", "city", "d2"]
    assert "tags: x, y" in deep.text


def test_workbook_reads_as_a_reader_sees_it() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet
    sheet.title = "Precios"
    sheet.append(["Producto", "Precio", "IVA", "Desde", "Total"])
    sheet.append(["Aceite " + "largo " * 20, 1200.5, 0.21, date(2026, 1, 5), "=B2*2"])
    sheet.append(["Vino", 10, 0.1, None, 7])
    sheet["B2"].number_format = '#,##0.00 "€"'
    sheet["C2"].number_format = sheet["C3"].number_format = "0%"
    zones = book.create_sheet("Zonas")
    for row in (["Zona", "País"], ["A", "ES"], [None, "PT"]):
        zones.append(row)
    zones.merge_cells("A2:A3")
    stream = io.BytesIO()
    book.save(stream)
    found = document(stream.getvalue(), "a.xlsx")
    prices, zone = (block.table for block in found.blocks if block.table)
    assert prices
    assert zone
    name, *values = [cell.text for cell in prices.rows[0]]
    assert name == "Aceite " + "largo " * 19 + "largo"
    assert values == ["1200.50 €", "21%", "2026-01-05", "=B2*2"]
    assert [[cell.text for cell in row] for row in zone.rows] == [["A", "ES"], ["A", "PT"]]
    assert [warning.code for warning in found.warnings] == ["formula_without_value"]
    assert_sound(found)


def test_word_file() -> None:
    word = WordDocument()
    word.core_properties.title = "Contrato"
    word.add_heading("Contrato de suministro", 1)
    word.add_paragraph("Texto con *asteriscos* y # marca.")
    table = word.add_table(2, 2)
    for cell, text in zip(table._cells, ["Producto", "Precio", "Aceite", "10"], strict=True):
        cell.text = text
    word.add_paragraph("uno", style="List Bullet")
    stream = io.BytesIO()
    word.save(stream)
    found = document(stream.getvalue(), "a.docx")
    assert kinds(found) == ["heading", "paragraph", "table", "list_item"]
    assert found.blocks[1].text == "Texto con *asteriscos* y # marca."
    read_table = found.blocks[2].table
    assert read_table
    assert [cell.text for cell in read_table.header] == ["Producto", "Precio"]
    assert found.title == "Contrato"


def test_pdf_headings_paragraphs_and_ruled_tables() -> None:
    style = getSampleStyleSheet()
    stream = io.BytesIO()
    grid = [("GRID", (0, 0), (-1, -1), 1, colors.black)]
    SimpleDocTemplate(stream, title="Ficha").build(
        [
            Paragraph("Ficha técnica", style["Title"]),
            Paragraph("Condiciones", style["Heading2"]),
            Paragraph("El plazo es de 14 días desde la entrega. " * 8, style["Normal"]),
            Spacer(1, 12),
            Table([["Producto", "Precio"], ["Aceite", "10"], ["Vino", "5"]], style=grid),
            Spacer(1, 12),
            Paragraph("Fin del documento.", style["Normal"]),
        ]
    )
    found = document(stream.getvalue(), "a.pdf")
    assert kinds(found) == ["heading", "heading", "paragraph", "table", "paragraph"]
    assert [block.level for block in found.blocks[:2]] == [1, 2]
    assert found.title == "Ficha"
    assert_sound(found)


def test_format_is_told_by_the_bytes_where_no_ending_tells_it() -> None:
    assert document("# T\n\nText", "stdin").blocks[0].kind is BlockKind.HEADING
    assert document('{"a": "b"}', "stdin").text == "a: b"
    assert document("<!doctype html><p>x</p>", "stdin").text == "x"
    assert document("just *words*", "stdin").text == "just *words*"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str) -> None:
    text = "La política de devolución caduca mañana en España. Él volvió después."
    found = document(text.encode(encoding), "a.txt")
    assert found.text == text
    assert bool(found.warnings) == (encoding == "cp1252")


@pytest.mark.shared
def test_corpora_are_read_whole(shared: Path) -> None:
    names = [
        *sorted((shared / "data/versionqa/docs").iterdir())[::6],
        *sorted((shared / "data/mozilla-legal/docs").rglob("*.md"))[::20],
        *sorted((shared / "data/legalize-uy/docs").iterdir())[::40],
    ]
    assert names
    for path in names:
        found = read(path, max_bytes=LIMIT)
        assert_sound(found)
        assert not found.warnings
        assert "{:" not in found.text
        assert "<td" not in found.text
