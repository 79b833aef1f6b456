"""Partitions against the truth, worked out by hand, and the suite on two small graphs."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import pytest

from evals import clusters
from evals.datasets.graphs import read
from evals.records import DataError, Options
from evals.suites import communities

NODES = ("a", "b", "c", "d", "e", "f")
EDGES = (
    ("a", "b"),
    ("b", "c"),
    ("a", "c"),
    ("d", "e"),
    ("e", "f"),
    ("d", "f"),
    ("c", "d"),
)  # two triangles and a bridge
TRUE = {node: at // 3 for at, node in enumerate(NODES)}


def scored(found: dict[str, int], truth: dict[str, int]) -> dict[str, float]:
    return clusters.scores(clusters.graph(NODES, EDGES), NODES, found, truth)


def test_two_triangles() -> None:
    """Q = 2 · (3/7 − (7/14)²) = 5/14."""
    assert scored(TRUE, TRUE) == {"modularity": pytest.approx(5 / 14, abs=1e-4), "nmi": 1.0, "ari": 1.0}


def test_one_node_in_the_wrong_place() -> None:
    """Sizes 2 and 4 against 3 and 3; the table is [[2, 0], [1, 3]].

    Q = 1/7 − (4/14)² + 4/7 − (10/14)² = 12/98. ARI: pairs together 1 + 3 = 4 in both; expected 7 · 6 / 15 = 2.8, most
    6.5: (4 − 2.8) / 3.7. NMI: H = 1 bit, H' = −(1/3)log(1/3) − (2/3)log(2/3), joint −(1/3)log(1/3) − (1/6)log(1/6) + .5.
    """
    found = {**TRUE, "c": 1}
    one = -(1 / 3) * math.log2(1 / 3) - (2 / 3) * math.log2(2 / 3)
    joint = -(1 / 3) * math.log2(1 / 3) - (1 / 6) * math.log2(1 / 6) + 0.5
    quality = scored(found, TRUE)
    assert quality["modularity"] == pytest.approx(12 / 98, abs=1e-4)
    assert quality["ari"] == pytest.approx((4 - 2.8) / 3.7, abs=1e-4)
    assert quality["nmi"] == pytest.approx(2 * (1 + one - joint) / (1 + one), abs=1e-4)


def test_only_nodes_of_one_true_community_are_scored() -> None:
    assert scored({**TRUE, "c": 1}, {"a": 5, "b": 5, "e": 9})["ari"] == 1.0
    assert "nmi" not in scored(TRUE, {})


def write(folder: Path) -> None:
    lines = "".join(f"{one}\t{other}\t{{}}\n" for one, other in EDGES)
    (folder / "two.csv.gz").write_bytes(gzip.compress((lines + "b\ta\t{}\nc\tc\t{}\n").encode()))
    truth = {"communities": [["a", "b", "c"], ["d", "e", "f"], ["c", "d"]]}
    (folder / "two.gt.json.gz").write_bytes(gzip.compress(json.dumps(truth).encode()))
    (folder / "mail.txt").write_text("".join(f"{one} {other}\n" for one, other in EDGES))
    (folder / "mail-department-labels.txt").write_text("".join(f"{node} {at}\n" for node, at in TRUE.items()))


def test_the_suite(tmp_path: Path) -> None:
    write(tmp_path)
    graph = read(tmp_path / "two.csv.gz")
    assert set(graph.edges) == {(min(pair), max(pair)) for pair in EDGES}
    assert dict(graph.truth) == {"a": 0, "b": 0, "e": 1, "f": 1}
    result = communities.run(tmp_path, Options(tmp_path))
    assert result.n == 2
    assert result.by_kind.keys() == {"mail", "mail-igraph", "two", "two-igraph"}
    assert result.measures["nmi"] == 1.0
    assert result.measures["modularity"] == pytest.approx(5 / 14, abs=1e-3)
    with pytest.raises(DataError, match="--limit"):
        communities.run(tmp_path, Options(tmp_path, limit=5))


def test_what_has_another_form_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no graphs"):
        communities.run(tmp_path, Options(tmp_path))
    (tmp_path / "one.csv").write_text("a b\n")
    with pytest.raises(DataError, match="no truth"):
        communities.run(tmp_path, Options(tmp_path))
    (tmp_path / "one.csv").write_text("a\n")
    with pytest.raises(DataError, match="line 1"):
        communities.run(tmp_path, Options(tmp_path))
