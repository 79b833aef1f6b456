"""HTML → Markdown, nothing executed or fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bs4 import BeautifulSoup, Comment, Tag
from markdown_it.common.html_blocks import block_names

from contract.records import Warn
from extraction import grids

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
_BLOCKS = re.compile(
    "^(?:aside|footer|header|nav|main|details|summary|address|hgroup|dialog|fieldset|legend|form|center|figure)$"
)
_DEEPEST = 150


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

    if _depth(soup) > _DEEPEST:
        return _flat(soup)
    _drop_unseen(soup)
    for block in soup.find_all(_BLOCKS):
        block.name = "div"
    _write_terms(soup)
    for cell in soup.find_all(["td", "th"]):
        _flatten_lists(cell)
    grids.prepare(soup)
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
        return _flat(soup)


def _flat(soup: BeautifulSoup) -> tuple[str, tuple[Warn, ...]]:
    flat = Warn("flattened", "the page is nested too deeply for headings and tables: it was read as plain text")
    for tag in soup.find_all(_UNSEEN):
        tag.extract()
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", soup.get_text("\n\n", strip=True)), (flat,)


def _depth(soup: BeautifulSoup) -> int:
    """How many elements stand inside one another at the deepest place."""
    depths = {id(soup): 0}
    for tag in soup.find_all(True):
        depths[id(tag)] = depths.get(id(tag.parent), 0) + 1
    return max(depths.values())


def _write_terms(soup: BeautifulSoup) -> None:
    """A term and its definition as one paragraph: ``term: definition``."""
    for term in soup.find_all("dt"):
        beside = term.find_next_sibling()
        text = " ".join(term.get_text(" ").split())
        if isinstance(beside, Tag) and beside.name in ("dd", "dt"):
            beside.insert(0, f"{text}: " if beside.name == "dd" else f"{text}, ")
            term.extract()
    for definition in soup.find_all("dd"):
        definition.name = "div"


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


def _flatten_lists(cell: Tag) -> None:
    """A list in a cell as words with semicolons: a table's row is one line."""
    for entry in cell.find_all("li"):
        if entry.find_next_sibling("li"):
            entry.append("; ")
        entry.unwrap()
    for whole in cell.find_all(["ul", "ol"]):
        whole.unwrap()


def _protect_pipes(soup: BeautifulSoup) -> None:
    for cell in soup.find_all(["td", "th"]):
        for text in cell.find_all(string=re.compile(r"(?<!\\)\|")):
            text.replace_with(re.sub(r"(?<!\\)\|", r"\\|", text))
