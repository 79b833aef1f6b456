"""A small run of each bench, and what it generates."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.bench import filtered, leiden, walk
from evals.records import DataError, Options


def test_filtered(tmp_path: Path) -> None:
    result = filtered.run(Options(tmp_path, limit=200))
    assert result.n == 800
    assert result.by_kind["10-far"].keys() == {"p50_ms", "p95_ms", "p99_ms", "exact_p50_ms", "to_exact"}


def test_leiden(tmp_path: Path) -> None:
    result = leiden.run(Options(tmp_path, limit=600))
    measures = result.measures
    assert result.n == 600
    assert measures["quality"] == pytest.approx(1.0, abs=0.05)
    assert measures["peak_mb"] > 1
    with pytest.raises(DataError, match="--limit"):
        leiden.run(Options(tmp_path, limit=5))


def test_the_graph_of_leiden() -> None:
    edges = leiden.generated(1000, seed=1)
    assert len(edges) == len({frozenset(pair) for pair in edges}) > 3500
    inside = sum(int(one) // 50 == int(other) // 50 for one, other in edges)
    assert 0.6 < inside / len(edges) < 0.75
    later, moving = leiden.changed(edges, 1000, seed=1)
    assert len(set(edges) - set(later)) == 3
    assert {node for pair in set(edges) ^ set(later) for node in pair} <= moving
    assert len(moving) <= 9


def test_walk(tmp_path: Path) -> None:
    result = walk.run(Options(tmp_path, limit=200))
    assert result.n == 200
    assert result.measures["reached"] > 20
    assert walk.run(Options(tmp_path, limit=200)).measures["reached"] == result.measures["reached"]
    with pytest.raises(DataError, match="--limit"):
        walk.run(Options(tmp_path, limit=5))
