"""One HTML page and one Markdown page from the results, with figures; they say of which day and commit each figure is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from evals import figures
from evals.published import ALL, beside
from evals.records import LAYERS, SERVER, Result
from evals.results import Kept
from service.settings import FILE

_TITLE = "Figures"
_STORES = "The two stores side by side"
_TARGETS = "Beside what is to be reached and what others published"
GROUPS = (*LAYERS, "triad", "ragas")  # a measure of one of them begins with its name and a point
_STAR = "*"
_PERCENTILES = ("p50", "p95", "p99")
_ABOUT = (
    "Written by python -m evals report from the results of python -m evals run and bench. Values are 0–1 unless a unit is "
    "in the name; a missing answer counts as wrong; a figure that is not reached stands as it is."
)
_BY = "by"
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:78rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "nav{columns:14rem;font-size:13px;margin:1rem 0 2rem}nav a{display:block;color:#046;text-decoration:none}"
    "h2{margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem}h3{font-size:15px;margin:1rem 0 0}"
    ".wide{overflow-x:auto;margin:.5rem 0 1.5rem}table{border-collapse:collapse}"
    "th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap;vertical-align:top}"
    "th{border-bottom:2px solid #999}tbody tr:hover{background:#f4f6f8}"
    "th.text,td.text{text-align:left}td.long{white-space:normal;min-width:14rem}td.yes{color:#063}td.no{color:#a00}"
    "img{max-width:100%}p.meta{color:#666;font-size:13px;margin:.2rem 0}p.part{color:#a00;font-size:13px;margin:.2rem 0}"
    "@media print{nav{display:none}}"
)
_LONG = 28  # characters from which a cell is broken into lines


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a header; the first ``texts`` columns and the last one, if it is ``by``, hold words."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1
    title: str = ""

    def is_text(self, column: int) -> bool:
        return column < self.texts or self.header[column] == _BY


@dataclass(frozen=True, slots=True)
class Part:
    """One section of the page: a title, what is to be known, its figures (title, file) and tables.

    ``part`` says that a figure is of a part of its data; empty where it is of all.
    """

    title: str
    notes: tuple[str, ...] = ()
    part: str = ""
    figures: tuple[tuple[str, Path], ...] = ()
    tables: tuple[Table, ...] = ()


def write(kept: Sequence[Kept], out: Path) -> list[Path]:
    """Write ``report.html``, ``report.md`` and ``figures/*.svg`` under a folder; the paths of the two pages."""
    for stale in (out / "figures").glob("*.svg"):
        stale.unlink()
    drawn = figures.draw([each for each in kept if not each.result.variant], out / "figures")
    parts = _parts(kept, drawn)
    pages = {out / "report.html": "\n".join(_html(parts, out)), out / "report.md": "\n".join(_markdown(parts, out))}
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    return list(pages)


def _parts(kept: Sequence[Kept], drawn: dict[str, Path]) -> list[Part]:
    parts = []
    if rows := _beside(kept):
        header = ("suite", "data set", "kind", "measure", "here", "n", "to reach", "published", _BY)
        parts.append(Part(_TARGETS, _reached(kept), tables=(Table(header, rows, texts=4),)))
    if "Latency" in drawn:
        parts.append(Part("Latency", figures=(("Latency", drawn["Latency"]),)))
    if stores := tuple(_side_by_side(kept)):
        parts.append(Part(_STORES, tables=stores))
    return [*parts, *(_part(each, drawn) for each in kept)]


def _side_by_side(kept: Sequence[Kept]) -> Iterator[Table]:
    """A table for each suite and data set that was run on both stores."""
    on_server = {
        (each.result.suite, each.result.dataset): each.result for each in kept if each.result.variant == SERVER
    }
    for each in kept:
        here, name = each.result, _name(each.result)
        there = on_server.get((here.suite, here.dataset))
        if there is None or here.variant:
            continue
        rows = [
            (kind, measure, _number(value), _number(values_there.get(measure)))
            for kind, values, values_there in (
                (ALL, {**here.measures, **_milliseconds(here)}, {**there.measures, **_milliseconds(there)}),
                *((kind, values, there.by_kind.get(kind, {})) for kind, values in here.by_kind.items()),
            )
            for measure, value in values.items()
        ]
        yield Table(("kind", "measure", FILE, SERVER), tuple(rows), texts=2, title=name)


def _milliseconds(result: Result) -> dict[str, float]:
    return {f"{name}_ms": value for name, value in result.latency_ms.items()}


def _name(result: Result) -> str:
    return " · ".join(filter(None, (result.suite, result.dataset, result.variant)))


def _reached(kept: Sequence[Kept]) -> tuple[str, ...]:
    """How many of what is to be reached is, and whether anything is of a part only."""
    found = [line.reached(value) for each in kept for line, _, value in beside(each.result)]
    said = f"{found.count(True)} of {len(found) - found.count(None)} figures that are to be reached are."
    days = sorted({each.date for each in kept})
    when = f"Taken from {days[0]} to {days[-1]}." if len(days) > 1 else f"Taken on {days[0]}."
    some = any(_limit(each.result) for each in kept)
    return (f"{said} {when}" + (f" {_STAR} of a part of the data." if some else ""),)


def _beside(kept: Sequence[Kept]) -> tuple[tuple[str, ...], ...]:
    rows = []
    for each in kept:
        for line, kind, value in beside(each.result):
            wanted = "" if line.reach is None else f"{'≤' if line.at_most else '≥'} {line.reach:g}"
            sign = {None: "", True: " ✓", False: " ✗"}[line.reached(value)]
            other = "" if line.published is None else f"{line.published:g}"
            size = f"{each.result.n:,}{_STAR if _limit(each.result) else ''}"
            rows.append(
                (
                    line.suite,
                    f"{each.result.dataset} ({each.result.variant})" if each.result.variant else each.result.dataset,
                    kind,
                    line.measure,
                    _number(value) + sign,
                    size,
                    wanted,
                    other,
                    line.by,
                )
            )
    return tuple(rows)


def _limit(result: Result) -> str:
    return result.settings.get("limit", "")


def _part(each: Kept, drawn: dict[str, Path]) -> Part:
    result = each.result
    title = _name(result)
    made = ", ".join(f"{name} {value}" for name, value in result.versions.items())
    notes = [f"n = {result.n:,}; taken on {each.date}; {made}"]
    told = {name: value for name, value in result.settings.items() if name != "limit"}
    if told:
        notes.append("; ".join(f"{name}: {value}" for name, value in told.items()))
    if all(name in result.latency_ms for name in _PERCENTILES):
        times = ", ".join(f"{name} {_number(result.latency_ms[name])}" for name in _PERCENTILES)
        notes.append(f"milliseconds: {times}")
    if result.misses:
        notes.append(f"{len(result.misses):,} items went wrong: the result's file lists each with its cause")
    part = f"Of a part of the data: --limit {_limit(result)}" if _limit(result) else ""
    own = tuple((name, path) for name, path in drawn.items() if name.startswith(f"{title}:"))
    return Part(title, tuple(notes), part, own, tuple(_tables(result)))


def _tables(result: Result) -> Iterator[Table]:
    """The measures of each layer in a table of their own; what belongs to none comes first."""
    rows = {ALL: result.measures, **result.by_kind}
    for group in ("", *GROUPS):
        of_group = {kind: _of_group(values, group) for kind, values in rows.items()}
        filled = {kind: values for kind, values in of_group.items() if values}
        if filled:
            yield _measures(filled, group)


def _of_group(values: Mapping[str, float], group: str) -> dict[str, float]:
    if group:
        return {name.removeprefix(f"{group}."): value for name, value in values.items() if name.startswith(f"{group}.")}
    return {name: value for name, value in values.items() if name.partition(".")[0] not in GROUPS}


def _measures(rows: Mapping[str, Mapping[str, float]], title: str) -> Table:
    """Measures of all and of each kind; what there is fewer of goes across."""
    names = list(dict.fromkeys(name for values in rows.values() for name in values))
    cells = {(kind, name): _number(values.get(name)) for kind, values in rows.items() for name in names}
    if len(names) < len(rows):
        body = tuple((kind, *(cells[kind, name] for name in names)) for kind in rows)
        return Table(("kind", *names), body, title=title)
    return Table(
        ("measure", *rows), tuple((name, *(cells[kind, name] for kind in rows)) for name in names), title=title
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"


def _markdown(parts: Sequence[Part], out: Path) -> Iterator[str]:
    yield f"# {_TITLE}\n\n{_ABOUT}\n"
    for part in parts:
        yield f"## {part.title}\n"
        yield from (f"{note}\n" for note in (part.part, *part.notes) if note)
        yield from (f"![{title}]({path.relative_to(out).as_posix()})\n" for title, path in part.figures)
        for table in part.tables:
            if table.title:
                yield f"### {table.title.capitalize()}\n"
            yield _line(table.header)
            yield _line(["---" if table.is_text(at) else "---:" for at in range(len(table.header))])
            yield from map(_line, table.rows)
            yield ""


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _html(parts: Sequence[Part], out: Path) -> Iterator[str]:
    yield f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{_TITLE}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
    yield f"<body><h1>{_TITLE}</h1><p>{escape(_ABOUT)}</p><nav>"
    yield from (f'<a href="#{_anchor(part)}">{escape(part.title)}</a>' for part in parts)
    yield "</nav>"
    for part in parts:
        yield f'<h2 id="{_anchor(part)}">{escape(part.title)}</h2>'
        if part.part:
            yield f'<p class="part">{escape(part.part)}</p>'
        yield from (f'<p class="meta">{escape(note)}</p>' for note in part.notes)
        for title, path in part.figures:
            yield f'<p><img src="{escape(path.relative_to(out).as_posix())}" alt="{escape(title)}"></p>'
        for table in part.tables:
            if table.title:
                yield f"<h3>{escape(table.title.capitalize())}</h3>"
            yield '<div class="wide"><table><thead>' + _row("th", table.header, table) + "</thead><tbody>"
            yield from (_row("td", row, table) for row in table.rows)
            yield "</tbody></table></div>"
    yield "</body></html>"


def _anchor(part: Part) -> str:
    return re.sub(r"[^a-z0-9]+", "-", part.title.lower()).strip("-")


def _row(tag: str, values: Sequence[str], table: Table) -> str:
    cells = (f"<{tag}{_look(value, at, table)}>{escape(value)}</{tag}>" for at, value in enumerate(values))
    return "<tr>" + "".join(cells) + "</tr>"


def _look(value: str, column: int, table: Table) -> str:
    """The classes of a cell: words, long words, reached or not."""
    signs = {"yes": value.endswith("✓"), "no": value.endswith("✗")}
    kinds = {"text": table.is_text(column), "long": table.is_text(column) and len(value) > _LONG, **signs}
    names = " ".join(name for name, given in kinds.items() if given)
    return f' class="{names}"' if names else ""
