"""Clusters: every node in exactly one, the same each time, and repairs that stay local."""

from __future__ import annotations

from itertools import combinations

import igraph
from hypothesis import given
from hypothesis import strategies as st

from communities.identity import identified
from communities.leiden import partition, repaired, within
from contract.communities import Community


def clique(*nodes: str) -> dict[tuple[str, str], float]:
    return dict.fromkeys(combinations(sorted(nodes), 2), 1.0)


TWO = clique("a1", "a2", "a3", "a4") | clique("b1", "b2", "b3", "b4") | {("a1", "b1"): 0.1}
NODES = [f"{side}{number}" for side in "ab" for number in range(1, 5)]

edges = st.dictionaries(
    st.tuples(st.integers(0, 14), st.integers(0, 14))
    .filter(lambda pair: pair[0] < pair[1])
    .map(lambda pair: (f"n{pair[0]:02}", f"n{pair[1]:02}")),
    st.floats(0.1, 5.0),
    max_size=30,
)


def test_two_cliques_are_two_clusters() -> None:
    assert {frozenset(one) for one in partition(NODES, TWO, 1.0)} == {frozenset(NODES[:4]), frozenset(NODES[4:])}


def test_an_empty_graph_and_lone_nodes() -> None:
    assert partition([], {}, 1.0) == ()
    assert partition(["x", "y"], {}, 1.0) == (("x",), ("y",))
    assert repaired([], {}, 1.0, {}, frozenset()) == ()


@given(edges)
def test_every_node_is_in_exactly_one_cluster(weights: dict[tuple[str, str], float]) -> None:
    nodes = [f"n{number:02}" for number in range(15)]
    clusters = partition(nodes, weights, 1.0)
    assert sorted(node for cluster in clusters for node in cluster) == nodes
    assert clusters == partition(reversed(nodes), weights, 1.0)


@given(edges)
def test_a_repair_moves_only_what_may_move(weights: dict[tuple[str, str], float]) -> None:
    nodes = [f"n{number:02}" for number in range(15)]
    before = {node: int(node[1:]) % 3 for node in nodes}
    clusters = repaired(nodes, weights, 1.0, before, frozenset(nodes[:2]))
    for cluster in clusters:
        assert len({before[node] for node in cluster if node not in nodes[:2]}) <= 1


@given(edges)
def test_a_repair_makes_the_whole_no_worse(weights: dict[tuple[str, str], float]) -> None:
    nodes = [f"n{number:02}" for number in range(15)]
    before = {node: int(node[1:]) % 3 for node in nodes}
    clusters = repaired(nodes, weights, 1.0, before, frozenset(nodes[:4]))
    after = {node: number for number, cluster in enumerate(clusters) for node in cluster}
    assert quality(nodes, weights, after) >= quality(nodes, weights, before) - 1e-9


def quality(nodes: list[str], weights: dict[tuple[str, str], float], membership: dict[str, int]) -> float:
    graph = igraph.Graph(n=len(nodes), edges=[(nodes.index(one), nodes.index(other)) for one, other in weights])
    found: float = graph.modularity([membership[node] for node in nodes], weights=list(weights.values()))
    return found if weights else 0.0


def test_edges_within_a_cluster() -> None:
    assert within(["a1", "a2", "b1"], TWO) == {("a1", "a2"): 1.0, ("a1", "b1"): 0.1}


def test_a_cluster_keeps_its_id_while_most_members_stay() -> None:
    before = [Community("old", 0, None, "", ("a", "b", "c", "d")), Community("other", 1, None, "", ("a", "b", "c"))]
    ids = identified(0, (("a", "b", "c", "e"), ("d", "f", "g")), before)
    assert ids["a", "b", "c", "e"] == "old"
    assert ids["d", "f", "g"] not in {"old", "other"}


def test_an_id_is_given_once() -> None:
    before = [Community("old", 0, None, "", ("a", "b", "c", "d"))]
    ids = identified(0, (("a", "b"), ("c", "d")), before)
    assert sorted(ids.values()).count("old") == 1
