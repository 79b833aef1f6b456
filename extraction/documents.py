"""Any format → ``Document``: a tree of headings, paragraphs, lists and tables with spans on one normalised text."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from contract.errors import DocumentTooLarge, EmptyDocument, UnreadableDocument
from contract.records import Warn
from extraction import front_matter, markdown, markup, office, pdf, plain, restructured, structured, tabular
from extraction.decoding import decode
from extraction.document import Document
from extraction.faults import parsing
from extraction.writing import Writer

FORMATS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".rst": "rst",
    ".rest": "rst",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".xlsx": "xlsx",
    ".csv": "csv",
    ".tsv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
_READ = "Markdown, text, reStructuredText, HTML, PDF, DOCX, XLSX, CSV, JSON and JSON Lines"
_OTHER = (
    ".doc .xls .ppt .pptx .odt .ods .rtf .epub .png .jpg .jpeg .gif .webp .tif .tiff .bmp .svg .mp3 .mp4 .zip .gz .tar .7z "
    ".exe .bin .so .dll .pyc .parquet .db .sqlite"
)
_BINARY_SIGNS = {  # how a file that is no text begins
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a zipped file (DOCX or XLSX?)",
    office.OLD_OFFICE: "an old Office file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"\x1f\x8b": "a compressed file",
    b"\x7fELF": "a program",
}
_CHARSET = re.compile(
    rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([A-Za-z0-9_-]+)|<\?xml[^>]*encoding=["']([A-Za-z0-9_-]+)""",
    re.IGNORECASE,
)
_MARKDOWN_SIGN = re.compile(r"^(?:#{1,6} \S|```|\|.+\|$|- \S|\[[^\]]+\]\()", re.MULTILINE)


def read(path: Path, *, max_bytes: int) -> Document:
    """Read one file. Raises ``UnreadableDocument``, ``EmptyDocument``, ``DocumentTooLarge`` or ``InvalidMetadata``."""
    name = path.name
    try:
        if path.is_dir():
            raise UnreadableDocument(f"{path} is a folder: name the files in it")
        status = path.stat()
        if not path.is_file():
            raise UnreadableDocument(f"{path} is no regular file: copy its content into one")
        if status.st_size > max_bytes:
            raise _too_large(str(path), status.st_size, max_bytes)
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError as error:
        raise UnreadableDocument(f"{path} is not there (any more): check the path") from error
    except PermissionError as error:
        raise UnreadableDocument(f"{path} may not be read: give this user the right to read it") from error
    except (OSError, ValueError) as error:
        raise UnreadableDocument(f"{path} cannot be read ({error}): check the disk and the path") from error
    return read_bytes(data, name, max_bytes=max_bytes)


def read_bytes(data: bytes, name: str, *, max_bytes: int) -> Document:
    """Read bytes that came under ``name``: its ending tells the format; without one that is known the bytes do."""
    if len(data) > max_bytes:
        raise _too_large(name, len(data), max_bytes)
    if not data.strip(b" \t\r\n\x0b\x0c\xef\xbb\xbf"):
        raise EmptyDocument(f"{name} is empty: write something into it or leave it out")
    form = _format(data, name)
    writer = Writer()
    title, front, warnings = _write(writer, form, data, name, max_bytes)
    if writer.empty:
        raise EmptyDocument(f"{name} has no text in it: write something into it or leave it out")
    return writer.finish(sha256(data).hexdigest(), title=title, front=front, warnings=warnings)


Written = tuple[str | None, dict[str, Any], list[Warn]]  # title, front, warnings


def _write(writer: Writer, form: str, data: bytes, name: str, max_bytes: int) -> Written:
    if form == "pdf":
        about, warnings = pdf.write(writer, data, name)
        return about.title, _front(author=about.author), warnings
    if form in ("docx", "xlsx"):
        return _write_office(writer, form, data, name, max_bytes)
    declared = _CHARSET.search(data[:2048]) if form == "html" else None
    encoding = (declared.group(1) or declared.group(2)).decode("ascii") if declared else None
    text, found = decode(data, name, encoding)
    title, front, warnings = _write_text(writer, form, text, name)
    return title, front, [*found, *warnings]


def _write_office(writer: Writer, form: str, data: bytes, name: str, max_bytes: int) -> Written:
    office.check_package(data, name, max_bytes)
    about = office.properties(data)
    warnings: list[Warn] = []
    if form == "docx":
        with parsing(name, "DOCX"):
            page = markup.page(office.docx_html(data))
        warnings.extend(page.warnings)
        markdown.write(writer, page.markdown)
    else:
        with parsing(name, "XLSX"):
            book = tabular.Workbook(data)
        warnings = tabular.write_workbook(writer, book)
    return about.title, _front(author=about.author), warnings


def _write_text(writer: Writer, form: str, text: str, name: str) -> Written:
    front: dict[str, Any] = {}
    if form == "html":
        with parsing(name, "HTML"):
            page = markup.page(text)
        markdown.write(writer, page.markdown)
        return page.title, dict(page.front), list(page.warnings)
    if form == "csv":
        tabular.write_csv(writer, text)
    elif form == "json":
        structured.write_json(writer, text, name)
    elif form == "jsonl":
        structured.write_json_lines(writer, text, name)
    else:
        front, text = front_matter.split(text, name)
        if form == "markdown":
            markdown.write(writer, text)
        elif form == "rst":
            header, text = restructured.split_header(text)
            with parsing(name, "reStructuredText"):
                tree = restructured.parsed(text)
            front = {**restructured.write(writer, tree), **header, **front}
        else:
            plain.write(writer, text)
    return None, front, []


def _front(**values: str | None) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def _format(data: bytes, name: str) -> str:
    suffix = PurePosixPath(name).suffix.casefold()
    form = FORMATS.get(suffix)
    sign = next((what for start, what in _BINARY_SIGNS.items() if data.startswith(start)), None)
    if form in ("docx", "xlsx", "pdf"):
        return form
    if form:
        if sign:
            raise UnreadableDocument(f"{name} is {sign} and not what its ending says: give it its right ending")
        return form
    if suffix and suffix in _OTHER.split():
        raise UnreadableDocument(f"{name} has a format that is not read: convert it to one of {_READ}")
    return _sniffed(data, name, sign)


def _sniffed(data: bytes, name: str, sign: str | None) -> str:
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        if b"word/document.xml" in data:
            return "docx"
        if b"xl/workbook.xml" in data:
            return "xlsx"
    if sign:
        raise UnreadableDocument(f"{name} is {sign}, a format that is not read: convert it to one of {_READ}")
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if re.match(rb"<!doctype html|<html|<\?xml[^>]*\?>\s*<!doctype html", head, re.IGNORECASE):
        return "html"
    if head[:1] in (b"{", b"["):
        lines = data.strip().split(b"\n")
        several = len(lines) > 1 and all(line.lstrip()[:1] == b"{" and line.rstrip()[-1:] == b"}" for line in lines[:2])
        return "jsonl" if several else "json" if head.rstrip()[-1:] in b"}]" or len(data) > 4096 else "text"
    text = data[:65_536].decode("utf-8", errors="replace").replace("\r\n", "\n")
    return "markdown" if text.startswith("---\n") or _MARKDOWN_SIGN.search(text) else "text"


def _too_large(name: str, size: int, max_bytes: int) -> DocumentTooLarge:
    return DocumentTooLarge(
        f"{name} has {size:,} bytes, more than the {max_bytes:,} allowed: split it or raise the limit"
    )
