"""The context header: what goes before a passage for embedding, as long as it does not dilute the passage's own words.

The dilution rule (L in tokens, I the header, c the passage): L(I) ≤ L(c)·T/(1−T) with T = 0.35, so that the header is at
most 35 % of what is embedded. A short text has room for its heading path only; a long one for the path and a lead sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from extraction.pieces import tokens_added

SHARE = 0.35
LONG_TEXT = 100
"""From this many tokens on a passage's header holds a summary too."""

_JOINT = " > "


def room(text_tokens: int, budget: float = SHARE) -> int:
    """How many tokens a header may have before a text of so many, both net of what the model adds."""
    return int(max(text_tokens, 0) * budget / (1 - budget))


def header(
    path: Sequence[str],
    summary: str,
    text_tokens: int,
    count: Callable[[str], int],
    budget: float = SHARE,
    limit: int | None = None,
) -> str:
    """The last parts of the heading path that fit, and for a long text as much of the summary as fits after them.

    ``text_tokens`` is ``count`` of the passage as shown. With ``limit``, header and passage together stay within it.
    """
    added = tokens_added(count)
    allowed = room(text_tokens - added, budget)
    if limit is not None:
        allowed = min(allowed, limit - text_tokens)
    most = allowed + added
    kept = _last_that_fit(path, count, most)
    if text_tokens - added < LONG_TEXT or not summary:
        return kept
    return _with_summary(kept, summary, count, most)


def _last_that_fit(path: Sequence[str], count: Callable[[str], int], most: int) -> str:
    kept = ""
    for part in reversed(path):
        longer = f"{part}{_JOINT}{kept}" if kept else part
        if count(longer) > most:
            break
        kept = longer
    return kept


def _with_summary(kept: str, summary: str, count: Callable[[str], int], most: int) -> str:
    """The path with the summary's first words on the next line, as many as fit (found by halving)."""
    words = summary.split()
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if count(_joined(kept, words[:middle])) <= most:
            low = middle
        else:
            high = middle - 1
    return _joined(kept, words[:low]) if low else kept


def _joined(kept: str, words: Sequence[str]) -> str:
    return f"{kept}\n{' '.join(words)}" if kept else " ".join(words)
