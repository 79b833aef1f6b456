"""The plain columns of a result as a table, and what all panes of a picture share: its width, its margin, its colours."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from examples.pictures.words import cut

WIDTH = 1080.0  # pixels
SIDE = 24.0
INK, FAINT, PAPER = "#24292F", "#6B7280", "#FFFFFF"
_LINE = "#D8DEE4"


class Table:
    """The plain columns of a result: the first rows, long values cut."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[str]], all_rows: int) -> None:
        self._columns, self._rows, self._all = columns, rows, all_rows
        room = WIDTH - 2 * SIDE - 12
        natural = [max([len(name) + 2, *(len(row[at]) for row in rows)]) * 5.6 + 14 for at, name in enumerate(columns)]
        self._widths = _shared(natural, room)
        self.high = 24.0 + 19.0 * len(rows) + (20.0 if all_rows > len(rows) else 6.0)

    def draw(self, page: Axes, top: float) -> None:
        left = SIDE + 6
        page.add_patch(box(SIDE, top, WIDTH - 2 * SIDE, self.high, PAPER))
        for at, name in enumerate(self._columns):
            width = self._widths[at] - 10
            page.text(left, top + 13, cut(name, width, 7.2), fontsize=7.2, weight="bold", color=INK, va="center")
            for line, row in enumerate(self._rows):
                page.text(left, top + 34 + 19 * line, cut(row[at], width, 7.2), fontsize=7.2, color=INK, va="center")
            left += self._widths[at]
        for line in range(len(self._rows)):
            under = top + 24 + 19 * line
            page.plot([SIDE, WIDTH - SIDE], [under, under], color=_LINE, linewidth=0.6)
        if self._all > len(self._rows):
            page.text(
                SIDE + 6,
                top + self.high - 10,
                f"… {self._all - len(self._rows)} more rows",
                fontsize=7,
                style="italic",
                color=FAINT,
                va="center",
            )


def _shared(natural: Sequence[float], room: float) -> list[float]:
    """Widths that fit: narrow columns keep theirs, wide ones share what is left."""
    widths = list(natural)
    while sum(widths) > room + 0.5:
        most = max(widths)
        next_most = max([width for width in widths if width < most], default=0.0)
        wide = [at for at, width in enumerate(widths) if width == most]
        cut_to = max(next_most, most - (sum(widths) - room) / len(wide))
        for at in wide:
            widths[at] = cut_to
    return widths


def box(left: float, top: float, wide: float, high: float, fill: str) -> FancyBboxPatch:
    """The rounded frame of a pane."""
    return FancyBboxPatch(
        (left, top),
        wide,
        high,
        boxstyle="round,pad=0,rounding_size=8",
        facecolor=fill,
        edgecolor=_LINE,
        linewidth=0.9,
        zorder=0,
    )
