"""reStructuredText → blocks, with file insertion, raw output and configuration files off."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from docutils import nodes
from docutils.core import publish_doctree

from extraction.writing import Writer

_SETTINGS: Mapping[str, object] = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "report_level": 5,
    "halt_level": 5,
    "doctitle_xform": False,
    "docinfo_xform": False,
    "sectsubtitle_xform": False,
    "syntax_highlight": "none",
    "line_length_limit": 1_000_000,
    "input_encoding": "unicode",
}
_HEADER_LINE = re.compile(r"^([A-Za-z][A-Za-z-]*):(?:[ \t]+(.*))?$")
_ROLE = re.compile(r":[\w:+.-]+:`([^`]*)`")
_ROLE_TARGET = re.compile(r"\s*<[^<>]*>$")
_DIRECTIVE = re.compile(r"\.\. ([\w:.+-]+)::[ \t]*(.*)")
_OPTION = re.compile(r"^:[\w-]+:.*$")
_UNSEEN = (nodes.comment, nodes.target, nodes.substitution_definition, nodes.pending, nodes.meta, nodes.decoration)
_DEEPEST = 3


def split_header(text: str) -> tuple[dict[str, str], str]:
    """The mail-like header that proposals begin with (``Title: …``, a line each), and the text after it.

    A header has three lines or more, one of them the title; other texts have none.
    """
    head, _, body = text.lstrip("\n").partition("\n\n")
    found: dict[str, str] = {}
    last = ""
    for line in head.split("\n"):
        if line[:1].isspace() and last:
            found[last] = f"{found[last]} {line.strip()}".strip()
        elif entry := _HEADER_LINE.match(line):
            last = entry.group(1)
            found[last] = (entry.group(2) or "").strip()
        else:
            return {}, text
    if len(found) < 3 or "title" not in {key.casefold() for key in found}:
        return {}, text
    return found, body


def write(writer: Writer, tree: nodes.document) -> dict[str, str]:
    """Write the blocks of a parsed document and give its first field list, which is about the document."""
    children = list(tree.children)
    front: dict[str, str] = {}
    for at, child in enumerate(children):
        if isinstance(child, nodes.field_list):
            front = dict(_fields(child))
            del children[at]
        if not isinstance(child, (nodes.comment, nodes.target)):
            break
    _Walk(writer).children(children, 0)
    return front


def parsed(text: str) -> nodes.document:
    """The text as docutils reads it."""
    tree: nodes.document = publish_doctree(text, settings_overrides=dict(_SETTINGS))
    return tree


def _fields(node: nodes.field_list) -> list[tuple[str, str]]:
    return [(field[0].astext(), " ".join(field[1].astext().split())) for field in node.findall(nodes.field)]


class _Walk:
    """Writes nodes, each kind by its own rule; a kind without one is written by its children."""

    def __init__(self, writer: Writer, nested: int = 0) -> None:
        self._writer = writer
        self._nested = nested
        self._rules: tuple[tuple[type, Callable[[nodes.Element, int], None]], ...] = (
            (nodes.section, self._section),
            (nodes.bullet_list, self._list),
            (nodes.enumerated_list, self._list),
            (nodes.definition_list_item, self._definition),
            (nodes.field_list, self._field_list),
            (nodes.table, self._table),
            (nodes.block_quote, self._quote),
            (nodes.line_block, self._lines),
            (nodes.footnote, self._note),
            (nodes.citation, self._note),
            (nodes.system_message, self._unknown),
            (nodes.Admonition, self._admonition),
        )

    def children(self, found: Sequence[nodes.Node], level: int) -> None:
        for node in found:
            self.node(node, level)

    def node(self, node: nodes.Node, level: int) -> None:
        if isinstance(node, _UNSEEN) or not isinstance(node, nodes.Element):
            return
        for kind, rule in self._rules:
            if isinstance(node, kind):
                rule(node, level)
                return
        if isinstance(node, (nodes.literal_block, nodes.doctest_block, nodes.math_block)):
            classes: list[str] = list(node.get("classes") or ())
            self._writer.code(node.astext(), " ".join(classes).removeprefix("code").strip())
        elif isinstance(node, nodes.image):
            self._writer.paragraph(str(node.get("alt", "")))
        elif isinstance(node, nodes.TextElement):
            self._writer.paragraph(_text(node))
        else:
            self.children(node.children, level)

    def _section(self, node: nodes.Element, level: int) -> None:
        title, *rest = node.children
        self._writer.heading(level + 1, _text(title))
        self.children(rest, level + 1)

    def _list(self, node: nodes.Element, level: int) -> None:
        self._items(node, level, 1)

    def _items(self, node: nodes.Element, level: int, depth: int) -> None:
        start = int(node.get("start", 1))
        for number, entry in enumerate(node.children):
            mark = f"{start + number}." if isinstance(node, nodes.enumerated_list) else "-"
            for part in entry.children if isinstance(entry, nodes.Element) else ():
                if isinstance(part, (nodes.bullet_list, nodes.enumerated_list)):
                    self._items(part, level, depth + 1)
                elif isinstance(part, nodes.paragraph) and mark:
                    self._writer.item(_text(part), mark, depth)
                    mark = ""
                elif isinstance(part, nodes.paragraph):
                    self._writer.paragraph(_text(part), indent=depth)
                else:
                    self.node(part, level)

    def _definition(self, node: nodes.Element, level: int) -> None:
        terms = [_text(child) for child in node.children if isinstance(child, (nodes.term, nodes.classifier))]
        term = " : ".join(terms)
        for child in node.children:
            if not isinstance(child, nodes.definition):
                continue
            first, *rest = child.children or [nodes.paragraph()]
            if isinstance(first, nodes.paragraph):
                self._writer.paragraph(f"{term}:\n{_text(first)}")
            else:
                self._writer.paragraph(f"{term}:")
                rest = list(child.children)
            self.children(rest, level)

    def _field_list(self, node: nodes.Element, _level: int) -> None:
        if isinstance(node, nodes.field_list):
            self._writer.paragraph("\n".join(f"{name}: {value}" for name, value in _fields(node)))

    def _quote(self, node: nodes.Element, level: int) -> None:
        for child in node.children:
            if isinstance(child, (nodes.paragraph, nodes.attribution)):
                self._writer.quote(_text(child))
            else:
                self.node(child, level)

    def _lines(self, node: nodes.Element, _level: int) -> None:
        self._writer.paragraph("\n".join(_text(line) for line in node.findall(nodes.line)))

    def _note(self, node: nodes.Element, level: int) -> None:
        label, *rest = node.children
        first = _text(rest[0]) if rest else ""
        self._writer.paragraph(f"[{label.astext()}] {first}")
        self.children(rest[1:], level)

    def _admonition(self, node: nodes.Element, level: int) -> None:
        kind = node.tagname
        if kind != "admonition":
            self._writer.paragraph(f"{kind.capitalize()}:")
        self.children(node.children, level)

    def _table(self, node: nodes.Element, _level: int) -> None:
        for title in node.findall(nodes.title):
            self._writer.paragraph(_text(title))
        heads = [row for head in node.findall(nodes.thead) for row in _rows(head)]
        header = [" ".join(dict.fromkeys(filter(None, cells))) for cells in zip(*heads, strict=False)]
        self._writer.table(header, [row for body in node.findall(nodes.tbody) for row in _rows(body)])

    def _unknown(self, node: nodes.Element, level: int) -> None:
        """A directive that docutils does not know: its words are kept."""
        for block in node.findall(nodes.literal_block):
            directive = _DIRECTIVE.match(block.astext())
            if not directive or self._nested >= _DEEPEST:
                self._writer.paragraph(block.astext())
                continue
            name, argument = directive.groups()
            lines = block.astext().split("\n")[1:]
            width = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
            body = [line[width:] for line in lines]
            self._writer.paragraph(f"{name}: {argument}" if argument else f"{name}:")
            kept = "\n".join(line for line in body if not _OPTION.match(line))
            _Walk(self._writer, self._nested + 1).children(parsed(kept).children, level)


def _rows(part: nodes.Element) -> list[list[str]]:
    """The rows of a table's part, cells that span rows or columns repeated."""
    rows: list[list[str]] = []
    waiting: dict[tuple[int, int], str] = {}
    for number, row in enumerate(part.findall(nodes.row)):
        cells: list[str] = []
        for entry in row.children:
            while (number, len(cells)) in waiting:
                cells.append(waiting.pop((number, len(cells))))
            if not isinstance(entry, nodes.Element):
                continue
            text = " ".join(_text(child) for child in entry.children)
            for _ in range(int(entry.get("morecols", 0)) + 1):
                waiting.update(
                    {(number + down, len(cells)): text for down in range(1, int(entry.get("morerows", 0)) + 1)}
                )
                cells.append(text)
        while (number, len(cells)) in waiting:
            cells.append(waiting.pop((number, len(cells))))
        rows.append(cells)
    return rows


def _text(node: nodes.Node) -> str:
    """What a reader sees of inline markup; roles that docutils does not know read as their words."""
    if isinstance(node, nodes.problematic):
        role = _ROLE.fullmatch(node.astext())
        return _ROLE_TARGET.sub("", role.group(1)).lstrip("~!") if role else node.astext()
    if isinstance(node, (nodes.literal, nodes.math)):
        return f"`{node.astext()}`"
    if isinstance(node, nodes.image):
        return str(node.get("alt", ""))
    if isinstance(node, (nodes.footnote_reference, nodes.citation_reference)):
        return f"[{node.astext()}]"
    if isinstance(node, nodes.Text):
        return node.astext()
    return "".join(_text(child) for child in node.children)
