"""Hostile files of every kind, each drawn by the seed and its number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from evals.datasets.hostile import packed, portable, texts, webs  # noqa: F401  their makers put themselves on the list
from evals.datasets.hostile.making import MAKERS, Making

BAIT = "http://127.0.0.1:9/bait"


@dataclass(frozen=True, slots=True)
class Hostile:
    """One file. ``kind`` names its maker."""

    kind: str
    name: str
    data: bytes


def made(seed: int, count: int, bait: str = BAIT) -> Iterator[Hostile]:
    """``count`` files, every kind as often as the others; sizes and places vary with the seed.

    ``bait`` is an address that nothing may ever visit: files name it wherever their format allows.
    """
    for number in range(count):
        kind, ending, maker = MAKERS[number % len(MAKERS)]
        data = maker(Making(random.Random(f"{seed}:{number}"), bait))
        written = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        yield Hostile(kind, f"{number:03}-{kind}.{ending}", written)


def kinds() -> int:
    """How many kinds there are."""
    return len(MAKERS)
