"""Figures that others published, and those that are to be reached, beside the ones that were taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from evals.records import Result

_FILE = Path(__file__).with_name("published.yaml")
ALL = "all"


@dataclass(frozen=True, slots=True)
class Published:
    """One line of ``published.yaml``: where it applies, what is to be reached, what another system has, by whom.

    ``server`` is the kind that it is of, empty for files; None: of either.
    """

    suite: str
    measure: str
    dataset: str = ""
    kind: str | None = None
    server: str | None = None
    reach: float | None = None
    at_most: bool = False
    published: float | None = None
    by: str = ""

    def reached(self, value: float) -> bool | None:
        """Whether a figure is as wanted; None where nothing is wanted of it."""
        if self.reach is None:
            return None
        return value <= self.reach if self.at_most else value >= self.reach


@lru_cache(maxsize=1)
def table() -> tuple[Published, ...]:
    """Every line of the file."""
    lines: list[dict[str, Any]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return tuple(Published(**line) for line in lines)


def beside(result: Result, lines: Sequence[Published] | None = None) -> Iterator[tuple[Published, str, float]]:
    """What stands beside a result: the line, the kind of the result, and the result's own figure."""
    for line in table() if lines is None else lines:
        if line.suite != result.suite or not re.search(line.dataset, result.dataset):
            continue
        if line.server not in (None, result.server):
            continue
        for kind, measures in ({ALL: result.measures} if line.kind is None else result.by_kind).items():
            if line.measure in measures and (line.kind is None or re.search(line.kind, kind)):
                yield line, kind, measures[line.measure]
