"""Words that fit: cut to a width, or wrapped into a circle."""

from __future__ import annotations

import re
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

_PIECES = re.compile(r"(?:[^\s/\-_.:·]|(?<=\d)[-.](?=\d))*[/\-_.:·]?\s*")  # a date is not broken


@lru_cache(maxsize=4096)
def wide(text: str, points: float) -> float:
    """How wide a text is in pixels at 100 pixels an inch."""
    if not text.strip():
        return 0.0
    path = TextPath((0, 0), text.replace("$", "S"), size=points, prop=FontProperties(family="DejaVu Sans"))
    return float(path.get_extents().width) * 100 / 72


def cut(text: str, width: float, points: float) -> str:
    """The text, its end left out where it is wider."""
    if wide(text, points) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        half = (low + high + 1) // 2
        low, high = (half, high) if wide(text[:half].rstrip() + "…", points) <= width else (low, half - 1)
    return text[:low].rstrip() + "…"


def wrapped(text: str, width: float, points: float, most: int = 4) -> list[str]:
    """Lines that stand in a circle of this width: broken at spaces, slashes, dashes and dots, the rest left out."""
    pieces = [piece for piece in _PIECES.findall(text) if piece]
    for lines in range(1, most + 1):
        found = _filled(pieces, [_chord(width, line, lines, points) for line in range(lines)], points)
        if found is not None:
            return found
    widths = [_chord(width, line, most, points) for line in range(most)]
    lines_found: list[str] = []
    rest = list(pieces)
    for line, room in enumerate(widths):
        taken = rest.pop(0) if rest else ""
        while rest and wide(taken + rest[0].rstrip(), points) <= room:
            taken += rest.pop(0)
        last = line == most - 1 and bool(rest)
        lines_found.append(
            cut(taken.rstrip() + ("…" if last and wide(taken + "…", points) <= room else ""), room, points)
        )
        if not rest:
            break
    return lines_found


def _filled(pieces: list[str], widths: list[float], points: float) -> list[str] | None:
    rest = list(pieces)
    lines = []
    for room in widths:
        taken = ""
        while rest and wide((taken + rest[0]).rstrip(), points) <= room:
            taken += rest.pop(0)
        lines.append(taken.rstrip())
    return None if rest else lines


def _chord(width: float, line: int, lines: int, points: float) -> float:
    """How wide a circle is at the height of one of its lines."""
    off = abs(line - (lines - 1) / 2) * points * 100 / 72 * 1.25 + (points * 100 / 72 / 2 if lines > 1 else 0)
    half = width / 2
    return float(2 * (max(half * half - off * off, half)) ** 0.5)
