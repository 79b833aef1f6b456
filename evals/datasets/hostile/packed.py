"""Hostile Word files and workbooks."""

from __future__ import annotations

import io
import zipfile

from evals.datasets.hostile.making import Making, entities, kind

# -- office files -----------------------------------------------------------------------------------------------------
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType='
    '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.'
    'document.main+xml"/></Types>'
)
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{_RELATION}/officeDocument" Target="word/document.xml"/></Relationships>'
)


def _zip(members: dict[str, bytes | str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return stream.getvalue()


def _docx(document: str, **more: str) -> bytes:
    return _zip({"[Content_Types].xml": _TYPES, "_rels/.rels": _RELATIONS, "word/document.xml": document, **more})


def _body(inner: str) -> str:
    return f'<?xml version="1.0"?><w:document {_W}><w:body>{inner}</w:body></w:document>'


def _run(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


@kind("docx")
def _docx_bomb(make: Making) -> bytes:
    return _docx(_body(_run("x" * make.number(1_000_000, 40_000_000))))


@kind("docx")
def _docx_tables(make: Making) -> bytes:
    depth = make.number(5, 600)
    return _docx(_body("<w:tbl><w:tr><w:tc>" * depth + _run(make.words(9)) + "</w:tc></w:tr></w:tbl>" * depth))


@kind("docx")
def _docx_wide(make: Making) -> bytes:
    cell = "<w:tc><w:tcPr><w:gridSpan w:val='9999'/><w:vMerge/></w:tcPr>" + _run("x") + "</w:tc>"
    return _docx(_body(f"<w:tbl><w:tr>{cell * make.number(100, 10_000)}</w:tr></w:tbl>" + _run(make.words(9))))


@kind("docx")
def _docx_entities(make: Making) -> bytes:
    return _docx(entities(make) + f"<w:document {_W}><w:body>{_run('&l9; &x;')}</w:body></w:document>")


@kind("docx")
def _docx_outside(make: Making) -> bytes:
    links = _RELATIONS.replace('officeDocument"', 'image"').replace(
        'Target="word/document.xml"', f'Target="{make.bait}" TargetMode="External"'
    )
    drawing = (
        '<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r='
        f'"{_RELATION}" r:link="rId1" r:embed="rId1"/></w:drawing></w:r></w:p>'
    )
    return _docx(_body(drawing + _run(make.words(9))), **{"word/_rels/document.xml.rels": links})


@kind("docx")
def _docx_broken(make: Making) -> bytes:
    whole = bytearray(_docx(_body(_run(make.words(99)))))
    for _ in range(make.number(1, 60)):
        whole[make.random.randrange(len(whole))] = make.random.randrange(256)
    return bytes(whole[: make.random.choice([len(whole), len(whole) // 2])])


@kind("docx")
def _docx_names(make: Making) -> bytes:
    return _docx(
        _body(_run(make.words(9))), **{"../../../tmp/evil.xml": "<x/>", "/etc/passwd": "x", "word/" + "x" * 3_000: ""}
    )


_SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def _xlsx(rows: str, more: str = "") -> bytes:
    types = _TYPES.replace("/word/document.xml", "/xl/workbook.xml").replace(
        "wordprocessingml.document", "spreadsheetml.sheet"
    )
    sheet_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
    types = types.replace(
        "</Types>", f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{sheet_type}"/></Types>'
    )
    book = f'<workbook {_SHEET} xmlns:r="{_RELATION}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
    links = _RELATIONS.replace('officeDocument"', 'worksheet"').replace("word/document.xml", "worksheets/sheet1.xml")
    return _zip({
        "[Content_Types].xml": types,
        "_rels/.rels": _RELATIONS.replace("word/document.xml", "xl/workbook.xml"),
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": links,
        "xl/worksheets/sheet1.xml": f"<worksheet {_SHEET}><sheetData>{rows}</sheetData>{more}</worksheet>",
    })  # fmt: skip


def _cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


@kind("xlsx")
def _xlsx_far(make: Making) -> bytes:
    far = make.random.choice([9_000, 100_000, 1_048_576])
    return _xlsx(f'<row r="1">{_cell("A1", make.words(3))}</row><row r="{far}">{_cell(f"XFD{far}", "x")}</row>')


@kind("xlsx")
def _xlsx_merged(make: Making) -> bytes:
    merged = "".join(f'<mergeCell ref="A{row}:XFD1048576"/>' for row in range(1, make.number(2, 20)))
    return _xlsx(
        f'<row r="1">{_cell("A1", make.words(3))}{_cell("B1", "y")}</row>', f"<mergeCells>{merged}</mergeCells>"
    )


@kind("xlsx")
def _xlsx_formulas(make: Making) -> bytes:
    formula = f"<c r='B1'><f>WEBSERVICE(\"{make.bait}\")</f></c><c r='C1'><f>cmd|' /C calc'!A0</f></c>"
    return _xlsx(f'<row r="1">{_cell("A1", make.words(3))}{formula}</row>')


@kind("xlsx")
def _xlsx_bomb(make: Making) -> bytes:
    return _xlsx(
        "".join(f'<row r="{row}">{_cell(f"A{row}", "x" * 99)}</row>' for row in range(1, make.number(1_000, 60_000)))
    )


@kind("xlsx")
def _xlsx_odd(make: Making) -> bytes:
    value = make.random.choice(["1e999", "-1", "NaN", "2958466", "", "x", "-99999999999"])
    return _xlsx(
        f'<row r="1">{_cell("A1", make.words(3))}<c r="B1" s="7" t="d"><v>{value}</v></c><c r="C1" t="s"><v>99</v></c></row>'
    )
