"""Headings that Markdown, or what was made into it, does not mark: lines in bold, and in a text without headings those lines
that plain text would show as such."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from markdown_it.token import Token

from extraction import plain
from extraction.writing import Writer

_RUN = 3  # lines in bold one after the other are an address or a list, and no headings
_PLAIN = frozenset({"strong_open", "strong_close", "text"})
_BODY = (
    "paragraph_open",
    "bullet_list_open",
    "ordered_list_open",
    "table_open",
    "fence",
    "code_block",
    "blockquote_open",
)


class Unmarked:
    """What is known of a text before it is written: which of its blocks follow which. ``at`` is a paragraph's inline token."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._blocks = [at for at, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0]
        self._places = {at: number for number, at in enumerate(self._blocks)}
        marked = [
            (at, int(token.tag[1]))
            for at, token in enumerate(tokens)
            if token.type == "heading_open" and not token.level
        ]
        self._marked = [at for at, _ in marked]
        self._levels = [level for _, level in marked]
        self._bare = all(level == 1 for level in self._levels)

    def bold(self, at: int) -> int | None:
        """The level of a paragraph that is one short line in bold with something under it; None for any other.

        It stands below the last heading that is marked, by its number's depth if it has one.
        """
        place = self._places.get(at - 1)
        if place is None or not self._is_bold(place) or self._following(place) not in _BODY:
            return None
        depth = plain.depth(self._words(place))
        if self._run(place) >= _RUN:
            return None
        above = bisect(self._marked, at)
        if not above and not depth and place == 0:
            return 1
        return min((self._levels[above - 1] if above else 1) + max(depth, 1), 6)

    def taken(self, writer: Writer, at: int, text: str) -> str:
        """Write the heading that a paragraph begins with, where the text marks none but its title; what is left of it."""
        place = self._places.get(at - 1)
        if not self._bare or place is None or self._following(place) not in _BODY:
            return text
        later = self._words(place + 1) or "…"
        return "\n".join(plain.take_heading(writer, text.split("\n"), later.split("\n")))

    def _following(self, place: int) -> str:
        return self._tokens[self._blocks[place + 1]].type if place + 1 < len(self._blocks) else ""

    def _words(self, place: int) -> str:
        """A paragraph's words; none for another block."""
        at = self._blocks[place]
        return self._tokens[at + 1].content.strip("*_ ") if self._tokens[at].type == "paragraph_open" else ""

    def _run(self, place: int) -> int:
        """How many lines in bold stand together here, numbered ones left out unless others stand among them."""
        first = last = place
        while first > 0 and self._is_bold(first - 1):
            first -= 1
        while last + 1 < len(self._blocks) and self._is_bold(last + 1):
            last += 1
        run = range(first, last + 1)
        return 0 if all(plain.depth(self._words(one)) for one in run) else len(run)

    def _is_bold(self, place: int) -> bool:
        if not plain.is_short(self._words(place)):
            return False
        inside, children = 0, self._tokens[self._blocks[place] + 1].children or []
        for child in children:
            inside += child.nesting if child.type.startswith("strong") else 0
            if child.type not in _PLAIN or (child.type == "text" and child.content.strip() and not inside):
                return False
        return True
