"""Markdown → blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from contract.records import Span
from extraction import markup, plain
from extraction.document import Link
from extraction.unmarked import Unmarked
from extraction.writing import Writer

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_ATTRIBUTE = r"""(?:[#.][\w:.-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)|[\w-]+)"""
_ATTRIBUTES = re.compile(
    rf"[ \t]*\{{:\s*{_ATTRIBUTE}(?:\s+{_ATTRIBUTE})*\s*\}}|[ \t]+\{{#[\w:.-]+(?:\s+\.[\w-]+)*\}}(?=\s*$)"
)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LONGEST_ELEMENT = 5_000  # lines
_LIFTED = re.compile(r" {0,3}<(table|ul|ol|dl)\b", re.IGNORECASE)
_DEFINITION = re.compile(r" {0,3}\[(\^?)[^\]\n]+\]:[ \t]*(\S+)[ \t]*$")
_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_TAG_NAME = re.compile(r"</?([A-Za-z][\w-]*)")
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")  # as the parser sees them
_PROSE_LINE = re.compile(r"^[^{}=;<>$]*$")


def write(writer: Writer, text: str) -> None:
    """Write the blocks of a Markdown text (front matter already taken off).

    What is markup and no text to a reader is left out: attribute lists, comments, anchors, link targets (these are kept
    as the document's links). A comment that calls itself YAML holds data and is kept as ``key: value`` lines.
    """
    prepared = _prepared(text)
    _Walk(writer, _LINE_END.split(prepared)).run(_PARSER.parse(prepared))


def _prepared(text: str) -> str:
    """HTML tables and lists as Markdown, and what would vanish as a link definition without being one kept as text."""
    lines = text.split("\n")
    out: list[str] = []
    fence = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        mark = _FENCE.match(line)
        if mark and (not fence or (mark.group(1).startswith(fence) and not line.strip().strip(fence[0]))):
            fence = "" if fence else mark.group(1)
        elif not fence and (lifted := _LIFTED.match(line)) and (end := _closing(lines, at, lifted.group(1))):
            out += ["", markup.fragment("\n".join(lines[at:end])), ""]
            at = end
            continue
        elif not fence and (definition := _DEFINITION.match(line)) and not _is_target(definition):
            line = line.replace("[", r"\[", 1)
        out.append(line)
        at += 1
    return "\n".join(out)


def _is_target(definition: re.Match[str]) -> bool:
    return not definition.group(1) and any(sign in definition.group(2) for sign in "/.#:@")


def _closing(lines: Sequence[str], start: int, tag: str) -> int | None:
    """The line after the one that closes the element that opens at ``start``; None if nothing near closes it."""
    depth = 0
    tags = re.compile(rf"<(/?){tag}\b", re.IGNORECASE)
    for at in range(start, min(start + _LONGEST_ELEMENT, len(lines))):
        for match in tags.finditer(lines[at]):
            depth += -1 if match.group(1) else 1
        if depth <= 0:
            return at + 1
    return None


@dataclass(slots=True)
class _Walk:
    """One pass over the tokens: where it stands in lists, quotes and tables."""

    writer: Writer
    lines: Sequence[str] = ()
    lists: list[str] = field(default_factory=list)
    mark: str = ""
    quotes: int = 0
    level: int = 0
    rows: list[list[str]] | None = None
    beyond: list[str] = field(default_factory=list)
    nested: bool = False
    headings: Unmarked | None = None

    def run(self, tokens: Sequence[Token]) -> None:
        self.headings = Unmarked(tokens)
        for at, token in enumerate(tokens):
            kind = token.type
            if kind == "inline":
                self._inline(token, at)
            elif kind == "heading_open":
                self.level = int(token.tag[1])
            elif kind == "heading_close":
                self.level = 0
            elif kind in ("bullet_list_open", "ordered_list_open"):
                self.lists.append(kind)
            elif kind in ("bullet_list_close", "ordered_list_close"):
                self.lists.pop()
            elif kind == "list_item_open":
                self.mark = f"{token.info}{token.markup}" if token.info else "-"
            elif kind == "list_item_close":
                self.mark = ""
            elif kind in ("blockquote_open", "blockquote_close"):
                self.quotes += 1 if kind == "blockquote_open" else -1
            elif kind in ("fence", "code_block"):
                self._code(token)
            elif kind == "html_block":
                self._html(token.content)
            else:
                self._table(token)

    def _table(self, token: Token) -> None:
        kind = token.type
        if kind == "table_open":
            self.rows = []
        elif kind == "tr_open" and self.rows is not None:
            self.rows.append([])
            self.beyond = self._beyond(token, len(self.rows[0])) if len(self.rows) > 1 else []
        elif kind == "tr_close" and self.rows is not None:
            self.rows[-1] += self.beyond
        elif kind == "table_close" and self.rows:
            header, *rows = self.rows
            self.rows = None
            self.writer.table(*((header, rows) if any(header) else plain.with_header(rows)))

    def _beyond(self, row: Token, columns: int) -> list[str]:
        """The cells of a row beyond the last column of the header, which the parser leaves out."""
        line = self.lines[row.map[0]].lstrip("> \t").rstrip() if row.map else ""
        cells = escapedSplit(line.removeprefix("|"))
        cells = cells[:-1] if not cells[-1].strip() else cells
        return [_seen(_PARSER.parseInline(cell.strip())[0].children or [])[0] for cell in cells[columns:]]

    def _inline(self, token: Token, at: int) -> None:
        text, links = _seen(token.children or [])
        if self.rows is not None:
            self.rows[-1].append(text)
        elif self.mark:
            self.writer.item(text, self.mark, len(self.lists), links)
            self.mark = ""
        elif self.level and not self.quotes and not self.lists:
            self.writer.heading(self.level, text, links)
        elif self.quotes:
            self.writer.quote(text, links)
        elif self.lists or not self.headings or self.nested:
            self.writer.paragraph(text, links, indent=len(self.lists))
        elif level := self.headings.bold(at):
            self.writer.heading(level, text, links)
        else:
            left = self.headings.taken(self.writer, at, text)
            self.writer.paragraph(left, links if left == text else ())

    def _code(self, token: Token) -> None:
        lines = [line for line in token.content.split("\n") if line.strip()]
        if token.type == "code_block" and sum(bool(_PROSE_LINE.match(line)) for line in lines) > 0.9 * len(lines):
            plain.write(self.writer, token.content, headings=False)
        else:
            self.writer.code(token.content, token.info)

    def _html(self, content: str) -> None:
        for comment in _COMMENT.finditer(content):
            if comment.group(1).lstrip().startswith("YAML"):
                self.writer.paragraph(comment.group(1).strip().removeprefix("YAML").strip())
        rest = _COMMENT.sub("", content)
        name = _TAG_NAME.search(rest)
        if self.nested or (name and name.group(1).casefold() not in markup.TAGS):
            self.writer.paragraph(rest)
        elif rest.strip() and (converted := markup.fragment(rest)).strip():
            _Walk(self.writer, _LINE_END.split(converted), nested=True).run(_PARSER.parse(converted))


def _seen(children: Sequence[Token]) -> tuple[str, list[Link]]:
    """What a reader sees of a run of inline tokens, and the links in it by their offsets."""
    text = ""
    links: list[Link] = []
    opened: list[tuple[int, str]] = []
    raised: int | None = None
    for token in children:
        if token.type == "text":
            text += _ATTRIBUTES.sub("", token.content)
        elif token.type == "code_inline":
            text += f"`{token.content}`"
        elif token.type in ("softbreak", "hardbreak"):
            text = text.rstrip(" ") + "\n"
        elif token.type == "image":
            text += token.content
        elif token.type in ("s_open", "s_close"):
            text += "~~"
        elif token.type == "link_open":
            opened.append((len(text), str(token.attrs.get("href") or "")))
        elif token.type == "link_close" and opened:
            text = _linked(text, *opened.pop(), links)
        elif token.type == "html_inline":
            name = _TAG_NAME.match(token.content)
            tag = name.group(1).casefold() if name else ""
            closing = token.content.startswith("</")
            if name and tag not in markup.TAGS:
                text += token.content
            elif tag == "br":
                text += "\n"
            elif tag == "sup":
                if closing and raised is not None and text[raised:].isdigit():
                    text = text[:raised] + markup.superscript(text[raised:])
                raised = None if closing else len(text)
            elif tag == "a" and not closing:
                href = _HREF.search(token.content)
                opened.append((len(text), (href.group(1) or href.group(2) or "") if href else ""))
            elif tag == "a" and opened:
                text = _linked(text, *opened.pop(), links)
    return text, links


def _linked(text: str, start: int, target: str, links: list[Link]) -> str:
    """Note a link; an address that can be written to or called is shown, for a reader needs it."""
    if not target or start == len(text):
        return text
    links.append(Link(Span(start, len(text)), target))
    scheme, _, address = target.partition(":")
    address = address.partition("?")[0]
    if scheme in ("mailto", "tel") and address not in text[start:]:
        return f"{text} ({address})"
    return text
