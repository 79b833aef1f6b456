"""In which order a page is read: its columns, between the lines that run over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

_ROW = 3.0  # points by which words of one line may differ in height
_STEP = 2.0  # points between the places at which a gutter is looked for
_LEAST_LINES = 5  # of a column
_FILLED = 0.6  # of a column's width that its usual line takes; a table's cells take less
_NARROWEST = 0.3  # of the column beside it
_CROSSING = 0.3  # of the lines of one column that may run over both


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a page, in points from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, across: float, down: float) -> bool:
        return self.left <= across < self.right and self.top <= down < self.bottom


def regions(words: Sequence[Box], page: Box) -> list[Box]:
    """Parts of the page in the order in which they are read: one where the text has one column."""
    runs = _runs(words)
    gutter = _gutter(runs)
    if gutter is None:
        return [page]
    found: list[Box] = []
    for band, over in _bands(runs, gutter, page):
        if over:
            found.append(band)
            continue
        for left, right in ((band.left, gutter), (gutter, band.right)):
            part = Box(left, band.top, right, band.bottom)
            found += regions([word for word in words if part.holds(word.left, (word.top + word.bottom) / 2)], part)
    return found


def _runs(words: Sequence[Box]) -> list[Box]:
    """Words that stand close together on one line, as one box each."""
    runs: list[Box] = []
    ordered = sorted(words, key=lambda word: (round(word.top / _ROW), word.left))
    for _, row in groupby(ordered, key=lambda word: round(word.top / _ROW)):
        last: Box | None = None
        for word in row:
            if last and word.left - last.right <= last.bottom - last.top:
                last = Box(
                    last.left, min(last.top, word.top), max(last.right, word.right), max(last.bottom, word.bottom)
                )
                runs[-1] = last
            else:
                last = word
                runs.append(word)
    return runs


def _gutter(runs: Sequence[Box]) -> float | None:
    """The place that parts two columns of running text; None where there are none."""
    if len(runs) < 2 * _LEAST_LINES:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    best: tuple[int, float, float] | None = None
    for step in range(int((right - left) / _STEP)):
        at = left + step * _STEP
        if not 0.2 < (at - left) / (right - left) < 0.8:
            continue
        before, after = [run for run in runs if run.right <= at], [run for run in runs if run.left >= at]
        crossing = len(runs) - len(before) - len(after)
        if min(len(before), len(after)) < _LEAST_LINES or crossing > _CROSSING * min(len(before), len(after)):
            continue
        room = min(run.left for run in after) - max(run.right for run in before)
        if (best is None or (crossing, -room) < best[:2]) and _are_text(before, after):
            best = (crossing, -room, at)
    return best[2] if best else None


def _are_text(before: Sequence[Box], after: Sequence[Box]) -> bool:
    """Whether the lines of two columns fill them as running text does."""
    pitch = min(run.left for run in after) - min(run.left for run in before)
    width = max(run.right for run in after) - min(run.left for run in after)
    return _usual(before) >= _FILLED * pitch and _usual(after) >= _FILLED * width and width >= _NARROWEST * pitch


def _usual(column: Sequence[Box]) -> float:
    return median(run.right - run.left for run in column)


def _bands(runs: Sequence[Box], gutter: float, page: Box) -> Iterator[tuple[Box, bool]]:
    """The page from the top down, in parts that have columns and parts (True) that run over them."""
    over = sorted((run for run in runs if run.left < gutter < run.right), key=lambda run: run.top)
    sides = sorted((run for run in runs if not run.left < gutter < run.right), key=lambda run: run.top)
    marked = sorted([*((run, True) for run in over), *((run, False) for run in sides)], key=lambda one: one[0].top)
    groups = [(kind, [run for run, _ in group]) for kind, group in groupby(marked, key=lambda one: one[1])]
    cuts = [page.top, *(_between(one[1], later[1]) for one, later in pairwise(groups)), page.bottom]
    for (kind, _), (start, end) in zip(groups, pairwise(cuts), strict=True):
        yield Box(page.left, start, page.right, end), kind


def _between(above: Sequence[Box], below: Sequence[Box]) -> float:
    return (max(run.top for run in above) + min(run.top for run in below)) / 2 + _ROW / 2
