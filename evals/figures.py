"""The figures of the report, drawn by matplotlib as SVG that is the same for the same results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter, NullLocator

from evals.published import beside
from evals.records import Result
from evals.results import Kept

_METHOD = re.compile(r"^(?P<method>\w+)\.recall@5$")
_RATIO = re.compile(r"^(?P<embedder>.+)-(?:cir)?(?P<ratio>0|1|0?\.\d+|0\.0+)$", re.IGNORECASE)
_ADAPTIVE = re.compile(r"^(?P<embedder>.+)-ddai$", re.IGNORECASE)
_SIZE = re.compile(r"(?:^|[-_ ])(?P<number>\d+)(?P<thousand>k?)$")
_DILUTED = {"ndcg@10": "NDCG@10", "recall@5_specific": "Recall@5, specific", "recall@5_thematic": "Recall@5, thematic"}
_COST = re.compile(r"(?:^|[._])(?:ms|seconds|mb|bytes)(?:$|[._])|p50|p99")
_PERCENTILES = ("p50", "p95", "p99")
_MARKS = (("o", "C0"), ("s", "C1"), ("D", "C3"))
_WIDTH, _HEIGHT = 8.0, 3.6


def draw(kept: Sequence[Kept], folder: Path) -> dict[str, Path]:
    """Draw what the results allow; title → file."""
    results = [each.result for each in kept]
    drawn: dict[str, Path] = {}
    with mpl.rc_context(
        {"svg.hashsalt": "vigente", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
    ):
        for result in results:
            title = f"{result.suite} · {result.dataset}"
            for what, figure in (
                ("recall@5 by method", _methods(result)),
                ("by context ratio", _dilution(result)),
                ("growth", _growth(result)),
            ):
                if figure:
                    name = f"{result.suite}-{result.dataset}-{what.split()[0]}"
                    drawn[f"{title}: {what}"] = _save(figure, folder, name)
        if latency := _latency(results):
            drawn["Latency"] = _save(latency, folder, "latency")
    return drawn


def _save(figure: Figure, folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub(r'[^a-z0-9.-]+', '-', name.lower()).strip('-')}.svg"
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    return path


def _axes(height: float = _HEIGHT) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, height))
    return figure, figure.add_subplot()


def _methods(result: Result) -> Figure | None:
    """Bars of recall@5, one a method, in a group for each kind that is no part of another."""
    methods = [match["method"] for name in result.measures if (match := _METHOD.match(name))]
    if len(methods) < 2:
        return None
    whole = {kind: measures for kind, measures in result.by_kind.items() if "." not in kind}
    kinds = {"all": result.measures, **whole} if len(whole) > 1 else whole or {"all": result.measures}
    figure, axes = _axes()
    share = 0.8 / len(methods)
    for at, method in enumerate(methods):
        heights = [measures.get(f"{method}.recall@5", 0.0) for measures in kinds.values()]
        places = [group + at * share for group in range(len(kinds))]
        bars = axes.bar(places, heights, share, label=method)
        axes.bar_label(bars, fmt="%.3f", fontsize=7, rotation=90, padding=2)
    axes.set_xticks([group + 0.4 - share / 2 for group in range(len(kinds))], list(kinds))
    axes.set_ylim(0, 1.2)
    axes.set_yticks([0.0, 0.25, 0.5, 0.75, 1.0])
    axes.set_ylabel("recall@5")
    axes.legend(ncols=len(methods), loc="upper left", bbox_to_anchor=(0.0, 1.14), frameon=False)
    return figure


def _dilution(result: Result) -> Figure | None:
    """What is found against the share of context, a line an embedder; DDAI as a level line; the published curve dashed."""
    ratios = {kind: match for kind in result.by_kind if (match := _RATIO.match(kind))}
    embedders = list(dict.fromkeys(match["embedder"] for match in ratios.values()))
    names = [name for name in _DILUTED if any(name in result.by_kind[kind] for kind in ratios)]
    if len(ratios) <= len(embedders) or not names:
        return None
    figure = Figure(figsize=(_WIDTH, _HEIGHT + 0.6))
    grid = figure.subplots(1, len(names), squeeze=False, sharey=True)[0]
    for axes, name in zip(grid, names, strict=True):
        for embedder in embedders:
            curve = {
                float(match["ratio"]): result.by_kind[kind][name]
                for kind, match in sorted(ratios.items())
                if match["embedder"] == embedder and name in result.by_kind[kind]
            }
            (line,) = axes.plot(list(curve), list(curve.values()), marker="o", ms=4, label=embedder)
            for kind in result.by_kind:
                if (adaptive := _ADAPTIVE.match(kind)) and adaptive["embedder"] == embedder:
                    axes.axhline(result.by_kind[kind].get(name, 0.0), color=line.get_color(), lw=0.9, ls=":")
        published = _published_curve(result, name)
        axes.plot(list(published), list(published.values()), "k--", marker="x", lw=0.8, label="published, bge-m3")
        axes.set_title(_DILUTED[name], fontsize=9)
        axes.set_xlabel("context ÷ (context + chunk)")
        axes.grid(axis="y", lw=0.4)
    handles, labels = grid[0].get_legend_handles_labels()
    handles.append(Line2D([], [], color="0.4", lw=0.9, ls=":"))
    figure.legend(handles, [*labels, "with DDAI"], ncols=3, fontsize=8, loc="lower center", frameon=False)
    figure.tight_layout(rect=(0.0, 0.08 + 0.06 * (len(labels) // 3), 1.0, 1.0))
    return figure


def _published_curve(result: Result, name: str) -> dict[float, float]:
    """What others published of this measure, by ratio; nothing where it was of another corpus."""
    found: dict[float, float] = {}
    for line, kind, _ in beside(result):
        if line.measure == name and line.published is not None and (match := _RATIO.match(kind)):
            found[float(match["ratio"])] = line.published
    return dict(sorted(found.items()))


def _latency(results: Sequence[Result]) -> Figure | None:
    """p50, p95 and p99 of every result that was timed, and of each method of one, on a logarithmic axis."""
    timed = [row for result in results for row in _timed(result)][::-1]
    if not timed:
        return None
    figure, axes = _axes(1.2 + 0.22 * len(timed))
    for at, (_, values) in enumerate(timed):
        axes.plot(values, [at] * len(values), color="0.7", zorder=1)
        for value, (marker, colour) in zip(values, _MARKS, strict=True):
            axes.scatter([max(value, 1e-3)], [at], marker=marker, color=colour, s=24, zorder=2)
    for name, (marker, colour) in zip(_PERCENTILES, _MARKS, strict=True):
        axes.scatter([], [], marker=marker, color=colour, label=name)
    axes.set_yticks(range(len(timed)), [name for name, _ in timed])
    axes.set_ylim(-0.6, len(timed) - 0.4)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(_plain)
    axes.set_xlabel("milliseconds")
    axes.grid(axis="x", lw=0.4)
    axes.legend(ncols=3, fontsize=7, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


def _timed(result: Result) -> Iterator[tuple[str, list[float]]]:
    """The percentiles of the whole, then of each method."""
    methods = dict.fromkeys(name.rpartition(".")[0] for name in result.latency_ms)
    for method in sorted(methods):
        names = [f"{method}.{name}".removeprefix(".") for name in _PERCENTILES]
        if all(name in result.latency_ms for name in names):
            title = f"{result.suite} · {result.dataset}"
            yield f"{title}: {method}" if method else title, [result.latency_ms[name] for name in names]


def _plain(value: float, _at: float) -> str:
    return f"{value:g}"


def _growth(result: Result) -> Figure | None:
    """What costs more as the data grow: kinds whose names end in a size (10k, 100k), on logarithmic axes."""
    sizes = {
        kind: int(m["number"]) * (1000 if m["thousand"] else 1) for kind in result.by_kind if (m := _SIZE.search(kind))
    }
    if len(set(sizes.values())) < 2:
        return None
    names = list(dict.fromkeys(name for kind in sizes for name in result.by_kind[kind] if _COST.search(name)))
    if not names:
        return None
    figure, axes = _axes()
    timed = all(name.endswith("_ms") for name in names)
    for name in names:
        points = sorted(
            (size, result.by_kind[kind][name]) for kind, size in sizes.items() if name in result.by_kind[kind]
        )
        axes.plot([size for size, _ in points], [value for _, value in points], marker="o", label=name)
        axes.annotate(
            f"{points[-1][1]:,.0f}", (points[-1][0], points[-1][1]), (6, -3), textcoords="offset points", fontsize=7
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(ticks := sorted(set(sizes.values())), [f"{tick:,}" for tick in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(_plain)
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("size")
    axes.set_ylabel("milliseconds" if timed else "cost, by its unit")
    axes.grid(axis="y", lw=0.4)
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.08, 1.0), frameon=False)
    return figure
