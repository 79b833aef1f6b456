"""Leiden: the product beside igraph alone, and its repair after one per cent of the nodes changed beside the whole again.

The graph is generated: communities of ``_SIZE`` nodes, four edges a node, seven of ten inside a community. ``to_igraph`` = whole
seconds ÷ igraph's; ``repair_share`` = repair ÷ whole again on the changed graph; ``quality`` = the repair's modularity ÷ that
of the whole again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import igraph

from communities.leiden import COARSE, partition, repaired
from evals import clusters
from evals.memory import peak_mb
from evals.product import versions
from evals.records import DataError, Options, Result

NODES = 100_000
LEAST = 200
_SIZE = 50
_DEGREE = 4  # edges that each node draws
_INSIDE = 0.7
_CHANGED = 0.01  # share of the nodes that lose or get an edge
_TOUCHED = 3  # nodes that an edge changes which ends elsewhere: its ends, and its new one
_LARGE = 50_000  # nodes from which the product runs four rounds
T = TypeVar("T")
Pair = tuple[str, str]


def run(options: Options) -> Result:
    """``limit`` is how many nodes there are, 100,000 without one."""
    count = options.limit or NODES
    if count < LEAST:
        raise DataError(f"{count} nodes are too few to have communities: set --limit to {LEAST} or more")
    nodes = [str(number) for number in range(count)]
    edges = generated(count, options.seed)
    options.progress("the whole graph", 0.1)
    found, whole = _timed(lambda: partition(nodes, _weighed(edges), COARSE))
    options.progress("igraph alone", 0.4)
    alone = _igraph_seconds(nodes, edges, options.seed)
    later, moving = changed(edges, count, options.seed)
    before = clusters.membership(found)
    options.progress("the repair", 0.6)
    mended, repair = _timed(lambda: repaired(nodes, _weighed(later), COARSE, before, moving))
    options.progress("the whole graph again", 0.8)
    anew, again = _timed(lambda: partition(nodes, _weighed(later), COARSE))
    quality = [_modularity(nodes, later, clusters.membership(each)) for each in (mended, anew)]
    return Result(
        suite="bench-leiden",
        dataset="generated",
        n=count,
        measures={
            "whole_seconds": round(whole, 3),
            "igraph_seconds": round(alone, 3),
            "to_igraph": round(whole / alone, 3),
            "repair_seconds": round(repair, 3),
            "repair_share": round(repair / again, 3),
            "quality": round(quality[0] / quality[1], 4),
            "peak_mb": peak_mb(),
        },
        settings={"edges": str(len(edges)), "moved": str(len(moving)), "seed": str(options.seed)},
        versions=versions(),
    )


def generated(count: int, seed: int) -> list[Pair]:
    """Edges between numbered nodes, each once."""
    draw = random.Random(seed)
    found: dict[Pair, None] = {}
    for node in range(count):
        first = node - node % _SIZE
        for _ in range(_DEGREE):
            inside = draw.random() < _INSIDE
            other = draw.randrange(first, min(first + _SIZE, count)) if inside else draw.randrange(count)
            if other != node:
                found.setdefault(_pair(node, other))
    return list(found)


def changed(edges: Sequence[Pair], count: int, seed: int) -> tuple[list[Pair], frozenset[str]]:
    """The edges with some of them ending elsewhere, and the nodes whose edges changed: one per cent."""
    draw = random.Random(f"{seed}:changed")
    chosen = set(draw.sample(range(len(edges)), max(1, int(_CHANGED * count / _TOUCHED))))
    found: dict[Pair, None] = {}
    moving: set[str] = set()
    for at, (one, other) in enumerate(edges):
        if at not in chosen:
            found.setdefault((one, other))
            continue
        elsewhere = draw.randrange(count)
        if str(elsewhere) != one:
            found.setdefault(_pair(int(one), elsewhere))
            moving.add(str(elsewhere))
        moving |= {one, other}
    return list(found), frozenset(moving)


def _pair(one: int, other: int) -> Pair:
    low, high = sorted((str(one), str(other)))
    return low, high


def _weighed(edges: Sequence[Pair]) -> Mapping[Pair, float]:
    return dict.fromkeys(edges, 1.0)


def _igraph_seconds(nodes: Sequence[str], edges: Sequence[Pair], seed: int) -> float:
    """igraph's Leiden on the graph ready made, with as many rounds as the product's."""
    made = clusters.graph(nodes, edges)
    igraph.set_random_number_generator(random.Random(seed))
    rounds = -1 if made.vcount() < _LARGE else 4
    return _timed(
        lambda: made.community_leiden(objective_function="modularity", resolution=COARSE, n_iterations=rounds)
    )[1]


def _modularity(nodes: Sequence[str], edges: Sequence[Pair], found: Mapping[str, int]) -> float:
    return clusters.scores(clusters.graph(nodes, edges), nodes, found, {})["modularity"]


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    made = work()
    return made, time.perf_counter() - started
