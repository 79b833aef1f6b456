"""Word files → HTML, and the checks that every zipped office file must pass before it is opened."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.parsers import expat

from contract.errors import DocumentTooLarge, UnreadableDocument

OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_EXPANSION = 10  # how many times its own limit a file may hold when unpacked
_RATIO = 200  # how many times its packed size a large part may have; text and tables reach about 30
_LARGE = 5_000_000
_MOST_MERGED = 1_000_000  # cells; the library that reads a sheet makes one for each
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\b[^>]*?\bref=[\"']([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})[\"']")
_CORE = "docProps/core.xml"
_PROGRAMS = ("openpyxl", "python-docx", "Microsoft Office User")  # what programs write where no author is known


@dataclass(frozen=True, slots=True)
class Properties:
    """What an office file says of itself."""

    title: str | None = None
    author: str | None = None


def check_package(data: bytes, name: str, max_bytes: int) -> None:
    """Refuse a package that is truncated, locked, would unpack to too much, or declares entities."""
    if data.startswith(OLD_OFFICE):
        raise UnreadableDocument(
            f"{name} is protected by a password or in an old Office format: save it without, as DOCX or XLSX"
        )
    try:
        package = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile as error:
        raise UnreadableDocument(f"{name} is damaged or cut off: get a whole copy of it") from error
    with package:
        members = package.infolist()
        if any(member.flag_bits & 1 for member in members):
            raise UnreadableDocument(f"{name} is protected by a password: save it without one")
        if sum(member.file_size for member in members) > _EXPANSION * max_bytes:
            raise DocumentTooLarge(
                f"{name} unpacks to more than {_EXPANSION * max_bytes:,} bytes: split it or raise the limit"
            )
        if any(one.file_size > max(_LARGE, _RATIO * one.compress_size) for one in members):
            raise DocumentTooLarge(f"{name} unpacks to more than {_RATIO} times its size: open and save it anew")
        try:
            broken = package.testzip()
            for member in members:
                if member.filename.endswith((".xml", ".rels")):
                    part = package.read(member)
                    _refuse_doctype(part, name)
                    _refuse_merged(part, name)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise UnreadableDocument(f"{name} is damaged: get a whole copy of it") from error
        if broken:
            raise UnreadableDocument(f"{name} is damaged in {broken}: get a whole copy of it")


def docx_html(data: bytes) -> str:
    """The text of a Word file as HTML, merged cells told by their spans. Pictures are left out and nothing is fetched."""
    import mammoth  # type: ignore[import-untyped]  # heavy: only when such a document comes
    from markitdown.converter_utils.docx.pre_process import pre_process_docx

    pictures = mammoth.images.img_element(lambda _: {"src": ""})
    return str(mammoth.convert_to_html(pre_process_docx(io.BytesIO(data)), convert_image=pictures).value)


def properties(data: bytes) -> Properties:
    """Title and author of a package that has passed its check; none where that part of it is broken."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        if _CORE not in package.namelist():
            return Properties()
        try:
            core = fromstring(package.read(_CORE))
        except ParseError:
            return Properties()
    author = _value(core, "creator")
    return Properties(_value(core, "title"), author if author not in _PROGRAMS else None)


def _value(core: Element, key: str) -> str | None:
    text = core.findtext(f"{{http://purl.org/dc/elements/1.1/}}{key}")
    return " ".join(text.split()) or None if text else None


def _refuse_merged(part: bytes, name: str) -> None:
    from openpyxl.utils import range_boundaries  # heavy: only when such a document comes

    cells = 0
    for found in _MERGED.finditer(part):
        left, top, right, bottom = (int(bound or 0) for bound in range_boundaries(found.group(1).decode("ascii")))
        cells += (right - left + 1) * (bottom - top + 1)
    if cells > _MOST_MERGED:
        raise DocumentTooLarge(
            f"{name} merges {cells:,} cells, more than the {_MOST_MERGED:,} allowed: take them apart"
        )


class _RootReached(Exception):
    pass


def _refuse_doctype(data: bytes, name: str) -> None:
    """Office XML has no document type; one that is there is an attack by entities. Read up to the root element only."""
    parser = expat.ParserCreate()

    def doctype(*_: object) -> None:
        raise UnreadableDocument(f"{name} declares XML entities, which no Office program writes: save it anew")

    def root(*_: object) -> None:
        raise _RootReached

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = root
    try:
        parser.Parse(data, True)
    except _RootReached:
        return
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise UnreadableDocument(f"{name} is damaged inside: open and save it anew") from error
