"""The commands on the score that says when to decline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text

from contract.errors import SettingsError
from grounding.refusal_fit import Quality
from service.commands.terminal import AsJson, Groups, Level, Tenant, principal_of, put
from service.refit import Refit, read_labels, refit, write
from service.settings import load
from service.texts import reader_language, say
from service.wiring import opened

refusal_app = typer.Typer(help="When to decline. · Cuándo abstenerse.", no_args_is_help=True)


@refusal_app.command("refit")
def _refit(
    labels: Annotated[Path, typer.Argument(help='JSON lines: {"question": "…", "answerable": true}.')],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the figures and write nothing.")] = False,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Fit the score to your own questions; VIGENTE_REFUSAL says where to. · Ajusta la puntuación a preguntas propias."""
    settings = load(tenant=tenant)
    target = settings.refusal
    if target is None and not dry_run:
        raise SettingsError(
            "there is no file to write the coefficients to: set VIGENTE_REFUSAL to one (.vigente/refusal.yaml), or add --dry-run"
        )
    known = read_labels(labels)
    first = target is not None and not target.exists()
    with opened(settings.model_copy(update={"refusal": None}) if first else settings) as product:
        found = refit(product, principal_of(product, level, group), known)
    if target is not None and not dry_run:
        write(found, target)
    written = None if dry_run else str(target)
    put(as_json, _shape(found, written), lambda: _drawn(found, written, reader_language()))


def _shape(found: Refit, written: str | None) -> dict[str, Any]:
    return {
        "labels": found.labels,
        "unmet": found.unmet,
        "threshold": found.threshold,
        "written": written,
        "refitted": [
            {"sort": each.sort, "n": each.before.n, "before": _figures(each.before), "after": _figures(each.after)}
            for each in found.refitted
        ],
        "kept": list(found.kept),
    }


def _figures(quality: Quality) -> dict[str, float | None]:
    return {"keep": quality.keep, "turn_away": quality.turn_away, "auc": quality.auc}


def _drawn(found: Refit, written: str | None, language: str) -> Group:
    table = Table(box=None, pad_edge=False)
    for name in ("refit_sort", "refit_questions", "refit_keep", "refit_turn_away", "refit_auc"):
        table.add_column(say(name, language))
    for each in found.refitted:
        before, after = _figures(each.before), _figures(each.after)
        pairs = (f"{before[name] or 0.0:.3f} → {after[name] or 0.0:.3f}" for name in before)
        table.add_row(say(f"refit_{each.sort}", language), str(each.before.n), *pairs)
    kept = ", ".join(say(f"refit_{sort}", language) for sort in found.kept)
    lines = [
        Text(say("refit_of", language, labels=found.labels, unmet=found.unmet, threshold=found.threshold), "dim"),
        *([Text(say("refit_kept", language, sorts=kept), "dim")] if kept else []),
        Text(say("refit_written", language, file=written) if written else say("refit_dry", language), "green"),
    ]
    return Group(table, *lines)
