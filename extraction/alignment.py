"""Which section of one edition is which of another: section identity across revisions.

By heading path first, unless the bodies have next to nothing in common while another section has most of it; then by the
words they share; then by a like heading in the same place. No embeddings: headings and words settle it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from extraction.editions import Edition, Part

NOTHING_SHARED, MOST_SHARED = (
    0.05,
    0.6,
)  # a path match is given up below the first where another section is above the second
ALIKE, ALIKE_IN_PLACE = 0.5, 0.3  # share of words that makes two sections one; with a like heading or one parent
LIKE_HEADING = 0.8


def shared(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> float:
    """The share of two bodies' shingles that both have, 0–1; 1 for two empty ones."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


@lru_cache(maxsize=256)
def align(old: Edition, new: Edition) -> Mapping[int, int]:
    """By place of a section in ``new``, the place in ``old`` of the section that it continues."""
    pairs = _by_path(old, new)
    _by_words(old, new, pairs)
    _by_heading(old, new, pairs)
    return pairs


def _by_path(old: Edition, new: Edition) -> dict[int, int]:
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, part in enumerate(old.parts):
        places[part.place].append(at)
    pairs: dict[int, int] = {}
    for at, part in enumerate(new.parts):
        if places[part.place]:
            pairs[at] = places[part.place].pop(0)
    for at, before in list(pairs.items()):
        if shared(old.parts[before].shingles, new.parts[at].shingles) < NOTHING_SHARED:
            others = _best(new.parts[at], old.parts, ())
            if others and others[0][0] >= MOST_SHARED:
                del pairs[at]
    return pairs


def _by_words(old: Edition, new: Edition, pairs: dict[int, int]) -> None:
    taken = set(pairs.values())
    found = []
    for at, part in enumerate(new.parts):
        if at in pairs:
            continue
        for score, before in _best(part, old.parts, taken):
            near = _like(part, old.parts[before]) or part.place[:-1] == old.parts[before].place[:-1]
            if score >= ALIKE or (score >= ALIKE_IN_PLACE and near):
                found.append((score, at, before))
    _greedy(found, pairs)


def _by_heading(old: Edition, new: Edition, pairs: dict[int, int]) -> None:
    taken = set(pairs.values())
    parents = {new.parts[at].place: old.parts[before].place for at, before in pairs.items()}
    found = []
    for at, part in enumerate(new.parts):
        if at in pairs or not part.place:
            continue
        above = parents.get(part.place[:-1], part.place[:-1])
        for before, other in enumerate(old.parts):
            if before not in taken and other.place and other.place[:-1] == above:
                ratio = SequenceMatcher(None, part.place[-1], other.place[-1]).ratio()
                if ratio >= LIKE_HEADING:
                    found.append((ratio, at, before))
    _greedy(found, pairs)


def _greedy(found: list[tuple[float, int, int]], pairs: dict[int, int]) -> None:
    """The best pairs first, each section once."""
    taken = set(pairs.values())
    for _, at, before in sorted(found, key=lambda each: (-each[0], each[1], each[2])):
        if at not in pairs and before not in taken:
            pairs[at] = before
            taken.add(before)


def _best(part: Part, others: Sequence[Part], taken: Collection[int]) -> list[tuple[float, int]]:
    """Sections that share words with one, the most first."""
    found = [
        (shared(part.shingles, other.shingles), at)
        for at, other in enumerate(others)
        if at not in taken and not part.shingles.keys().isdisjoint(other.shingles)
    ]
    return sorted(found, key=lambda each: (-each[0], each[1]))


def _like(one: Part, other: Part) -> bool:
    if not one.place or not other.place:
        return False
    return SequenceMatcher(None, one.place[-1], other.place[-1]).ratio() >= LIKE_HEADING
