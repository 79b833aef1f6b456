"""``python -m evals fit refusal``: coefficients fitted on public questions, with figures on those that were left out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from contract.errors import RequestError
from evals.answerable import FOLDS, THRESHOLD, Fitted, fitted, gathered
from evals.datasets.reading import folder
from evals.records import Options
from grounding.refusal_fit import Quality
from grounding.refusal_model import written

WHAT = "refusal"
Data = Annotated[list[Path], typer.Option("--data", help="A folder in SQuAD's form; may be repeated.")]


def fit(what: str, data: list[Path], out: Path, options: Options) -> None:
    """Gather, fit, show the figures on standard output, and write the file of coefficients."""
    if what != WHAT:
        raise RequestError(f"nothing called {what!r} is fitted: there is {WHAT}")
    asked = gathered([folder(each) for each in data], options)
    if len({each.answerable for each in asked}) < 2:
        raise RequestError(
            "the data gives no question of both kinds: give a folder in SQuAD's form with several articles"
        )
    found = fitted(asked, options.seed)
    names = ", ".join(sorted(each.resolve().name for each in data))
    about = f"Made by: python -m evals fit refusal --data … ({names}; {len(asked)} questions; seed {options.seed})"
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    console.print(drawn(found))
    out.write_text(written(found.coefficients, about), encoding="utf-8")
    sys.stdout.write(f"{out}\n")


def drawn(found: Fitted) -> Table:
    """Each sort of question by articles left out, then by data sets left out."""
    title = f"refusal at {THRESHOLD:g} · articles left out ({FOLDS} folds), then whole data sets left out"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for name in ("sort", "left out", "n", "keep", "turn away", "auc"):
        table.add_column(name, justify="left" if name in ("sort", "left out") else "right")
    for sort, quality in found.crossed.items():
        table.add_row(sort.value, "articles", *_cells(quality))
    for (name, sort), quality in found.unseen.items():
        table.add_row(sort.value, name, *_cells(quality))
    return table


def _cells(quality: Quality) -> list[str]:
    figures = (quality.keep, quality.turn_away, quality.auc)
    return [str(quality.n), *("" if figure is None else f"{figure:.3f}" for figure in figures)]
