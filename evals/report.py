"""One HTML page and one Markdown page from the results, with figures; they say of which day and commit each figure is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from evals import figures
from evals.published import ALL, beside
from evals.records import Result
from evals.results import Kept

_TITLE = "Figures"
_ABOUT = (
    "Written by python -m evals report from the results of python -m evals run and bench. Values are 0–1 unless a unit is "
    "in the name; a missing answer counts as wrong; a figure that is not reached stands as it is."
)
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:.5rem 0 1.5rem;display:block;overflow-x:auto}"
    "th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left}img{max-width:100%}p.meta{color:#666;font-size:13px}"
)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One section of the page: a title, what is to be known, its figures (title, file) and tables."""

    title: str
    notes: tuple[str, ...] = ()
    figures: tuple[tuple[str, Path], ...] = ()
    tables: tuple[Table, ...] = ()


def write(kept: Sequence[Kept], out: Path) -> list[Path]:
    """Write ``report.html``, ``report.md`` and ``figures/*.svg`` under a folder; the paths of the two pages."""
    for stale in (out / "figures").glob("*.svg"):
        stale.unlink()
    drawn = figures.draw(kept, out / "figures")
    parts = _parts(kept, drawn)
    pages = {out / "report.html": "\n".join(_html(parts, out)), out / "report.md": "\n".join(_markdown(parts, out))}
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    return list(pages)


def _parts(kept: Sequence[Kept], drawn: dict[str, Path]) -> list[Part]:
    parts = []
    if rows := _beside(kept):
        header = ("suite", "data set", "kind", "measure", "here", "to reach", "published", "by")
        parts.append(Part("Beside what is to be reached and what others published", tables=(Table(header, rows),)))
    if "Latency" in drawn:
        parts.append(Part("Latency", figures=(("Latency", drawn["Latency"]),)))
    return [*parts, *(_part(each, drawn) for each in kept)]


def _beside(kept: Sequence[Kept]) -> tuple[tuple[str, ...], ...]:
    rows = []
    for each in kept:
        for line, kind, value in beside(each.result):
            wanted = "" if line.reach is None else f"{'≤' if line.at_most else '≥'} {line.reach:g}"
            sign = {None: "", True: " ✓", False: " ✗"}[line.reached(value)]
            other = "" if line.published is None else f"{line.published:g}"
            rows.append(
                (line.suite, each.result.dataset, kind, line.measure, _number(value) + sign, wanted, other, line.by)
            )
    return tuple(rows)


def _part(each: Kept, drawn: dict[str, Path]) -> Part:
    result = each.result
    title = f"{result.suite} · {result.dataset}"
    made = ", ".join(f"{name} {value}" for name, value in result.versions.items())
    notes = [f"n = {result.n:,}; taken on {each.date}; {made}"]
    if result.settings:
        notes.append("; ".join(f"{name}: {value}" for name, value in result.settings.items()))
    if result.latency_ms:
        notes.append("milliseconds: " + ", ".join(f"{name} {value:g}" for name, value in result.latency_ms.items()))
    own = tuple((name, path) for name, path in drawn.items() if name.startswith(f"{title}:"))
    return Part(title, tuple(notes), own, (_measures(result),))


def _measures(result: Result) -> Table:
    """Measures of all and of each kind; what there is fewer of goes across."""
    rows = {ALL: result.measures, **result.by_kind}
    names = list(dict.fromkeys(name for values in rows.values() for name in values))
    cells = {(kind, name): _number(values.get(name)) for kind, values in rows.items() for name in names}
    if len(names) < len(rows):
        return Table(("kind", *names), tuple((kind, *(cells[kind, name] for name in names)) for kind in rows))
    return Table(("measure", *rows), tuple((name, *(cells[kind, name] for kind in rows)) for name in names))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"


def _markdown(parts: Iterable[Part], out: Path) -> Iterator[str]:
    yield f"# {_TITLE}\n\n{_ABOUT}\n"
    for part in parts:
        yield f"## {part.title}\n"
        yield from (f"{note}\n" for note in part.notes)
        yield from (f"![{title}]({path.relative_to(out).as_posix()})\n" for title, path in part.figures)
        for table in part.tables:
            yield _line(table.header)
            yield _line(["---"] + ["---:"] * (len(table.header) - 1))
            yield from map(_line, table.rows)
            yield ""


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _html(parts: Iterable[Part], out: Path) -> Iterator[str]:
    yield f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{_TITLE}</title><style>{_STYLE}</style></head>'
    yield f"<body><h1>{_TITLE}</h1><p>{escape(_ABOUT)}</p>"
    for part in parts:
        yield f"<h2>{escape(part.title)}</h2>"
        yield from (f'<p class="meta">{escape(note)}</p>' for note in part.notes)
        for title, path in part.figures:
            yield f'<p><img src="{escape(path.relative_to(out).as_posix())}" alt="{escape(title)}"></p>'
        for table in part.tables:
            yield "<table><thead>" + _row("th", table.header) + "</thead><tbody>"
            yield from (_row("td", row) for row in table.rows)
            yield "</tbody></table>"
    yield "</body></html>"


def _row(cell: str, values: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{cell}>{escape(value)}</{cell}>" for value in values) + "</tr>"
