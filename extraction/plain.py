"""Plain text → blocks: paragraphs by blank lines, list items, and the headings that show themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from extraction.writing import Row, Writer

_ITEM = re.compile(r"^(\s*)([-*+•·–▪◦‣]|\(?\d{1,3}[.)]|\(?[A-Za-z][.)]|\(?[ivx]{1,4}\))\s+(?=\S)")
_RULE = re.compile(r"^\s*([=\-~_*#]{3,})\s*$")
_PARTS = {
    2: "title título titulo book libro part parte annex anexo appendix apéndice apendice schedule",
    3: "chapter capítulo capitulo",
    4: "section sección seccion §",
    5: "article artículo articulo art clause cláusula clausula",
}
_PART_LEVEL = {word: level for level, words in _PARTS.items() for word in words.split()}
_ORDINALS = (
    "[úu]nic[oa]|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|s[ée]ptim[oa]|octav[oa]|noven[oa]|"
    "(?:d[ée]cim[oa]|vig[ée]sim[oa])(?:[ -]?(?:primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|s[ée]ptim[oa]|"
    "octav[oa]|noven[oa]))?|und[ée]cim[oa]|duod[ée]cim[oa]"
)
_PROVISION = re.compile(
    rf"(?P<head>disposici[óo]n(?:es)?[ \t]+(?:adicional|transitoria|derogatoria|final)(?:es)?(?:[ \t]+(?:{_ORDINALS}))?"
    rf"|(?:{_ORDINALS})(?=[ \t]*[.:–—-]))(?P<mark>[ \t]*[.:–—-]+)?(?P<rest>(?:[ \t].*)?)$",
    re.IGNORECASE,
)
_PROVISION_LEVEL, _CLAUSE_LEVEL = 4, 5
_PART = re.compile(
    r"(?P<head>(?P<word>{words})\.?[ \t]+(?:\d+(?:[.\-]\d+)*|[IVXLCDM]+|[A-Z]|{ordinals})[ºª°]?\b[ºª°]?)"
    r"(?P<mark>\s*[.:\-–—)]+)?(?P<rest>.*)$".replace("{words}", "|".join(_PART_LEVEL)).replace("{ordinals}", _ORDINALS),
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(?=\S)")
_SENTENCE_END = ".,;:!?"
_NUMBER = re.compile(r"^[\s\d.,:/%€$£()+-]*\d[\s\d.,:/%€$£()+-]*[A-Za-z]{0,3}$")
_HEADING_LENGTH = 100
_HEADER_LENGTH = 80


def write(writer: Writer, text: str, *, headings: bool = True) -> None:
    """Write plain text. ``headings=False`` for a text that is itself a part of something."""
    write_groups(writer, groups(text), headings=headings)


def groups(text: str) -> list[list[str]]:
    """The lines of a text between blank ones."""
    return [piece.split("\n") for piece in re.split(r"\n(?:[ \t]*\n)+", text.strip("\n")) if piece.strip()]


def write_groups(
    writer: Writer, found: Sequence[Sequence[str]], *, headings: bool = True, indented: bool = True
) -> None:
    """Write groups of lines; a group of one line may be a heading if something follows it.

    ``indented=False`` where the lines have lost their indentation: an item goes on up to the next one.
    """
    for at, lines in enumerate(found):
        later = found[at + 1] if at + 1 < len(found) else None
        if headings:
            first = writer.empty and at == 0
            lines = take_heading(writer, list(lines), later, first)
        _write_lines(writer, lines, indented)


def with_header(rows: Sequence[Row]) -> tuple[Row, Sequence[Row]]:
    """The header row of a table that marks none, and the other rows.

    The first row is the header if other rows follow and all its cells are filled, short, differ, and are no numbers. Where
    it repeats a cell, as one merged over columns does, the first two rows may be the header together.
    """
    if len(rows) < 2:
        return [], rows
    if _is_header(rows[0]):
        return rows[0], rows[1:]
    first, second = ([cell.strip() for cell in row] for row in rows[:2])
    if len(set(first)) == len(first) or not _is_header(list(dict.fromkeys(first))):
        return [], rows
    merged_down = len(first) == len(second) and any(one == other for one, other in zip(first, second, strict=True))
    if merged_down and len(rows) > 2 and _is_header(both := joined_header(rows[:2])):
        return both, rows[2:]
    return (rows[0], rows[1:]) if any(map(_NUMBER.match, second)) else ([], rows)


def joined_header(rows: Sequence[Row]) -> list[str]:
    """Rows of a header as one: each column's words from the top down, what a merged cell repeats said once."""
    return [
        " ".join(dict.fromkeys(filter(None, (" ".join(cell.split()) for cell in cells))))
        for cells in zip(*rows, strict=False)
    ]


def _is_header(row: Row) -> bool:
    cells = [cell.strip() for cell in row]
    named = len(cells) > 1 and all(cells) and len(set(cells)) == len(cells) and max(map(len, cells)) <= _HEADER_LENGTH
    return named and not any(_NUMBER.match(cell) or cell.endswith(":") for cell in cells)


