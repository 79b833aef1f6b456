"""The command that shows what changed between two revisions of a source."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from contract.changes import Change, ChangeKind, Changes, FamilyKind, Novelty, Side
from service import shapes
from service.commands.terminal import AsJson, Groups, KnownAt, Level, Tenant, instant, principal_of, product_of, put
from service.texts import reader_language, say
from service.versions.changes import changes
from service.versions.families import label_of

_STYLES = {
    ChangeKind.ADDED: "green",
    ChangeKind.REMOVED: "red",
    ChangeKind.MOVED: "dim",
    ChangeKind.REWORDED: "cyan",
    ChangeKind.VALUE: "yellow",
}
_LONGEST = 200  # characters of one side that are shown


def changes_command(
    uri: Annotated[str, typer.Argument(help="The source's URI.")],
    older: Annotated[
        str | None, typer.Option("--from", help="A label or a start; the version nearest before if not given.")
    ] = None,
    newer: Annotated[str | None, typer.Option("--to", help="A label or a start; the last one if not given.")] = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Show what changed between two revisions of a source. · Muestra qué cambió entre dos revisiones."""
    with product_of(tenant) as product:
        found = changes(product, principal_of(product, level, group), uri, older, newer, instant(known_at))
    put(as_json, shapes.changes(found), lambda: drawn(found, reader_language()))


def drawn(item: Changes, language: str) -> RenderableType:
    """A table of changes by section, each with both sides; long ones cut, for ``--json`` has them whole."""
    title = Text(_title(item, language), "bold")
    if not item.changes:
        return Group(title, Text(say("changes_none", language), "green"))
    table = Table(box=None, pad_edge=False)
    for name in ("section", "change", "old", "new"):
        table.add_column(say(f"changes_{name}", language), overflow="fold")
    for change in item.changes:
        table.add_row(_where(change), _what(change, language), _side(change.old), _side(change.new))
    return Group(title, table)


def _title(item: Changes, language: str) -> str:
    newer = label_of(item.newer)
    if item.older is not None:
        return say("changes_between", language, uri=item.uri, older=label_of(item.older), newer=newer)
    key = "changes_notes" if item.family is FamilyKind.NOTES else "changes_first"
    return say(key, language, uri=item.uri, newer=newer)


def _where(change: Change) -> Text:
    path = " › ".join(change.path[1:] or change.path)
    return Text(f"{path}\n{change.cell[0]} · {change.cell[1]}" if change.cell else path)


def _what(change: Change, language: str) -> Text:
    said = say(f"change_{change.kind}", language)
    if change.count > 1:
        said += f" ×{change.count}"
    if change.novelty is not Novelty.NEW:
        said += f"\n{say(f'novelty_{change.novelty}', language)}"
    return Text(said, _STYLES[change.kind])


def _side(side: Side | None) -> Text:
    text = "" if side is None else " ".join(side.text.split())
    return Text(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
