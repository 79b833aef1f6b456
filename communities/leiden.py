"""Leiden over a projection: whole, or only around what changed.

Quality is modularity with a resolution (Reichardt and Bornholdt 2006; Traag, Waltman and van Eck 2019). The whole graph
is done by igraph; a local repair, where most memberships stay fixed, by leidenalg.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping

import igraph
import leidenalg

from communities.projection import Edge

SEED = 20260101
COARSE, FINE = 1.0, 2.0  # resolutions of level 0 and level 1
Partition = tuple[tuple[str, ...], ...]


def partition(
    nodes: Iterable[str], edges: Mapping[Edge, float], resolution: float, start: Mapping[str, int] | None = None
) -> Partition:
    """Disjoint clusters that hold every node; each sorted, largest first. ``start`` is a membership to begin from."""
    graph = _graph(nodes, edges)
    if graph.vcount() == 0:
        return ()
    igraph.set_random_number_generator(random.Random(SEED))
    found = graph.community_leiden(
        objective_function="modularity",
        weights="weight" if graph.ecount() else None,
        resolution=resolution,
        n_iterations=-1 if graph.vcount() < 50_000 else 4,
        initial_membership=None if start is None else _membership(graph.vs["name"], start),
    )
    return _clusters(graph, found.membership)


def repaired(
    nodes: Iterable[str],
    edges: Mapping[Edge, float],
    resolution: float,
    before: Mapping[str, int],
    moving: frozenset[str],
) -> Partition:
    """The partition ``before``, in which only the nodes ``moving`` (and new ones) may change their cluster."""
    graph = _graph(nodes, edges)
    if graph.vcount() == 0:
        return ()
    names: list[str] = graph.vs["name"]
    start = leidenalg.RBConfigurationVertexPartition(
        graph,
        initial_membership=_membership(names, before),
        weights="weight" if graph.ecount() else None,
        resolution_parameter=resolution,
    )
    optimiser = leidenalg.Optimiser()
    optimiser.set_rng_seed(SEED)
    fixed = [name in before and name not in moving for name in names]
    optimiser.optimise_partition(start, n_iterations=-1, is_membership_fixed=fixed)
    return _clusters(graph, start.membership)


def within(cluster: Iterable[str], edges: Mapping[Edge, float]) -> dict[Edge, float]:
    """The edges that have both ends in a cluster."""
    inside = set(cluster)
    return {pair: weight for pair, weight in edges.items() if pair[0] in inside and pair[1] in inside}


def _graph(nodes: Iterable[str], edges: Mapping[Edge, float]) -> igraph.Graph:
    names = sorted(nodes)
    index = {name: number for number, name in enumerate(names)}
    graph = igraph.Graph(n=len(names), edges=[(index[one], index[other]) for one, other in edges])
    graph.vs["name"] = names
    graph.es["weight"] = list(edges.values())
    return graph


def _membership(names: list[str], start: Mapping[str, int]) -> list[int]:
    """A dense membership: nodes that ``start`` does not know are clusters of their own."""
    numbers: dict[object, int] = {}
    return [numbers.setdefault(start.get(name, name), len(numbers)) for name in names]


def _clusters(graph: igraph.Graph, membership: list[int]) -> Partition:
    clusters: dict[int, list[str]] = defaultdict(list)
    for name, number in zip(graph.vs["name"], membership, strict=True):
        clusters[number].append(name)
    return tuple(sorted((tuple(members) for members in clusters.values()), key=lambda one: (-len(one), one)))
