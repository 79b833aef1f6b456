"""What cannot be read is refused with one sentence that names the file; what is slightly broken is mended and told."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest
from docx import Document as WordDocument
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from contract.errors import DocumentError, DocumentTooLarge, EmptyDocument, InvalidMetadata, UnreadableDocument
from extraction.documents import read, read_bytes

LIMIT = 10_000_000


def pdf(text: str) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.drawString(72, 700, text)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def locked_pdf() -> bytes:
    writer = PdfWriter(PdfReader(io.BytesIO(pdf("hidden"))))
    writer.encrypt("secret")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def docx() -> bytes:
    stream = io.BytesIO()
    word = WordDocument()
    word.add_paragraph("Words. " * 500)
    word.save(stream)
    return stream.getvalue()


def package(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in members.items():
            target.writestr(name.replace("__", "/") + ".xml", data)
    return stream.getvalue()


ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'


@pytest.mark.parametrize(
    ("data", "name", "error", "words"),
    [
        (b"", "a.md", EmptyDocument, "empty"),
        (b" \r\n\t\n", "a.md", EmptyDocument, "empty"),
        (b"\xef\xbb\xbf \n", "a.txt", EmptyDocument, "empty"),
        (b"---\ntitle: x\n---\n", "a.md", EmptyDocument, "no text"),
        (b"<html><script>x()</script></html>", "a.html", EmptyDocument, "no text"),
        (b"[]", "a.json", EmptyDocument, "no text"),
        (bytes(range(256)) * 4, "a.txt", UnreadableDocument, "not text"),
        (b"\x00\x01\x02\x03" * 50, "a.md", UnreadableDocument, "not text"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 20, "a.txt", UnreadableDocument, "an image"),
        (pdf("x"), "a.txt", UnreadableDocument, "a PDF"),
        (b"x", "a.exe", UnreadableDocument, "convert it"),
        (pdf("words here")[:-200], "a.pdf", UnreadableDocument, "cut off"),
        (b"%PDF-1.7\nrubbish\n%%EOF\n", "a.pdf", UnreadableDocument, "damaged|no text"),
        (locked_pdf(), "a.pdf", UnreadableDocument, "password"),
        (pdf(""), "a.pdf", UnreadableDocument, "scan"),
        (docx()[:-900], "a.docx", UnreadableDocument, "cut off"),
        (b"PK\x03\x04 not really", "a.docx", UnreadableDocument, "damaged"),
        (package(word__document=b"<a/>"), "a.docx", UnreadableDocument, "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 99, "a.docx", UnreadableDocument, "password"),
        (package(word__document=ENTITIES), "a.docx", UnreadableDocument, "entities"),
        (package(xl__workbook=b"\x00" * (LIMIT * 11)), "a.xlsx", DocumentTooLarge, "unpacks"),
        (b'{"a": ', "a.json", UnreadableDocument, "line 1"),
        (b'{"a": 1}\n{"a"\n', "a.jsonl", UnreadableDocument, "line 2"),
        (b"[" * 200 + b"]" * 200, "a.json", UnreadableDocument, "levels deep"),
        (b"[" * 100_000 + b"]" * 100_000, "a.json", UnreadableDocument, "levels deep"),
        (b"---\ntitle: [x\nlevel: 1\n---\nText", "a.md", InvalidMetadata, "line"),
    ],
)
def test_refusals_name_the_file_and_the_mend(data: bytes, name: str, error: type[DocumentError], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        read_bytes(data, name, max_bytes=LIMIT)
    message = str(caught.value)
    assert name in message
    assert ":" in message
    assert "\n" not in message


def test_a_file_too_large_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(DocumentTooLarge, match=r"large\.txt has 200,000,000 bytes"):
        read(path, max_bytes=50_000_000)


def test_paths_that_are_no_readable_files(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="not there"):
        read(tmp_path / "gone.md", max_bytes=LIMIT)
    with pytest.raises(UnreadableDocument, match="folder"):
        read(tmp_path, max_bytes=LIMIT)
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    with pytest.raises(UnreadableDocument, match="regular"):
        read(pipe, max_bytes=LIMIT)
    if os.geteuid() != 0:
        locked = tmp_path / "locked.txt"
        locked.write_text("x")
        locked.chmod(0)
        with pytest.raises(UnreadableDocument, match="right to read"):
            read(locked, max_bytes=LIMIT)


@pytest.mark.parametrize(
    ("data", "name", "text", "code"),
    [
        (b"Good \x00words\x01 here, many of them.", "a.txt", "Good words here, many of them.", "control_characters"),
        (b'{"a": "x\\ud800y"}', "a.json", "a: x\ufffdy", "broken_characters"),
        (b"Una se\xc3\xb1al \xed\xa0\x80 rota", "a.txt", "Una señal \ufffd rota", "broken_characters"),
        (
            "Él, señal y más. ".encode() * 20 + b"\xff fin",
            "a.txt",
            "Él, señal y más. " * 20 + "\ufffd fin",
            "broken_characters",
        ),
    ],
)
def test_a_few_broken_signs_are_mended_and_told(data: bytes, name: str, text: str, code: str) -> None:
    found = read_bytes(data, name, max_bytes=LIMIT)
    assert found.text.replace("\ufffd\ufffd\ufffd", "\ufffd") == text
    assert [warning.code for warning in found.warnings] == [code]


def test_html_nested_beyond_reason_is_read_as_text() -> None:
    found = read_bytes(b"<div>" * 3000 + b"core words" + b"</div>" * 3000, "a.html", max_bytes=LIMIT)
    assert found.text == "core words"
    assert [warning.code for warning in found.warnings] == ["flattened"]
