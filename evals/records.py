"""What every suite takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from contract.errors import RequestError

Progress = Callable[[str, float], None]  # what is being done, and the share that is done


class DataError(RequestError):
    """The data is not there, is empty, or has another form: one sentence that says which and what was expected."""

    code = "data"


@dataclass(frozen=True, slots=True)
class Options:
    """``limit`` is how many questions or items are taken, None for all; ``work`` is where stores and caches are kept, so
    that a run can be taken up again; ``embedder`` is a setting of the product; ``seed`` fixes every draw."""

    work: Path
    limit: int | None = None
    embedder: str = "bundled"
    store: str = "sqlite"
    seed: int = 20260101
    progress: Progress = field(default=lambda _what, _share: None)


@dataclass(frozen=True, slots=True)
class Result:
    """One suite on one data set. Measure values are 0–1 unless a unit is in the name; ``by_kind`` has the same names.

    ``misses`` are items that went wrong, each with its cause, for a reader; they are no measure.
    """

    suite: str
    dataset: str
    n: int
    measures: Mapping[str, float]
    by_kind: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    latency_ms: Mapping[str, float] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    misses: tuple[Mapping[str, str], ...] = ()


Suite = Callable[[Path, Options], Result]