def take_heading(writer: Writer, lines: list[str], later: Sequence[str] | None, first: bool = False) -> list[str]:
    """Write the heading that a group begins with, if it does, and give the lines that are left."""
    if len(lines) > 1 and (rule := _RULE.match(lines[1])) and not _RULE.match(lines[0]) and is_short(lines[0]):
        writer.heading(1 if rule.group(1)[0] == "=" else 2, lines[0].strip())
        return lines[2:]
    line = lines[0].strip()
    alone = len(lines) == 1 and later is not None
    part = _PART.match(line)
    if part and not part.group("head")[0].islower():
        named = (
            len(lines) == 2 and not part.group("rest").strip() and is_short(lines[1]) and lines[1] == lines[1].upper()
        )
        if named and later is not None:
            writer.heading(_PART_LEVEL[part.group("word").casefold()], f"{line} {lines[1].strip()}")
            return []
        rest = _write_part(writer, part, alone)
        if rest is not None:
            return ([rest] if rest else []) + lines[1:]
    if provision := _PROVISION.match(line):
        rest = _write_provision(writer, provision, alone)
        if rest is not None:
            return ([rest] if rest else []) + lines[1:]
    if not alone or later is None or not is_short(line):
        return lines
    level = _level(line, later[0].strip(), first)
    if level:
        writer.heading(level, line)
        return []
    return lines


def _write_part(writer: Writer, part: re.Match[str], alone: bool) -> str | None:
    """Write "Article 5" or "CHAPTER II – Returns" as a heading and give the text after it; None if it is none.

    An article's text often follows its number on the line: the heading is the number then.
    """
    level = _PART_LEVEL[part.group("word").casefold()]
    rest = part.group("rest").strip(" \t.-–—")
    if not part.group("rest").strip():
        writer.heading(level, part.group().strip())
        return ""
    if not part.group("mark") or not part.group("rest")[0].isspace():
        if alone and part.group("rest")[0].isspace() and is_short(part.group()) and rest[:1].isupper():
            writer.heading(level, part.group().strip())
            return ""
        return None
    if level < 4 and not is_short(part.group()):
        return None
    if is_short(part.group()) and (level < 5 or alone):
        writer.heading(level, part.group().strip())
        return ""
    writer.heading(level, (part.group("head") + part.group("mark")).strip())
    return part.group("rest").strip()


def _write_provision(writer: Writer, provision: re.Match[str], alone: bool) -> str | None:
    """Write "Disposición final primera." or "SEGUNDA.- Duración." as ``_write_part`` does an article."""
    head, rest = provision.group("head"), provision.group("rest").strip()
    named = head[:4].casefold() == "disp"
    level = _PROVISION_LEVEL if named else _CLAUSE_LEVEL
    if not (head[0].isupper() if named else head.isupper()) or not (provision.group("mark") or not rest):
        return None
    if alone and is_short(provision.group()):
        writer.heading(level, provision.group().strip())
        return ""
    writer.heading(level, (head + (provision.group("mark") or "")).strip())
    return rest


def _level(line: str, following: str, first: bool) -> int | None:
    """The level of a line that stands alone, or None if it is no heading."""
    numbered = _NUMBERED.match(line)
    if numbered:
        depth = numbered.group(1).count(".")
        next_number = _NUMBERED.match(following)
        deeper = next_number and next_number.group(1).count(".") > depth
        titled = line[numbered.end() :][:1].isupper()
        return min(depth + 2, 6) if titled and (deeper or not next_number) else None
    if _ITEM.match(line) or ": " in line:
        return None
    letters = [char for char in line if char.isalpha()]
    if first and len(letters) > 2:
        return 1
    shouted = len(letters) >= 4 and line == line.upper() and len(letters) > 0.5 * len(line)
    return 2 if shouted else None


def depth(line: str) -> int:
    """How many numbers a line begins with ("2.1 Returns" has two); 0 for one without."""
    numbered = _NUMBERED.match(line)
    return numbered.group(1).count(".") + 1 if numbered and line[numbered.end() :][:1].isupper() else 0


def is_short(line: str) -> bool:
    """Whether a line may be a heading by its length and its end."""
    line = line.strip()
    return 0 < len(line) <= _HEADING_LENGTH and line[-1] not in _SENTENCE_END and "|" not in line and "\t" not in line


def _write_lines(writer: Writer, lines: Sequence[str], indented: bool) -> None:
    """Write a group as paragraphs and list items. A line that is indented under an item goes on with it."""
    held: list[str] = []
    mark, depth, indent = "", 1, 0
    for line in lines:
        item = _ITEM.match(line)
        if item and (held or mark or len(lines) > 1 or item.group(2)[0] not in "(0123456789"):
            _flush(writer, held, mark, depth)
            depth = (
                depth + 1
                if mark and len(item.group(1)) > indent
                else (depth if mark and len(item.group(1)) == indent else 1)
            )
            mark, indent = item.group(2), len(item.group(1))
            held = [line[item.end() :]]
        elif mark and indented and len(line) - len(line.lstrip()) <= indent and not _goes_on(held):
            _flush(writer, held, mark, depth)
            held, mark, depth = [line], "", 1
        else:
            held.append(line.strip() if mark else line)
    _flush(writer, held, mark, depth)


def _goes_on(held: Sequence[str]) -> bool:
    """True if an item's last line was cut by the margin and not ended by its writer."""
    return bool(held) and held[-1].rstrip()[-1:] not in ".;:!?" and len(held[-1]) > 50


def _flush(writer: Writer, held: Sequence[str], mark: str, depth: int) -> None:
    text = "\n".join(held)
    if _RULE.match(text):
        return
    if mark:
        writer.item(text, "-" if mark in "-*+•·–▪◦‣" else mark, depth)
    else:
        writer.paragraph(text)
