"""A result as one JSON file, and back."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract.time import Instant, iso
from evals.records import DataError, Result


@dataclass(frozen=True, slots=True)
class Kept:
    """A result that was read from its file. ``date`` is the day it was taken on."""

    result: Result
    date: str


def save(result: Result, folder: Path, at: Instant) -> Path:
    """Write ``SUITE-DATASET.json``, of a variant ``SUITE-DATASET-neo4j.json``; an older one of the same name is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (result.suite, result.dataset, *([result.variant] if result.variant else []))
    path = folder / f"{'-'.join(map(_slug, names))}.json"
    text = json.dumps(shape(result, at), ensure_ascii=False, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def shape(result: Result, at: Instant) -> dict[str, Any]:
    """The JSON of a result."""
    return {
        "suite": result.suite,
        "dataset": result.dataset,
        "n": result.n,
        "measures": _numbers(result.measures),
        "by_kind": {kind: _numbers(values) for kind, values in result.by_kind.items()},
        "latency_ms": _numbers(result.latency_ms),
        "settings": dict(result.settings),
        "versions": dict(result.versions),
        "date": (iso(at) or "")[:10],
        "misses": [dict(miss) for miss in result.misses],
    }


def read_all(folder: Path) -> list[Kept]:
    """Every result of a folder, by suite and data set. Raises ``DataError`` where there is none."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise DataError(f"{folder} holds no results: run a suite or a bench with --out {folder} first")
    return [read(path) for path in paths]


def read(path: Path) -> Kept:
    """One result. Raises ``DataError`` for a file of another form."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        result = Result(
            suite=str(kept["suite"]),
            dataset=str(kept["dataset"]),
            n=int(kept["n"]),
            measures=dict(kept["measures"]),
            by_kind={str(kind): dict(values) for kind, values in kept["by_kind"].items()},
            latency_ms=dict(kept["latency_ms"]),
            settings=dict(kept["settings"]),
            versions=dict(kept["versions"]),
            misses=tuple(kept.get("misses", ())),
        )
        return Kept(result, str(kept["date"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path} is no result of a suite ({error!r}): take it out of the folder") from error


def _numbers(values: Any) -> dict[str, float]:
    """Finite numbers only: JSON has no others."""
    return {str(name): value for name, value in values.items() if math.isfinite(value)}


def _slug(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip("-") or "data"
