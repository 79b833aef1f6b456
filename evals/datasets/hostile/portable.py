"""Hostile PDFs, and files that are not what they say."""

from __future__ import annotations

import zlib

from evals.datasets.hostile.making import Making, kind


# -- PDF --------------------------------------------------------------------------------------------------------------
def _pdf(objects: list[str | bytes], trailer: str = "") -> bytes:
    """A PDF of these objects, numbered from 1, the first its root; the table of their places is right."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += (
            f"{number} 0 obj\n".encode() + (body.encode("latin-1") if isinstance(body, str) else body) + b"\nendobj\n"
        )
    start = len(out)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<</Size {len(objects) + 1} /Root 1 0 R {trailer}>>\n"
    return out + end.encode() + f"startxref\n{start}\n%%EOF\n".encode()


def _stream(data: bytes, filters: str = "") -> bytes:
    return f"<</Length {len(data)} {filters}>>\nstream\n".encode() + data + b"\nendstream"


_FONT = "<</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>"


def _page(content: bytes, filters: str = "", extra: str = "") -> bytes:
    return _pdf(
        [
            f"<</Type /Catalog /Pages 2 0 R {extra}>>",
            "<</Type /Pages /Kids [3 0 R] /Count 1>>",
            f"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources {_FONT} /Contents 4 0 R>>",
            _stream(content, filters),
        ]
    )


def _shown(text: str) -> bytes:
    return f"BT /F1 12 Tf 72 700 Td ({text.encode('ascii', 'ignore').decode()}) Tj ET".encode()


@kind("pdf")
def _pdf_cut(make: Making) -> bytes:
    whole = _page(_shown(make.words(20)))
    return whole[: make.random.randrange(20, len(whole))] + make.random.choice([b"", b"\n%%EOF\n"])


@kind("pdf")
def _pdf_loop(make: Making) -> bytes:
    kids = make.random.choice(["[2 0 R]", "[3 0 R 2 0 R]", "2 0 R", "[1 0 R]", f"[{'3 0 R ' * make.number(2, 300)}]"])
    parent = make.random.choice(["2 0 R", "3 0 R"])
    page = f"<</Type /Page /Parent {parent} /Resources 3 0 R /MediaBox [0 0 600 800] /Contents 4 0 R>>"
    return _pdf(
        ["<</Type /Catalog /Pages 2 0 R>>", f"<</Type /Pages /Kids {kids} /Count 2>>", page, _stream(_shown("loop"))]
    )


@kind("pdf")
def _pdf_previous(make: Making) -> bytes:
    whole = _page(_shown(make.words(9)))
    return whole.replace(
        b"/Root", b"/Prev " + str(make.random.choice([whole.rindex(b"xref\n0"), 0, 9**9])).encode() + b" /Root"
    )


@kind("pdf")
def _pdf_bomb(make: Making) -> bytes:
    packed = zlib.compress(b"q " * make.number(100_000, 20_000_000), 9)
    return _page(packed, "/Filter /FlateDecode")


@kind("pdf")
def _pdf_many_signs(make: Making) -> bytes:
    return _page(b" ".join(_shown("x " * 40) for _ in range(make.number(50, 600))))


@kind("pdf")
def _pdf_ruled(make: Making) -> bytes:
    lines = [
        f"{make.random.randrange(600)} {make.random.randrange(800)} 40 9 re S" for _ in range(make.number(20, 1_200))
    ]
    return _page(_shown(make.words(9)) + b"\n" + "\n".join(lines).encode())


@kind("pdf")
def _pdf_acting(make: Making) -> bytes:
    action = (
        f"/OpenAction <</S /JavaScript /JS (app.launchURL('{make.bait}'))>> /AA <</O <</S /Launch /F (calc.exe)>>>>"
    )
    return _page(_shown(make.words(20)), extra=action)


@kind("pdf")
def _pdf_numbers(make: Making) -> bytes:
    odd = make.random.choice(
        [b"/Length -5", b"/Length 99999999999", b"/Count -1", b"/MediaBox [0 0 1e308 1e308]", b"/Rotate 7"]
    )
    return _page(_shown(make.words(20))).replace(make.random.choice([b"/Count 1", b"/MediaBox [0 0 600 800]"]), odd)


@kind("pdf")
def _pdf_noise(make: Making) -> bytes:
    whole = bytearray(_page(_shown(make.words(30))))
    for _ in range(make.number(1, 200)):
        whole[make.random.randrange(len(whole))] = make.random.randrange(256)
    return bytes(whole)


# -- what it says it is not -------------------------------------------------------------------------------------------
@kind("docx")
def _other_docx(make: Making) -> bytes:
    return (
        make.random.choice(
            [b"<html>", b"%PDF-1.4\n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x05\x06" + bytes(18), b"x"]
        )
        * 9
    )


@kind("md")
def _other_md(make: Making) -> bytes:
    return make.random.choice(
        [b"%PDF-1.4", b"PK\x03\x04", b"\x7fELF\x02", b"GIF89a", b"\x1f\x8b\x08", b"\x89PNG\r\n"]
    ) + bytes(99)


@kind("dat")
def _other_ending(make: Making) -> bytes:
    return (
        make.random.choice([b"{", b"[1", b"<html", b"---\n", b"%PDF-", b"PK\x03\x04", b"\xff\xfe", b"a,b\n"])
        + make.words(9).encode()
    )
