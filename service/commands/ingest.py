"""The command that takes documents in, or shows what that would do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from contract.errors import RequestError
from contract.time import parse
from service import shapes
from service.commands import explained
from service.commands.terminal import AsJson, Tenant, bar, product_of, put
from service.explain import shapes as explain_shapes
from service.explain.effects import effects
from service.explain.preview import preview
from service.ingestion.ingest import IngestOptions, Report, ingest
from service.ingestion.intake import STDIN, collect
from service.scoping import operator
from service.texts import reader_language


def ingest_command(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders; '-' reads standard input.")],
    tenant: Tenant = None,
    uri: Annotated[str | None, typer.Option(help="The source's URI, for a single document.")] = None,
    source_type: Annotated[str | None, typer.Option(help="law, policy, contract, manual, forum …")] = None,
    authority: Annotated[str | None, typer.Option(help="live, governing, supporting or informal.")] = None,
    level: Annotated[int | None, typer.Option(min=0, max=3, help="Who may read it: 0 public … 3 restricted.")] = None,
    group: Annotated[list[str] | None, typer.Option(help="A group that may read it; may be repeated.")] = None,
    observed_at: Annotated[str | None, typer.Option(help="When this content was seen, for undated documents.")] = None,
    family: Annotated[str, typer.Option(help="on: files that differ in a date or version are one source; off.")] = "on",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would do; write nothing.")] = False,
    questions: Annotated[
        Path | None,
        typer.Option(help="With --dry-run: saved questions, one a line; which would be answered otherwise."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take documents in. · Incorpora documentos."""
    if questions is not None and not dry_run:
        raise typer.BadParameter("saved questions are asked with --dry-run", param_hint="--questions")
    if family not in ("on", "off"):
        raise typer.BadParameter("write on or off", param_hint="--family")
    given = {"uri": uri, "source_type": source_type, "authority": authority, "level": level, "groups": group}
    flags = {name: value for name, value in given.items() if value is not None}
    if observed_at is not None:
        parse(observed_at)
        flags["observed_at"] = observed_at
    standard_input = sys.stdin.buffer.read() if any(str(path) == STDIN for path in paths) else None
    with product_of(tenant) as product:
        inputs = collect(paths, families=family == "on", standard_input=standard_input)
        options = IngestOptions(product.settings.tenant, flags)
        with bar(as_json) as progress:
            if dry_run:
                found = preview(product, None, inputs, options, progress, _lines(questions))
                put(as_json, explain_shapes.preview(found), lambda: explained.preview(found, reader_language()))
                raise typer.Exit(_exit_code(found.report))
            since = product.store.state()
            report = ingest(product, inputs, options, progress)
        done = effects(product, operator(product, options.tenant), report, since)
    shape = {**shapes.report(report), **explain_shapes.effects(done)}
    put(as_json, shape, lambda: explained.ingested(report, done, reader_language()))
    raise typer.Exit(_exit_code(report))


def _lines(path: Path | None) -> list[str]:
    """The saved questions of a file, one a line; empty lines and those that begin with # are left out."""
    if path is None:
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(f"{path} cannot be read ({error}): give a text file with a question a line") from error
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _exit_code(report: Report) -> int:
    return 1 if report.failed else 0
