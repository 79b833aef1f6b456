"""Communities: the product's Leiden on graphs whose communities are known, and igraph alone beside it.

Kinds are the graphs; ``NAME-igraph`` is igraph's own Leiden with the same rounds and seed, on the graph ready made: what it is
faster by is the product's cost. ``seconds_ratio`` = the product's seconds ÷ igraph's.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from pathlib import Path

import igraph

from communities.leiden import COARSE, partition
from evals import clusters, measures
from evals.datasets.graphs import TrueGraph, files, read
from evals.product import versions
from evals.records import DataError, Options, Result

_LARGE = 50_000  # nodes from which four rounds are run, as in the product, else until nothing moves
Scores = Mapping[str, float]


def run(data: Path, options: Options) -> Result:
    """Every graph of the folder. ``limit`` leaves out graphs with more nodes: a part of a graph has other communities."""
    kinds: dict[str, Scores] = {}
    whole: list[Scores] = []
    sizes: dict[str, str] = {}
    paths = files(data)
    for at, file in enumerate(paths):
        options.progress(file.name, at / len(paths))
        graph = read(file)
        sizes[graph.name] = f"{len(graph.nodes)} nodes, {len(graph.edges)} edges, {len(graph.truth)} with a community"
        if options.limit is not None and len(graph.nodes) > options.limit:
            sizes[graph.name] += ", left out by the limit"
            continue
        ours, alone = _ours(graph), _alone(graph, options.seed)
        kinds |= {graph.name: ours, f"{graph.name}-igraph": alone}
        whole.append({**ours, "seconds_ratio": ours["seconds"] / max(alone["seconds"], 1e-4)})
    if not whole:
        raise DataError(f"{data} holds no graph of at most {options.limit} nodes: raise --limit")
    names = dict.fromkeys(name for each in whole for name in each)
    return Result(
        suite="communities",
        dataset=data.resolve().name,
        n=len(whole),
        measures=measures.table({name: measures.mean(each.get(name) for each in whole) for name in names}),
        by_kind=kinds,
        settings={"resolution": str(COARSE), "seed": str(options.seed)} | sizes,
        versions=versions(),
    )


def _ours(graph: TrueGraph) -> Scores:
    """The product's partition, as it is made of a projection: from names and weights."""
    weights = dict.fromkeys(graph.edges, 1.0)
    started = time.perf_counter()
    found = partition(graph.nodes, weights, COARSE)
    seconds = time.perf_counter() - started
    return _scored(graph, clusters.membership(found), seconds)


def _alone(graph: TrueGraph, seed: int) -> Scores:
    made = clusters.graph(graph.nodes, graph.edges)
    igraph.set_random_number_generator(random.Random(seed))
    started = time.perf_counter()
    rounds = -1 if made.vcount() < _LARGE else 4
    found = made.community_leiden(objective_function="modularity", resolution=COARSE, n_iterations=rounds)
    seconds = time.perf_counter() - started
    return _scored(graph, dict(zip(graph.nodes, found.membership, strict=True)), seconds)


def _scored(graph: TrueGraph, found: Mapping[str, int], seconds: float) -> Scores:
    made = clusters.graph(graph.nodes, graph.edges)
    return {**clusters.scores(made, graph.nodes, found, graph.truth), "seconds": round(seconds, 4)}
