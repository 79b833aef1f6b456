"""Sets of instants, written as sorted tuples of disjoint, non-empty intervals."""

from __future__ import annotations

from collections.abc import Iterable

from contract.time import Interval

Intervals = tuple[Interval, ...]


def union(intervals: Iterable[Interval]) -> Intervals:
    """The instants in any of the intervals; intervals that touch become one."""
    merged: list[Interval] = []
    for interval in sorted(each for each in intervals if not each.empty):
        if merged and interval.start <= merged[-1].end:
            merged[-1] = Interval(merged[-1].start, max(merged[-1].end, interval.end))
        else:
            merged.append(interval)
    return tuple(merged)


def minus(intervals: Intervals, cuts: Intervals) -> Intervals:
    """The instants of ``intervals`` that are in none of ``cuts``."""
    kept: list[Interval] = []
    for interval in intervals:
        start = interval.start
        for cut in cuts:
            if cut.end <= start:
                continue
            if cut.start >= interval.end:
                break
            if cut.start > start:
                kept.append(Interval(start, cut.start))
            start = cut.end
        if start < interval.end:
            kept.append(Interval(start, interval.end))
    return tuple(kept)


def meet(one: Intervals, other: Intervals) -> bool:
    """Whether the two sets have an instant in common."""
    return any(not a.meet(b).empty for a in one for b in other)
