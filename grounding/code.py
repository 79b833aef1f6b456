"""Where code stands in a text: it can be shown, but says nothing as a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from contract.records import Span

_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?P<info>\S*)")
_CODED = re.compile(
    r"(?:[;{}]|=>|\($|\),?)\s*$|^\s*(?://|\}|\]|\)|const |let |var |import .* from |def |return |await )|^\s*[\w.]+\(.*\)"
    r"|^\s*['\"]?\w+['\"]?:\s\S.*,\s*$"
)
_MOSTLY = (
    0.7  # share of a text's lines that look like code, from which it is part of a block whose fences are elsewhere
)


@lru_cache(maxsize=512)
def blocks(text: str) -> tuple[Span, ...]:
    """Stretches of fenced code without the fences, in order; a text cut out of a block is one whole."""
    lines = _lines(text)
    fences = [
        (at, match["info"]) for at, line in enumerate(lines) if (match := _FENCE.match(text[line.start : line.end]))
    ]
    if not fences:
        return (Span(0, len(text)),) if _is_code(text) else ()
    inside = _begins_inside(text[: lines[fences[0][0]].start], [info for _, info in fences])
    edges = [0] if inside else []
    edges += [lines[at].start if (number + inside) % 2 else lines[at].end + 1 for number, (at, _) in enumerate(fences)]
    if len(edges) % 2:
        edges.append(len(text))
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return tuple(Span(start, end) for start, end in pairs if text[start:end].strip())


def without(text: str) -> str:
    """The text with code and fences blanked: every other sign keeps its place."""
    kept = text
    for block in blocks(text):
        kept = kept[: block.start] + _blank(kept[block.start : block.end]) + kept[block.end :]
    for line in _lines(kept):
        if _FENCE.match(kept[line.start : line.end]):
            kept = kept[: line.start] + _blank(kept[line.start : line.end]) + kept[line.end :]
    return kept


def _begins_inside(before: str, infos: Sequence[str]) -> bool:
    """Whether a text begins inside a block. A fence with a word opens one; without any, the line before the first tells."""
    named = next((number for number, info in enumerate(infos) if info), None)
    if named is not None:
        return named % 2 == 1
    return len(infos) % 2 == 1 and _CODED.search(before.rstrip().rpartition("\n")[2]) is not None


def _is_code(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 2 and sum(bool(_CODED.search(line)) for line in lines) >= _MOSTLY * len(lines)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _lines(text: str) -> list[Span]:
    spans, start = [], 0
    for line in text.split("\n"):
        spans.append(Span(start, start + len(line)))
        start += len(line) + 1
    return spans
