"""Where nodes stand: each connected part in columns from its first node on (a chain from its first end), or by springs.

Springs are for what would make too long a column. Parts stand side by side, in rows. The same graph gives the same places.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import networkx as nx

Place = tuple[float, float]
_COLUMN = 185.0  # pixels between two columns, and between two joined nodes
_GAP = 16.0  # pixels between the rims of two nodes, at least
_LONGEST = 8  # nodes in a column
_MARGIN = 30.0
_WIDER = 1.3  # how much wider than high springs are drawn


def placed(graph: nx.Graph, radius: Mapping[str, float], width: float) -> tuple[dict[str, Place], float]:
    """A place for every node in pixels, y downwards, and the height that they take together."""
    parts = [_part(graph.subgraph(nodes), list(graph), radius, width) for nodes in nx.connected_components(graph)]
    places: dict[str, Place] = {}
    left = top = row = 0.0
    for part in parts:
        wide = max(x + radius[node] for node, (x, _) in part.items())
        high = max(y + radius[node] for node, (_, y) in part.items())
        if left and left + wide > width:
            left, top, row = 0.0, top + row + _MARGIN / 2, 0.0
        places |= {node: (left + x, top + y) for node, (x, y) in part.items()}
        left, row = left + wide + _MARGIN, max(row, high)
    return places, top + row


def _part(part: nx.Graph, order: list[str], radius: Mapping[str, float], width: float) -> dict[str, Place]:
    """One connected part, its box at the origin."""
    nodes = [node for node in order if node in part]
    ends = [node for node in nodes if part.degree[node] == 1]
    chain = len(ends) == 2 and max(degree for _, degree in part.degree) <= 2
    columns = [sorted(layer, key=nodes.index) for layer in nx.bfs_layers(part, ends[0] if chain else nodes[0])]
    if max(map(len, columns)) <= _LONGEST:
        places = _in_columns(part, columns, radius, width)
    else:
        found = nx.kamada_kawai_layout(part, pos=nx.circular_layout(nodes), weight=None)
        steps = [math.dist(found[one], found[other]) for one, other in part.edges]
        scale = _COLUMN * len(steps) / sum(steps)
        places = {node: [float(x) * scale * _WIDER, float(y) * scale] for node, (x, y) in found.items()}
        _push_apart(places, radius)
    left = min(x - radius[node] for node, (x, _) in places.items())
    top = min(y - radius[node] for node, (_, y) in places.items())
    return {node: (x - left, y - top) for node, (x, y) in places.items()}


def _in_columns(
    part: nx.Graph, columns: list[list[str]], radius: Mapping[str, float], width: float
) -> dict[str, list[float]]:
    """Columns by how many edges lead there, each in the order of the nodes beside it, each centred on the middle line."""
    for turn in range(6):
        for before, column in pairwise(columns if turn % 2 == 0 else columns[::-1]):
            seat = {node: at for at, node in enumerate(before)}
            own = {node: at for at, node in enumerate(column)}
            column.sort(
                key=lambda node: (
                    _mean([seat[beside] for beside in part[node] if beside in seat], own[node]),
                    own[node],
                )
            )
    ends = radius[columns[0][0]] + max(radius[node] for node in columns[-1])
    step = min(_COLUMN, (width - ends) / max(1, len(columns) - 1))
    places: dict[str, list[float]] = {}
    for at, column in enumerate(columns):
        high = sum(2 * radius[node] + _GAP for node in column)
        y = -high / 2
        for node in column:
            places[node] = [at * step, y + radius[node] + _GAP / 2]
            y += 2 * radius[node] + _GAP
    return places


def _mean(values: list[int], otherwise: int) -> float:
    return sum(values) / len(values) if values else otherwise


def _push_apart(places: dict[str, list[float]], radius: Mapping[str, float]) -> None:
    """Push nodes that touch from one another until none does."""
    nodes = list(places)
    for _ in range(400):
        moved = False
        for index, one in enumerate(nodes):
            for other in nodes[index + 1 :]:
                lack = radius[one] + radius[other] + _GAP - math.dist(places[one], places[other])
                if lack <= 0.5:
                    continue
                moved = True
                dx, dy = (places[other][axis] - places[one][axis] for axis in (0, 1))
                push = lack / 2 / (math.hypot(dx, dy) or 1.0)
                places[one][:] = [places[one][0] - dx * push, places[one][1] - dy * push]
                places[other][:] = [places[other][0] + dx * push, places[other][1] + dy * push]
        if not moved:
            return
