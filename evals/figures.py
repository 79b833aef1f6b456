"""The figures of the report, drawn by matplotlib as SVG that is the same for the same results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evals.published import table
from evals.records import Result
from evals.results import Kept

_METHOD = re.compile(r"^(?P<method>\w+)\.recall@5$")
_RATIO = re.compile(r"^(?P<embedder>.+)-(?:cir)?(?P<ratio>0|1|0?\.\d+)$")
_ADAPTIVE = re.compile(r"^(?P<embedder>.+)-ddai$", re.IGNORECASE)
_SIZE = re.compile(r"(?:^|[-_ ])(?P<number>\d+)(?P<thousand>k?)$")
_COST = re.compile(r"(?:^|[._])(?:ms|seconds|mb|bytes)(?:$|[._])|p50|p99")
_PERCENTILES = ("p50", "p95", "p99")
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
    """Bars of recall@5, one a method, in a group for each kind."""
    methods = [match["method"] for name in result.measures if (match := _METHOD.match(name))]
    if len(methods) < 2:
        return None
    kinds = {"all": result.measures, **result.by_kind}
    figure, axes = _axes()
    share = 0.8 / len(methods)
    for at, method in enumerate(methods):
        heights = [measures.get(f"{method}.recall@5", 0.0) for measures in kinds.values()]
        places = [group + at * share for group in range(len(kinds))]
        bars = axes.bar(places, heights, share, label=method)
        axes.bar_label(bars, fmt="%.2f", fontsize=7, rotation=90, padding=2)
    axes.set_xticks([group + 0.4 - share / 2 for group in range(len(kinds))], list(kinds), rotation=15)
    axes.set_ylim(0, 1.15)
    axes.set_ylabel("recall@5")
    axes.legend(ncols=len(methods), loc="lower left", framealpha=0.9)
    return figure


def _dilution(result: Result) -> Figure | None:
    """NDCG@10 against the share of context, a line an embedder; DDAI as a level line; the published curve dashed."""
    curves: dict[str, dict[float, float]] = {}
    for kind, measures in result.by_kind.items():
        if (match := _RATIO.match(kind)) and "ndcg@10" in measures:
            curves.setdefault(match["embedder"], {})[float(match["ratio"])] = measures["ndcg@10"]
    if not any(len(curve) > 1 for curve in curves.values()):
        return None
    figure, axes = _axes()
    for embedder, curve in curves.items():
        (line,) = axes.plot(sorted(curve), [curve[ratio] for ratio in sorted(curve)], marker="o", label=embedder)
        adaptive = next(
            (kind for kind in result.by_kind if (m := _ADAPTIVE.match(kind)) and m["embedder"] == embedder), None
        )
        if adaptive:
            axes.axhline(
                result.by_kind[adaptive]["ndcg@10"], color=line.get_color(), lw=0.8, ls=":", label=f"{embedder}, DDAI"
            )
    others = _published_curve(next(iter(curves.values())))
    axes.plot(list(others), list(others.values()), "k--", marker="x", lw=0.8, label="published")
    axes.set_xlabel("context ÷ (context + chunk)")
    axes.set_ylabel("NDCG@10")
    axes.legend(fontsize=7)
    return figure


def _published_curve(ratios: Mapping[float, float]) -> dict[float, float]:
    found: dict[float, float] = {}
    for ratio in sorted(ratios):
        for line in table():
            fits = line.suite == "dilution" and line.measure == "ndcg@10" and line.kind
            if fits and line.published is not None and re.search(str(line.kind), f"-{ratio:g}"):
                found[ratio] = line.published
    return found


def _latency(results: Sequence[Result]) -> Figure | None:
    """p50, p95 and p99 of every result that was timed, on a logarithmic axis."""
    timed = [each for each in results if all(name in each.latency_ms for name in _PERCENTILES)]
    if not timed:
        return None
    figure, axes = _axes(1.2 + 0.35 * len(timed))
    for at, result in enumerate(timed):
        values = [result.latency_ms[name] for name in _PERCENTILES]
        axes.plot(values, [at] * len(values), color="0.7", zorder=1)
        for value, marker, colour in zip(values, ("o", "s", "D"), ("C0", "C1", "C3"), strict=True):
            axes.scatter([max(value, 1e-3)], [at], marker=marker, color=colour, zorder=2)
    for name, marker, colour in zip(_PERCENTILES, ("o", "s", "D"), ("C0", "C1", "C3"), strict=True):
        axes.scatter([], [], marker=marker, color=colour, label=name)
    axes.set_yticks(range(len(timed)), [f"{each.suite} · {each.dataset}" for each in timed])
    axes.set_ylim(-0.6, len(timed) - 0.4)
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds")
    axes.legend(ncols=3, fontsize=7, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    return figure


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
    for name in names:
        points = sorted(
            (size, result.by_kind[kind][name]) for kind, size in sizes.items() if name in result.by_kind[kind]
        )
        axes.plot([size for size, _ in points], [value for _, value in points], marker="o", label=name)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("size")
    axes.legend(fontsize=7)
    return figure
