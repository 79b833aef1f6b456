"""The command line of the evals: run a suite or a bench and write its result, draw the report."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import structlog
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from contract.errors import Unavailable, VigenteError
from contract.time import system_clock
from evals import catalogue, judge, results
from evals import fit as fitting
from evals.datasets.reading import folder
from evals.records import LAYERS, NONE, SERVER, Options, Result
from service.settings import FILE

app = typer.Typer(
    name="evals", help="Figures for every change.", no_args_is_help=True, add_completion=False,
    pretty_exceptions_enable=False,
)  # fmt: skip
_WIDE = 200  # columns of a table that goes to a file

Out = Annotated[Path, typer.Option("--out", help="The folder that results are written to.")]
Work = Annotated[Path, typer.Option("--work", help="Where stores and vectors are kept between runs.")]
Embedder = Annotated[str, typer.Option("--embedder", help="bundled, or hf:NAME.")]
Store = Annotated[
    str, typer.Option("--store", help="sqlite, or neo4j://HOST:PORT of a database that evals have to themselves.")
]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="How many questions or items of each set are taken.")]
Model = Annotated[
    str, typer.Option("--llm", help="A model that words the product's answers: none, or openai:NAME@URL.")
]
Judge = Annotated[
    str,
    typer.Option(
        "--judge", envvar="VIGENTE_LLM", help="A model that judges beside the rules: none, or openai:NAME@URL."
    ),
]
RESULTS, WORK, PAGES = Path("results"), Path(".vigente/evals"), Path("docs/evals")


@app.callback()
def _root(debug: Annotated[bool, typer.Option("--debug", help="Show stack traces and logs.")] = False) -> None:
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if debug else logging.CRITICAL),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


@app.command("run")
def _run(
    suite: Annotated[str, typer.Argument(help=", ".join(catalogue.SUITES))],
    data: Annotated[Path | None, typer.Option("--data", help="The folder of the data set; cases has its own.")] = None,
    out: Out = RESULTS,
    work: Work = WORK,
    limit: Limit = None,
    embedder: Embedder = "bundled",
    store: Store = "sqlite",
    llm: Model = NONE,
    judged_by: Judge = NONE,
) -> None:
    """Run a suite on a data set."""
    measured = catalogue.suite(suite)
    with _options(work, limit, embedder, store) as options:
        where = data if data is not None else catalogue.own_data(suite)
        result = measured(folder(where), replace(options, llm=llm, judge=judged_by))
    _finish(result, limit, store, out, llm)


@app.command("bench")
def _bench(
    name: Annotated[str, typer.Argument(help=", ".join(catalogue.BENCHES))],
    out: Out = RESULTS,
    work: Work = WORK,
    limit: Limit = None,
    embedder: Embedder = "bundled",
    store: Store = "sqlite",
) -> None:
    """Measure speed and cost on generated data."""
    measured = catalogue.bench(name)
    with _options(work, limit, embedder, store) as options:
        result = measured(options)
    _finish(result, limit, store, out)


@app.command("fit")
def _fit(
    what: Annotated[str, typer.Argument(help=fitting.WHAT)],
    data: fitting.Data,
    out: Annotated[Path, typer.Option("--out", help="The file of coefficients.")] = Path("refusal.yaml"),
    work: Work = WORK,
    limit: Limit = None,
    embedder: Embedder = "bundled",
    store: Store = "sqlite",
) -> None:
    """Fit what the product scores by to public data."""
    with _options(work, limit, embedder, store) as options:
        fitting.fit(what, data, out, options)


@app.command("report")
def _report(
    source: Annotated[Path, typer.Option("--results", help="The folder with the results.")] = RESULTS,
    out: Annotated[Path, typer.Option("--out", help="The folder for the page, the table and the figures.")] = PAGES,
) -> None:
    """Draw the figures and write the page and the table."""
    kept = results.read_all(source)
    try:
        from evals import report
    except ImportError as error:
        raise Unavailable(f"the report needs {error.name}: run pip install 'vigente[evals]'") from error
    for path in report.write(kept, out):
        sys.stdout.write(f"{path}\n")


@contextmanager
def _options(work: Path, limit: int | None, embedder: str, store: str) -> Iterator[Options]:
    """The options of one run, with a progress bar on standard error."""
    with _bar() as progress:
        yield Options(work=work, limit=limit, embedder=embedder, store=store, progress=progress)


@contextmanager
def _bar() -> Iterator[Callable[[str, float], None]]:
    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True, highlight=False), transient=True) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda what, share: progress.update(task, description=what[-48:], completed=share)


def _finish(result: Result, limit: int | None, store: str, out: Path, llm: str = NONE) -> None:
    """Write the result, which says that it is of a part, on a server or with a model only where it is, and show it."""
    told = {
        "limit": None if limit is None else str(limit),
        "store": None if store == FILE else SERVER,
        "llm": None if llm == NONE else judge.read(llm).name,
    }
    result = replace(result, settings={**result.settings, **{name: value for name, value in told.items() if value}})
    path = results.save(result, out, system_clock())
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
    for table in tables(result):
        console.print(table)
    if result.latency_ms:
        console.print("latency in ms: " + "   ".join(f"{name} {value:g}" for name, value in result.latency_ms.items()))
    sys.stdout.write(f"{path}\n")


def tables(result: Result) -> list[Table]:
    """The measures of all and of each kind: one table, or one a layer where every measure is named for its layer."""
    title = f"{result.suite} · {result.dataset} · n = {result.n}"
    rows = {"all": result.measures, **result.by_kind}
    if not {name.partition(".")[0] for name in result.measures} <= set(LAYERS):
        return [_drawn(title, rows)]
    return [
        _drawn(f"{title} · {layer}", {kind: _of_layer(values, layer) for kind, values in rows.items()})
        for layer in LAYERS
    ]


def _of_layer(values: Mapping[str, float], layer: str) -> dict[str, float]:
    """The measures of one layer, by what is left of their names."""
    prefix = f"{layer}."
    return {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}


def _drawn(title: str, rows: Mapping[str, Mapping[str, float]]) -> Table:
    """A table in which what there is fewer of, measures or kinds, goes across."""
    names = list(dict.fromkeys(name for values in rows.values() for name in values))
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    if len(names) < len(rows):
        table.add_column("kind")
        for name in names:
            table.add_column(name, justify="right", overflow="fold")
        for kind, values in rows.items():
            table.add_row(kind, *(_cell(values.get(name)) for name in names))
    else:
        table.add_column("measure")
        for kind in rows:
            table.add_column(kind, justify="right", overflow="fold")
        for name in names:
            table.add_row(name, *(_cell(values.get(name)) for values in rows.values()))
    return table


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"


def main() -> None:
    """Run a command. What the caller can mend ends in one sentence on standard error."""
    try:
        app()
    except VigenteError as error:
        if "--debug" in sys.argv:
            raise
        sys.stderr.write(f"evals: {error}\n")
        sys.exit(error.exit_code)
