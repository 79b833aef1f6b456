"""The command that lists sources."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from contract.time import iso
from service.commands.terminal import (
    AsJson,
    Groups,
    KnownAt,
    Level,
    Tenant,
    ValidAt,
    instant,
    principal_of,
    product_of,
    put,
)
from service.sources import Listed, shape, sources
from service.texts import reader_language, say


def sources_command(
    words: Annotated[str, typer.Argument(help="Only those whose URI or title has these words.")] = "",
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    limit: Annotated[int, typer.Option(min=1, help="How many to show.")] = 200,
    as_json: AsJson = False,
) -> None:
    """List sources, and what of each is in force. · Lista las fuentes y qué rige de cada una."""
    with product_of(tenant) as product:
        principal = principal_of(product, level, group)
        found = sources(product, principal, words, valid_at=instant(valid_at), known_at=instant(known_at))
        listed, more = list(islice(found, limit)), next(found, None) is not None
    shown = {"sources": [shape(each) for each in listed], "more": more}
    put(as_json, shown, lambda: drawn(listed, more, reader_language()))


def drawn(listed: list[Listed], more: bool, language: str) -> RenderableType:
    """A table of sources; one that is not in force is dim."""
    if not listed:
        return Text(say("sources_none", language))
    table = Table(box=None, pad_edge=False)
    for name in ("source", "sources_title", "sources_kind", "sources_revisions", "sources_in_force", "valid_from"):
        table.add_column(say(name, language), overflow="fold")
    for each in listed:
        shown, head = each.shown, each.in_force
        table.add_row(
            shown.uri,
            shown.metadata.title,
            f"{shown.metadata.source_type}, {shown.metadata.authority.name.lower()}",
            str(len(each.revisions)),
            (shown.metadata.revision or "✓") if head else "–",
            (iso(shown.metadata.valid_from) or "") if head else "",
            style="" if head else "dim",
        )
    return Group(table, Text(say("sources_more", language), "yellow")) if more else table
