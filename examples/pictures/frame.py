"""One picture: the title, the parameters, what the query gives as a graph and as a table, as Neo4j Browser would show it."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import matplotlib as mpl
import networkx as nx
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch
from neo4j.graph import Node, Relationship
from PIL import Image

from cypher.kit import Saved
from examples.pictures.grass import Look, Style, caption
from examples.pictures.layout import Place, placed
from examples.pictures.table import FAINT, INK, PAPER, SIDE, WIDTH, Table, box
from examples.pictures.words import cut, wrapped

_DRAWN = 1.35  # nodes are drawn larger than in the Browser, to be read on a page
_ROWS = 10
mpl.rcParams["font.family"] = "DejaVu Sans"


@dataclass(slots=True)
class Shown:
    """What of a result is a graph, and what is a table."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[str, Relationship] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


def sorted_out(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Shown:
    """Nodes and edges of a result, each once, an edge only where both ends are there; and its columns of plain values."""
    shown = Shown()
    plain = [at for at in range(len(columns)) if not any(_drawn(row[at]) for row in rows)]
    shown.columns = [columns[at] for at in plain]
    for row in rows:
        drawn = [each for value in row for each in _drawn(value)]
        shown.nodes |= {each.element_id: each for each in drawn if isinstance(each, Node)}
        shown.edges |= {each.element_id: each for each in drawn if isinstance(each, Relationship)}
        shown.rows.append([_plain(row[at]) for at in plain])
    shown.edges = {
        key: edge
        for key, edge in shown.edges.items()
        if edge.start_node
        and edge.end_node
        and {edge.start_node.element_id, edge.end_node.element_id} <= set(shown.nodes)
    }
    return shown


def _drawn(value: Any) -> list[Node | Relationship]:
    """The nodes and edges of a value, which may be a list of them."""
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Node | Relationship)]


def picture(query: Saved, columns: Sequence[str], rows: Sequence[Sequence[Any]], style: Style) -> bytes:
    """A PNG, WIDTH pixels wide. The same rows give the same bytes."""
    shown = sorted_out(columns, rows)
    looks = {key: style.node(node.labels) for key, node in shown.nodes.items()}
    places, graph_high = _layout(shown, looks)
    graph_high = graph_high + 70 if places else 0.0
    table = Table(shown.columns, shown.rows[:_ROWS], len(shown.rows))
    height = 74.0 + graph_high + table.high + SIDE
    figure = Figure(figsize=(WIDTH / 100, height / 100), dpi=100, facecolor=PAPER)
    page = figure.add_axes((0, 0, 1, 1))
    page.set(xlim=(0, WIDTH), ylim=(height, 0))
    page.axis("off")
    _head(page, query)
    top = 74.0
    if places:
        _graph(page, shown, looks, places, top, graph_high, style)
        top += graph_high
    table.draw(page, top)
    return _png(figure)


def _layout(shown: Shown, looks: dict[str, Look]) -> tuple[dict[str, Place], float]:
    graph = nx.Graph()
    graph.add_nodes_from(shown.nodes)
    graph.add_edges_from(_ends(edge) for edge in shown.edges.values())
    radius = {key: look.size * _DRAWN / 2 for key, look in looks.items()}
    return placed(graph, radius, WIDTH - 2 * SIDE - 24) if shown.nodes else ({}, 0.0)


def _ends(edge: Relationship) -> tuple[str, str]:
    start, end = edge.nodes
    assert start is not None
    assert end is not None
    return start.element_id, end.element_id


def _head(page: Axes, query: Saved) -> None:
    page.text(SIDE, 28, query.title["en"], fontsize=12.5, weight="bold", color=INK, va="center")
    page.text(
        WIDTH - SIDE,
        28,
        query.title["es"],
        fontsize=10.5,
        style="italic",
        color=FAINT,
        va="center",
        ha="right",
    )
    given = "   ".join(f":param {name} => {value!r}" for name, value in query.examples.items())
    page.text(SIDE, 54, given, fontsize=8, color=FAINT, va="center", family="DejaVu Sans Mono")


