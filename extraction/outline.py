"""The tree of headings: which blocks stand under which, and what each part is called.

A part is what stands between one heading and the next of any level. Its name is a slug that stays the same while the
heading does ("articulo-3", "refund-window"); acts and changes refer to sections by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from contract.records import Span
from extraction.document import Block, BlockKind, Document
from language.words import fold, key, words

_SLUG_LENGTH = 80
_UNNAMED = "section"
_NAMED = re.compile(
    r"""(?P<word>art[íi]culo|art\.|article|secci[óo]n|section|sec\.|cap[íi]tulo|chapter|t[íi]tulo|title|libro|book|parte|part
    |anexo|annex|ap[ée]ndice|appendix|cl[áa]usula|clause|§)
    \s*(?:n[.º°o]+\s*)?
    (?P<number>\d+(?:[.\-]\d+)*[º°ª]?(?:\s?\([a-z]\)|\s*(?:bis|ter|qu[áa]ter|quinquies)\b|\s?[a-z]\b)?|(?-i:[IVXLCDM]+|[A-Z])\b)
    [\s.:)\-–—]*""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBERED = re.compile(r"(?P<number>\d+(?:\.\d+)+\.?(?=\s|$)|\d+(?=\s*[.):–—-]\s))[\s.):–—-]*")
_ABBREVIATED = {"art.": "articulo", "sec.": "section", "§": "section"}


@dataclass(frozen=True, slots=True)
class Part:
    """A heading's own text: its blocks up to the next heading. ``heading`` is None for what stands before the first one.

    ``path`` goes from the document's title down, this heading last; ``parent`` is the name of the enclosing part.
    """

    name: str
    path: tuple[str, ...]
    span: Span
    heading: Block | None
    blocks: tuple[Block, ...]
    parent: str | None
    number: str | None
    leaf: bool


@dataclass(frozen=True, slots=True)
class _Above:
    level: int
    name: str
    path: tuple[str, ...]


def outline(document: Document, title: str) -> tuple[Part, ...]:
    """The parts of a document in order. A heading that repeats the title is not put below it again."""
    parts: list[Part] = []
    taken: set[str] = set()
    stack: list[_Above] = []
    groups = list(_groups(disjoint(document)))
    for at, (heading, blocks) in enumerate(groups):
        if heading is None:
            if not blocks:
                continue
            name = _unique(slug(title), None, taken)
            stack.append(_Above(0, name, (title,) if title else ()))
        else:
            while stack and stack[-1].level >= heading.level:
                stack.pop()
            above = stack[-1].path if stack else (title,) if title else ()
            repeats = len(above) == 1 and key(heading.text) == key(above[0])
            path = above if repeats else (*above, heading.text)
            name = _unique(slug(heading.text), stack[-1].name if stack else None, taken)
            stack.append(_Above(heading.level, name, path))
        following = groups[at + 1][0] if at + 1 < len(groups) else None
        leaf = heading is None or following is None or following.level <= heading.level
        parent = stack[-2].name if len(stack) > 1 else None
        number = None if heading is None else heading_number(heading.text)
        parts.append(Part(name, stack[-1].path, _extent(heading, blocks), heading, blocks, parent, number, leaf))
    return tuple(parts)


def heading_number(heading: str) -> str | None:
    """The number a heading starts with, alone ("3.1 Refunds") or after its word ("Artículo 3 bis", "Chapter IV")."""
    match = _NAMED.match(heading) or _NUMBERED.match(heading)
    return re.sub("[º°ª]", "", match["number"]).rstrip(".") if match else None


def heading_words(heading: str) -> str:
    """The heading without its number and the mark after it; empty if it is nothing else."""
    match = _NAMED.match(heading) or _NUMBERED.match(heading)
    return heading[match.end() :].strip(" ()[].:;-–—*_`") if match else heading.strip()


def slug(heading: str) -> str:
    """A heading as a name: word and number of a numbered one ("articulo-3"), else its folded words joined by hyphens."""
    if match := _NAMED.match(heading):
        word = match["word"].casefold()
        parts = [
            _ABBREVIATED.get(word, fold(word)),
            *(fold(part.text) for part in words(re.sub("[º°ª]", "", match["number"]))),
        ]
    else:
        parts = [word.folded.replace("/", "-") for word in words(heading)]
    name = ""
    for part in parts:
        if name and len(name) + 1 + len(part) > _SLUG_LENGTH:
            break
        name = f"{name}-{part}" if name else part[:_SLUG_LENGTH]
    return name or _UNNAMED


def _unique(name: str, parent: str | None, taken: set[str]) -> str:
    """The name itself, else below its parent ("capitulo-i/articulo-3"), else with a count."""
    found = name
    if found in taken and parent and parent != name:
        found = f"{parent}/{name}"
    stem, count = found, 1
    while found in taken:
        count += 1
        found = f"{stem}-{count}"
    taken.add(found)
    return found


def disjoint(document: Document) -> Iterator[Block]:
    """The blocks by place, none overlapping another: what one block holds of the next is left to the first."""
    end = 0
    for block in sorted(document.blocks, key=lambda block: (block.span.start, -block.span.end)):
        start = max(block.span.start, end)
        if not document.text[start : block.span.end].strip():
            continue
        whole = start == block.span.start
        yield block if whole else Block(block.kind, Span(start, block.span.end), block.text, block.level)
        end = block.span.end


def _groups(blocks: Iterator[Block]) -> Iterator[tuple[Block | None, tuple[Block, ...]]]:
    heading: Block | None = None
    body: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            yield heading, tuple(body)
            heading, body = block, []
        else:
            body.append(block)
    yield heading, tuple(body)


def _extent(heading: Block | None, blocks: tuple[Block, ...]) -> Span:
    every = (*((heading,) if heading else ()), *blocks)
    return Span(every[0].span.start, every[-1].span.end)
