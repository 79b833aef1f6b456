"""Vectors under a filter, on few of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evals import filtering, generated
from evals.filtering import Vectors
from evals.records import DataError, Options
from evals.suites import filtered


def test_vectors_lie_in_clusters() -> None:
    rows = generated.clustered([3, 2], 64, seed=1)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-6)
    cosines = rows @ rows.T
    assert cosines[0, 1] > 0.5 > cosines[0, 3]
    assert np.array_equal(rows, generated.clustered([3, 2], 64, seed=1))


def test_the_nearest_by_hand() -> None:
    """Of ten clusters with one vector each, readers of 50 % see five, of 10 % one."""
    angles = np.linspace(0.0, 0.9, 10)
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    vectors = Vectors(rows, tuple("abcdefghij"), tuple(range(11)))
    assert vectors.readable(50.0) == 5
    assert vectors.readable(0.1) == 1
    question = np.array([np.cos(0.31), np.sin(0.31)], dtype=np.float32)
    assert vectors.nearest(question, 50.0, 3) == ["d", "e", "c"]
    assert vectors.nearest(question, 10.0, 3) == ["a"]


def test_near_and_far_questions() -> None:
    vectors = filtering.made(Options(Path(), limit=400))
    split = vectors.readable(10.0)
    assert split == 40
    near, far = (vectors.questions(10.0, placement, 5, seed=1) for placement in filtering.PLACEMENTS)
    assert all(int(np.argmax(vectors.rows @ question)) < split for question in near)
    assert all(int(np.argmax(vectors.rows @ question)) >= split for question in far)


def test_the_suite(tmp_path: Path) -> None:
    result = filtered.run(tmp_path, Options(tmp_path, limit=400))
    assert result.n == 400
    assert result.by_kind.keys() == {
        f"{share}-{place}" for share in ("50", "10", "1", "0.1") for place in ("near", "far")
    }
    assert result.measures == {"recall@10": 1.0, "short_results": 0.0}


def test_scores_by_hand() -> None:
    assert filtered.scores([1.0, 0.5, 0.0, 0.5], [False, True, False, False]) == {
        "recall@10": 0.5,
        "short_results": 0.25,
    }


def test_too_few(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="--limit"):
        filtered.run(tmp_path, Options(tmp_path, limit=5))
