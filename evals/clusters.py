"""How good a partition of a graph is: by its own edges, and against the true communities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import igraph

from evals import measures

Pair = tuple[str, str]


def graph(nodes: Sequence[str], edges: Sequence[Pair]) -> igraph.Graph:
    """The graph with its vertices in the order of the nodes."""
    index = {node: number for number, node in enumerate(nodes)}
    return igraph.Graph(n=len(nodes), edges=[(index[one], index[other]) for one, other in edges])


def scores(
    of: igraph.Graph, nodes: Sequence[str], found: Mapping[str, int], truth: Mapping[str, int]
) -> dict[str, float]:
    """Modularity (Newman 2006) over the graph; NMI (Danon et al. 2005: 2I ÷ (H + H')) and the adjusted Rand index (Hubert
    and Arabie 1985) over the nodes whose true community is known, by igraph."""
    scored = [node for node in nodes if node in truth]
    quality: dict[str, float | None] = {"modularity": of.modularity([found[node] for node in nodes])}
    if scored:
        ours, true = dense([found[node] for node in scored]), dense([truth[node] for node in scored])
        quality["nmi"] = igraph.compare_communities(ours, true, method="nmi")
        quality["ari"] = igraph.compare_communities(ours, true, method="adjusted_rand")
    return measures.table(quality)


def membership(clusters: Sequence[Sequence[str]]) -> dict[str, int]:
    """The number of each node's cluster."""
    return {node: number for number, members in enumerate(clusters) for node in members}


def dense(numbers: Sequence[int]) -> list[int]:
    """The same partition with numbers from 0 without gaps."""
    known: dict[int, int] = {}
    return [known.setdefault(number, len(known)) for number in numbers]
