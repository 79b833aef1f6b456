"""What every command of the terminal shares: its options, the product behind it, and how a result is written."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NoReturn

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from contract.access import Principal
from contract.time import Instant, parse
from service.commands import show
from service.settings import load
from service.wiring import Product, opened

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout and nothing else.")]
Tenant = Annotated[str | None, typer.Option(help="The tenant; VIGENTE_TENANT if not given.")]
Level = Annotated[int, typer.Option(min=0, max=3, help="The reader's level: 0 public … 3 restricted.")]
Groups = Annotated[list[str] | None, typer.Option("--group", help="A group of the reader; may be repeated.")]
ValidAt = Annotated[str | None, typer.Option("--valid-at", help="In force when: 2026-03-31. Now if not given.")]
KnownAt = Annotated[str | None, typer.Option("--known-at", help="As known when: 2026-03-31. Now if not given.")]


def write_utf8() -> None:
    """Both streams are UTF-8 whatever the locale; half a character is written as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def principal_of(product: Product, level: int, groups: list[str] | None) -> Principal:
    """Who asks at this terminal: of the tenant that is set, at the level and in the groups that they name."""
    return Principal(product.settings.tenant, "command line", level, frozenset(groups or ()))


def instant(text: str | None) -> Instant | None:
    """The instant of an option. Raises ``InvalidDate``."""
    return None if text is None else parse(text)


@contextmanager
def product_of(tenant: str | None) -> Iterator[Product]:
    """The product as the settings say, with this tenant if one is named."""
    with opened(load(tenant=tenant)) as product:
        yield product


@contextmanager
def bar(as_json: bool) -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr, so that stdout stays what was asked for."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=show.console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda what, share: progress.update(task, description=what[-48:], completed=share)


def put(as_json: bool, shape: dict[str, Any], drawn: Callable[[], Any]) -> None:
    """Write one result on standard output: its shape as JSON, or drawn."""
    if as_json:
        sys.stdout.write(json.dumps(shape, ensure_ascii=False, indent=2) + "\n")
    else:
        show.console().print(drawn())


def refused(sentence: str, code: int) -> NoReturn:
    """End with one sentence on standard error."""
    sys.stderr.write(f"vigente: {sentence}\n")
    sys.exit(code)
