"""Blocks cut into what fits a passage: at sentences or lines, else at words, else anywhere. Nothing is left out.

Token counts of pieces are net of what a model adds to every text, so that they add up: a text is counted once, block by
block, and not again for every passage tried.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from contract.records import PassageKind, Span
from extraction.document import Block, BlockKind
from language.sentences import sentences

_KINDS = {
    BlockKind.LIST_ITEM: PassageKind.LIST,
    BlockKind.TABLE: PassageKind.TABLE,
    BlockKind.CODE: PassageKind.CODE,
}
_KEY_VALUE = re.compile(r"[\s>*+•\-–]*(?:\d+[.)]\s+)?[*_`]*[^\W_][^:.;!?|\n]{0,60}?[*_`]*\s*:[*_`]*\s+\S")
_KEY_WORDS = 6
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures spans of one text in tokens. ``added`` is what the model adds to any text (marks, prefixes)."""

    text: str
    count: Callable[[str], int]
    added: int

    def net(self, span: Span) -> int:
        return self.net_of(self.text[span.start : span.end])

    def net_of(self, text: str) -> int:
        return max(self.count(text) - self.added, 0)

    def trimmed(self, start: int, end: int) -> Span:
        """The span without white space at its ends."""
        piece = self.text[start:end]
        begin = start + len(piece) - len(piece.lstrip())
        return Span(begin, max(begin, start + len(piece.rstrip())))


@dataclass(frozen=True, slots=True)
class Piece:
    """A span that fits a passage. ``divisible`` if it may still be cut at sentences to fill one up."""

    span: Span
    kind: PassageKind
    tokens: int
    divisible: bool = False


def ruler(text: str, count: Callable[[str], int]) -> Ruler:
    return Ruler(text, count, tokens_added(count))


def tokens_added(count: Callable[[str], int]) -> int:
    """How many tokens a model adds to any text: counts of words add up but for these."""
    return max(2 * count("a") - count("a a"), 0)


def pieces(block: Block, measure: Ruler, most: int) -> list[Piece]:
    """A block as pieces of at most ``most`` tokens: one if it fits whole."""
    span = measure.trimmed(block.span.start, block.span.end)
    kind = _kind(block, measure.text[span.start : span.end])
    whole = Piece(span, kind, measure.net(span), kind in (PassageKind.PROSE, PassageKind.LIST))
    return [whole] if whole.tokens <= most else divided(whole, measure, most)


def divided(piece: Piece, measure: Ruler, most: int) -> list[Piece]:
    """A piece cut at its sentences (code and keys at lines); a sentence that is too long is cut at words."""
    found: list[Piece] = []
    for span in _inner(piece, measure):
        tokens = measure.net(span)
        spans = [(span, tokens)] if tokens <= most else shares(span, tokens, measure, most)
        found.extend(Piece(part, piece.kind, size) for part, size in spans)
    return found


def shares(span: Span, tokens: int, measure: Ruler, most: int) -> list[tuple[Span, int]]:
    """A span cut into about equal parts of at most ``most`` tokens, at white space where there is some.

    A single character may be over the limit; it is given as it is.
    """
    if tokens <= most or span.end - span.start <= 1:
        return [(span, tokens)]
    found: list[tuple[Span, int]] = []
    for part in _portions(measure, span, math.ceil(tokens / max(most, 1))):
        found.extend(shares(part, measure.net(part), measure, most))
    return found


def _inner(piece: Piece, measure: Ruler) -> Iterator[Span]:
    start, text = piece.span.start, measure.text[piece.span.start : piece.span.end]
    if piece.kind in (PassageKind.PROSE, PassageKind.LIST):
        for sentence in sentences(text):
            yield Span(start + sentence.start, start + sentence.end)
        return
    for line in _LINE.finditer(text):
        if line.group().strip():
            yield measure.trimmed(start + line.start(), start + line.end())


def _portions(measure: Ruler, span: Span, parts: int) -> Iterator[Span]:
    """At least two spans that cover a span's text, of about equal length."""
    parts = min(max(parts, 2), span.end - span.start)
    step = (span.end - span.start) / parts
    start = span.start
    for at in range(1, parts):
        end = _break(measure.text, start, round(span.start + at * step))
        portion = measure.trimmed(start, end)
        if portion.end > portion.start:
            yield portion
        start = end
    portion = measure.trimmed(start, span.end)
    if portion.end > portion.start:
        yield portion


def _break(text: str, start: int, target: int) -> int:
    """Where to cut at or before ``target``: the last white space of the second half, else the target itself."""
    for at in range(target, (start + target) // 2, -1):
        if text[at].isspace():
            return at
    return max(target, start)


def _kind(block: Block, text: str) -> PassageKind:
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.LIST_ITEM):
        lines = [line for line in text.splitlines() if line.strip()]
        alone = block.kind is BlockKind.PARAGRAPH and len(lines) < 2
        if not alone and all(_is_key_value(line) for line in lines):
            return PassageKind.KEYS
    return _KINDS.get(block.kind, PassageKind.PROSE)


def _is_key_value(line: str) -> bool:
    match = _KEY_VALUE.match(line)
    return match is not None and len(match.group().split(":")[0].split()) <= _KEY_WORDS
