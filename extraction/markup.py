"""HTML → Markdown, nothing executed or fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bs4 import BeautifulSoup, Comment, Tag
from markdown_it.common.html_blocks import block_names

from contract.records import Warn

_INLINE_TAGS = (
    "a abbr acronym b bdi bdo big br button cite code data datalist del dfn em font i img input ins kbd label mark meter "
    "output path picture progress q rp rt ruby s samp select small span strike strong sub sup svg textarea time tt u var "
    "video wbr audio canvas embed map object template"
)
TAGS = frozenset(block_names) | frozenset(_INLINE_TAGS.split()) | {"pre", "script", "style"}
_UNSEEN = ("script", "style", "template", "noscript", "svg", "iframe", "object", "embed")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SUPERSCRIPT = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_ADDRESS = re.compile(r"^(?:mailto|tel):", re.IGNORECASE)
_MAX_SPAN = 100


@dataclass(frozen=True, slots=True)
class Page:
    """An HTML page as Markdown, with what its head says. ``front`` has ``author`` and ``language`` where it says so."""

    markdown: str
    title: str | None = None
    front: tuple[tuple[str, str], ...] = ()
    warnings: tuple[Warn, ...] = ()


def page(html: str) -> Page:
    """A whole page. Scripts, styles and hidden elements are no part of it."""
    soup = BeautifulSoup(html, "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else None
    front = tuple(_head_metadata(soup))
    markdown, warnings = _converted(soup, escape=True)
    return Page(markdown, title or None, front, warnings)


def fragment(html: str) -> str:
    """A piece of HTML that stands in Markdown: Markdown inside it stays as it is."""
    markdown, _ = _converted(BeautifulSoup(html, "html.parser"), escape=False)
    return markdown


def superscript(text: str) -> str:
    """Digits as superscript signs, so that 10³ does not read as 103."""
    return text.translate(_SUPERSCRIPT)


def _converted(soup: BeautifulSoup, *, escape: bool) -> tuple[str, tuple[Warn, ...]]:
    from markitdown.converters import HtmlConverter  # heavy: only when such a document comes

    _drop_unseen(soup)
    for table in soup.find_all("table"):
        _spread_spans(soup, table)
    for cell in soup.find_all(["td", "th"]):
        _flatten_lists(cell)
    for link in soup.find_all("a", href=_ADDRESS):
        address = _ADDRESS.sub("", str(link["href"])).partition("?")[0]
        if address not in link.get_text():
            link.append(f" ({address})")
    for raised in soup.find_all("sup"):
        if (text := raised.get_text()).strip().isdigit():
            raised.replace_with(superscript(text))
    if not escape:
        _protect_pipes(soup)
    options: dict[str, Any] = dict.fromkeys(("escape_misc", "escape_asterisks", "escape_underscores"), escape)
    try:
        return HtmlConverter().convert_string(str(soup), strict=True, bullets="-", **options).markdown, ()
    except RecursionError:
        flat = Warn("flattened", "the page is nested too deeply for headings and tables: it was read as plain text")
        return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", soup.get_text("\n\n", strip=True)), (flat,)


def _head_metadata(soup: BeautifulSoup) -> list[tuple[str, str]]:
    found = []
    root = soup.find("html")
    if isinstance(root, Tag) and (language := str(root.get("lang") or "").strip()):
        found.append(("language", language))
    author = soup.find("meta", attrs={"name": re.compile("^author$", re.IGNORECASE)})
    if isinstance(author, Tag) and (written := str(author.get("content") or "").strip()):
        found.append(("author", written))
    return found


def _drop_unseen(soup: BeautifulSoup) -> None:
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    unseen = [tag for tag in soup.find_all(True) if tag.name in _UNSEEN or _hidden(tag)]
    for tag in unseen:
        tag.extract()


def _hidden(tag: Tag) -> bool:
    return tag.has_attr("hidden") or bool(_HIDDEN_STYLE.search(str(tag.get("style") or "")))


def _spread_spans(soup: BeautifulSoup, table: Tag) -> None:
    """Repeat cells that span rows or columns, so that every row says all of itself."""
    waiting: dict[int, tuple[int, Tag]] = {}  # column -> (rows left, cell)
    for row in table.find_all("tr"):
        if row.find_parent("table") is not table:
            continue
        own = iter(row.find_all(["td", "th"], recursive=False))
        cells: list[Tag] = []
        while True:
            column = len(cells)
            if column in waiting:
                left, cell = waiting.pop(column)
                if left > 1:
                    waiting[column] = (left - 1, cell)
                cells.append(_copied(soup, cell))
                continue
            cell_or_none = next(own, None)
            if cell_or_none is None:
                break
            down, across = _number(cell_or_none, "rowspan"), _number(cell_or_none, "colspan")
            cells.append(cell_or_none)
            cells.extend(_copied(soup, cell_or_none) for _ in range(across - 1))
            if down > 1:
                waiting.update({column + step: (down - 1, cell_or_none) for step in range(across)})
        row.clear()
        row.extend(cells)


def _flatten_lists(cell: Tag) -> None:
    """A list in a cell as words with semicolons: a table's row is one line."""
    for entry in cell.find_all("li"):
        if entry.find_next_sibling("li"):
            entry.append("; ")
        entry.unwrap()
    for whole in cell.find_all(["ul", "ol"]):
        whole.unwrap()


def _number(cell: Tag, attribute: str) -> int:
    text = str(cell.get(attribute) or "1").strip()
    del cell[attribute]
    return min(max(int(text), 1), _MAX_SPAN) if text.isdecimal() else 1


def _copied(soup: BeautifulSoup, cell: Tag) -> Tag:
    copy = soup.new_tag(cell.name)
    copy.string = " ".join(cell.get_text(" ").split())
    return copy


def _protect_pipes(soup: BeautifulSoup) -> None:
    for cell in soup.find_all(["td", "th"]):
        for text in cell.find_all(string=re.compile(r"(?<!\\)\|")):
            text.replace_with(re.sub(r"(?<!\\)\|", r"\\|", text))
