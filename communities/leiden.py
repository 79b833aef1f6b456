"""Leiden over a projection: whole, or only around what changed.

Quality is modularity with a resolution (Reichardt and Bornholdt 2006; Traag, Waltman and van Eck 2019). The whole graph
is done by igraph; a local repair, where most memberships stay fixed, by leidenalg on a small graph that stands for the whole.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

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
    return _clusters(graph.vs["name"], found.membership)


def repaired(
    nodes: Iterable[str],
    edges: Mapping[Edge, float],
    resolution: float,
    before: Mapping[str, int],
    moving: frozenset[str],
) -> Partition:
    """The partition ``before``, in which only the nodes ``moving`` (and new ones) may change their cluster.

    What stays of each cluster is one vertex, first by number, so that the cost is that of the nodes that move: a move is worth
    the same there, since its worth depends on a cluster's whole strength and on the weights between it and the node alone.
    """
    names = sorted(nodes)
    if not names:
        return ()
    clusters: dict[int, int] = {}
    vertices: dict[str, int] = {}
    for name in names:
        if name in before:
            vertices[name] = clusters.setdefault(before[name], len(clusters))
    held, start = len(clusters), list(range(len(clusters)))
    for name in names:
        if name in moving or name not in before:
            start.append(vertices.get(name, len(start)))
            vertices[name] = len(start) - 1
    graph = _around(edges, vertices, held, len(start))
    found = leidenalg.RBConfigurationVertexPartition(
        graph, initial_membership=start, weights="weight" if graph.ecount() else None, resolution_parameter=resolution
    )
    optimiser = leidenalg.Optimiser()
    optimiser.set_rng_seed(SEED)
    fixed = [number < held for number in range(len(start))]
    optimiser.optimise_partition(found, n_iterations=-1, is_membership_fixed=fixed)
    membership: list[int] = found.membership
    return _clusters(names, [membership[vertices[name]] for name in names])


def within(cluster: Iterable[str], edges: Mapping[Edge, float]) -> dict[Edge, float]:
    """The edges that have both ends in a cluster."""
    inside = set(cluster)
    return {pair: weight for pair, weight in edges.items() if pair[0] in inside and pair[1] in inside}


def _around(edges: Mapping[Edge, float], vertices: Mapping[str, int], held: int, count: int) -> igraph.Graph:
    """The graph of so many vertices, of which the first ``held`` stand for what stays of a cluster.

    Edges between nodes that stay move nothing: they only give their clusters strength, which a loop on each keeps.
    """
    strengths = [0.0] * held
    weights: dict[tuple[int, int], float] = defaultdict(float)
    for (one, other), weight in edges.items():
        first, second = vertices[one], vertices[other]
        if first < held and second < held:
            strengths[first] += weight
            strengths[second] += weight
        else:
            weights[first, second] += weight
    weights |= {(number, number): strength / 2 for number, strength in enumerate(strengths) if strength}
    graph = igraph.Graph(n=count, edges=list(weights))
    graph.es["weight"] = list(weights.values())
    return graph


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


def _clusters(names: Sequence[str], membership: Sequence[int]) -> Partition:
    clusters: dict[int, list[str]] = defaultdict(list)
    for name, number in zip(names, membership, strict=True):
        clusters[number].append(name)
    return tuple(sorted((tuple(members) for members in clusters.values()), key=lambda one: (-len(one), one)))