# -- the graph --------------------------------------------------------------------------------------------------------
def _graph(
    page: Axes, shown: Shown, looks: dict[str, Look], places: dict[str, Place], top: float, high: float, style: Style
) -> None:
    page.add_patch(box(SIDE, top, WIDTH - 2 * SIDE, high - 14, "#FAFBFC"))
    _legend(page, shown, style, top + 18)
    wide = max(x + looks[key].size * _DRAWN / 2 for key, (x, _) in places.items())
    left = SIDE + 12 + (WIDTH - 2 * SIDE - 24 - wide) / 2
    at = {key: (left + x, top + 40 + y) for key, (x, y) in places.items()}
    for edge, bend in _bent(shown):
        look = style.edge(edge.type)
        _arrow(page, look, caption(look, edge.type, dict(edge)), _rims(edge, at, looks), bend)
    for key, node in shown.nodes.items():
        look = looks[key]
        page.add_patch(
            Circle(at[key], look.size * _DRAWN / 2, facecolor=look.fill, edgecolor=look.border, linewidth=1.6, zorder=3)
        )
        lines = wrapped(caption(look, sorted(node.labels)[0], dict(node)), look.size * _DRAWN - 8, 6.6)
        page.text(
            *at[key],
            "\n".join(lines),
            fontsize=6.6,
            color=look.ink,
            ha="center",
            va="center",
            zorder=4,
            linespacing=1.1,
        )


def _bent(shown: Shown) -> Iterator[tuple[Relationship, float]]:
    """Each edge with how far it bows out: edges between the same two nodes bow each its own way."""
    beside: dict[frozenset[str], int] = {}
    for edge in shown.edges.values():
        pair = frozenset(_ends(edge))
        yield edge, 0.22 * beside.get(pair, 0)
        beside[pair] = beside.get(pair, 0) + 1


def _rims(edge: Relationship, at: dict[str, Place], looks: dict[str, Look]) -> tuple[Place, Place]:
    """Where an edge leaves the rim of the one node and meets that of the other."""
    start, end = _ends(edge)
    (x0, y0), (x1, y1) = at[start], at[end]
    length = math.dist(at[start], at[end]) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    out, into = looks[start].size * _DRAWN / 2 + 1, looks[end].size * _DRAWN / 2 + 3
    return (x0 + ux * out, y0 + uy * out), (x1 - ux * into, y1 - uy * into)


def _arrow(page: Axes, look: Look, text: str, ends: tuple[Place, Place], bend: float) -> None:
    (x0, y0), (x1, y1) = ends
    page.add_patch(
        FancyArrowPatch(
            *ends,
            arrowstyle=f"-|>,head_length={3 + look.size},head_width={1.5 + look.size / 2}",
            connectionstyle=f"arc3,rad={bend}",
            color=look.fill,
            linewidth=0.7 + look.size * 0.45,
            shrinkA=0,
            shrinkB=0,
            zorder=2,
        )
    )
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
    middle = ((x0 + x1) / 2 - (y0 - y1) * bend / 2, (y0 + y1) / 2 + (x0 - x1) * bend / 2)
    page.text(
        *middle,
        cut(text, math.dist(*ends) + 8, 5.8),
        fontsize=5.8,
        color=INK,
        rotation=-angle,
        rotation_mode="anchor",
        ha="center",
        va="center",
        zorder=2.5,
        bbox={"boxstyle": "square,pad=0.12", "facecolor": "#FAFBFC", "edgecolor": "none", "alpha": 0.85},
    )


def _legend(page: Axes, shown: Shown, style: Style, top: float) -> None:
    """How many of each label and type, in their colours, as the Browser's overview has them."""
    labels = [sorted(node.labels)[0] for node in shown.nodes.values()]
    kinds = [edge.type for edge in shown.edges.values()]
    left = SIDE + 12
    chips = [
        (f"{label} ({labels.count(label)})", style.node([label]), "round,pad=0.35,rounding_size=0.9")
        for label in dict.fromkeys(labels)
    ]
    chips += [(f"{kind} ({kinds.count(kind)})", style.edge(kind), "square,pad=0.35") for kind in dict.fromkeys(kinds)]
    for text, look, shape in chips:
        ink = look.ink if shape.startswith("round") else INK if _pale(look.fill) else PAPER
        chip = page.text(
            left,
            top,
            text,
            fontsize=6.6,
            color=ink,
            va="center",
            bbox={"boxstyle": shape, "facecolor": look.fill, "edgecolor": "none"},
        )
        left += chip.get_window_extent().width + 18


def _pale(colour: str) -> bool:
    red, green, blue = to_rgb(colour)
    return 0.3 * red + 0.59 * green + 0.11 * blue > 0.65


def _plain(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return " ".join((str(value).lower() if isinstance(value, bool) else str(value)).split())


def _png(figure: Figure) -> bytes:
    """The figure in few colours, so that the file is small, and without a word on who made it or when."""
    drawn, kept = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="png", dpi=150, metadata={"Software": None})
    drawn.seek(0)
    with Image.open(drawn) as image:
        image.convert("RGB").quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
            kept, format="PNG", optimize=True
        )
    return kept.getvalue()
