"""The commands of the inbox of conflicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from contract.access import Principal
from contract.time import iso
from language.values import show
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
from service.inbox import finding, inbox, shapes
from service.inbox.history import Event
from service.inbox.inbox import Asked, Conflict, Status
from service.inbox.metrics import Metrics, metrics
from service.texts import reader_language, say
from service.wiring import Product

conflicts_app = typer.Typer(help="The inbox of conflicts. · La bandeja de conflictos.", no_args_is_help=True)
_STYLES = {Status.OPEN: "red", Status.DECIDED: "green", Status.SETTLED: "cyan", Status.CLOSED: "dim"}
_SHORT = 12  # signs of an id that are enough to name it

Name = Annotated[str, typer.Argument(metavar="ID", help="A conflict's id, or the beginning of it.")]
By = Annotated[str | None, typer.Option("--by", help="Who does it, for the history; 'command line' if not given.")]
Words = Annotated[str, typer.Option("--note", help="Why, for the history.")]


@conflicts_app.command("list")
def _list(
    status: Annotated[str, typer.Option(help="open, decided, settled, closed, or all.")] = "open",
    predicate: Annotated[str | None, typer.Option(help="Of this predicate alone.")] = None,
    owner: Annotated[str | None, typer.Option(help="Of this owner alone.")] = None,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """What waits for somebody, the longest open first. · Lo que espera a alguien."""
    if status != "all" and status not in list(Status):
        raise typer.BadParameter("write open, decided, settled, closed or all", param_hint="--status")
    wanted = tuple(Status) if status == "all" else (Status(status),)
    with product_of(tenant) as product:
        asked = _asked(product, level, group, valid_at, known_at)
        found = [
            each
            for each in inbox.conflicts(product, asked, wanted)
            if predicate in (None, each.predicate) and owner in (None, each.owner)
        ]
    language = reader_language()
    put(as_json, {"conflicts": [shapes.conflict(one, language) for one in found]}, lambda: listed(found, language))


@conflicts_app.command("show")
def _show(
    name: Name,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """One conflict: who says what, which rule removed whom, and what happened. · Un conflicto, entero."""
    with product_of(tenant) as product:
        found = inbox.conflict(product, _asked(product, level, group, valid_at, known_at), name)
    _put(as_json, found)


@conflicts_app.command("assign")
def _assign(
    name: Name,
    owner: Annotated[str, typer.Option("--owner", help="Whose it is from now on.")],
    by: By = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Say whose it is. · Asigna un responsable."""
    with product_of(tenant) as product:
        found = inbox.assign(product, _asked(product, level, group, by=by), name, owner)
    _put(as_json, found)


@conflicts_app.command("note")
def _note(
    name: Name,
    text: Annotated[str, typer.Argument(help="What should be known of it.")],
    by: By = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Write a note. · Deja una nota."""
    with product_of(tenant) as product:
        found = inbox.note(product, _asked(product, level, group, by=by), name, text)
    _put(as_json, found)


@conflicts_app.command("resolve")
def _resolve(
    name: Name,
    value: Annotated[str | None, typer.Option("--value", help="Which of the values that are left stands.")] = None,
    members: Annotated[
        list[str] | None, typer.Option("--members", help="Who states it: a URI, passage or fact; may be repeated.")
    ] = None,
    note: Words = "",
    valid_at: ValidAt = None,
    by: By = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Decide which value stands, as long as exactly these are left. · Decide qué valor queda en pie."""
    with product_of(tenant) as product:
        asked = _asked(product, level, group, valid_at, by=by)
        found = inbox.resolve(product, asked, name, value=value, members=members or (), text=note)
    _put(as_json, found)


@conflicts_app.command("reopen")
def _reopen(
    name: Name,
    note: Words = "",
    valid_at: ValidAt = None,
    by: By = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Take back what was decided. · Vuelve a abrir lo decidido."""
    with product_of(tenant) as product:
        found = inbox.reopen(product, _asked(product, level, group, valid_at, by=by), name, note)
    _put(as_json, found)


@conflicts_app.command("metrics")
def _metrics(
    known_at: KnownAt = None, tenant: Tenant = None, level: Level = 0, group: Groups = None, as_json: AsJson = False
) -> None:
    """How many, for how long, of what, and what settled the others. · Las cifras de la bandeja."""
    with product_of(tenant) as product:
        asked = _asked(product, level, group, None, known_at)
        found = metrics(inbox.conflicts(product, asked, Status), asked.known_at or product.clock())
    put(as_json, shapes.metrics(found), lambda: figures(found, reader_language()))


@conflicts_app.command("find")
def _find(tenant: Tenant = None, as_json: AsJson = False) -> None:
    """Look at all there is: for a store, or a policy, from before. · Busca conflictos en todo el almacén."""
    with product_of(tenant) as product:
        ids = finding.find(product, product.settings.tenant)
    put(as_json, {"open": list(ids)}, lambda: say("conflicts_found", reader_language(), count=len(ids)))


# -- drawing --------------------------------------------------------------------------------------------------------
def listed(found: Sequence[Conflict], language: str) -> RenderableType:
    """One line a conflict."""
    if not found:
        return Text(say("conflicts_none", language), "green")
    table = Table(box=None, pad_edge=False)
    for title in ("id", "about", "values", "status", "owner", "since"):
        table.add_column(say(f"conflict_{title}", language), overflow="fold")
    for each in found:
        values = " / ".join(dict.fromkeys(show(said.fact.object, language) for said, _ in each.members))
        table.add_row(
            each.id[:_SHORT],
            f"{each.subject} · {each.predicate}",
            values,
            _status(each, language),
            each.owner or "",
            (iso(each.since) or "")[:10],
        )
    return table


def drawn(item: Conflict, language: str) -> RenderableType:
    """Who says what, and what happened."""
    table = Table(box=None, pad_edge=False)
    for title in ("value", "source", "validity", "authority", "removed"):
        table.add_column(say(f"conflict_{title}", language), overflow="fold")
    for said, rule in item.members:
        metadata = said.at.revision.metadata
        scope = "".join(f"\n{name}: {value}" for name, value in said.fact.qualifiers)
        table.add_row(
            Text(show(said.fact.object, language) + scope, "dim" if rule else "bold"),
            " ".join(part for part in (metadata.uri, metadata.revision) if part),
            f"{(iso(said.at.valid.start) or '…')[:10]} – {(iso(said.at.valid.end) or '…')[:10]}",
            f"{metadata.source_type} · {metadata.authority.name.lower()}",
            say(f"rule_{rule}", language) if rule else "",
        )
    heading = Text.assemble((f"{item.subject} · {item.predicate}  ", "bold"), _status(item, language))
    owner = Text(say("conflict_owned", language, owner=item.owner)) if item.owner else Text("")
    history = [Text(_line(event, language), "dim") for event in item.history]
    happened = Text(say("conflict_history", language), "bold")
    return Group(heading, Text(item.id, "dim"), owner, table, happened, *history)


def figures(item: Metrics, language: str) -> RenderableType:
    """The metrics, one a line."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, count in item.by_status.items():
        table.add_row(say(f"status_{name}", language), str(count))
    table.add_row(say("conflict_unowned", language), str(item.unowned))
    for key, days in (("conflict_oldest", item.oldest_days), ("conflict_median", item.median_days)):
        table.add_row(say(key, language), "" if days is None else f"{days:.1f}")
    for name, count in item.open_by_predicate.items():
        table.add_row(say("conflict_open_of", language, predicate=name), str(count))
    for name, count in item.by_rule.items():
        if count:
            table.add_row(say("conflict_by", language, rule=say(f"rule_{name}", language)), str(count))
    return table


def _status(item: Conflict, language: str) -> Text:
    shown = say(f"status_{item.status}", language)
    if item.status is Status.SETTLED and item.resolution:
        shown += f": {say(f'rule_{item.resolution}', language)}"
    return Text(shown, _STYLES[item.status])


def _line(event: Event, language: str) -> str:
    values = " / ".join(dict.fromkeys(show(each.value, language) for each in event.members if each.value is not None))
    chosen = show(event.chosen, language) if event.chosen else ""
    by = event.by or "vigente"
    said = say(f"happened_{event.what}", language, values=values, chosen=chosen, owner=event.owner or "")
    return f"{(iso(event.at) or '')[:16].replace('T', ' ')}  {by}: {said}{f' — {event.note}' if event.note else ''}"


def _put(as_json: bool, found: Conflict) -> None:
    language = reader_language()
    put(as_json, shapes.conflict(found, language), lambda: drawn(found, language))


def _asked(
    product: Product,
    level: int,
    groups: list[str] | None,
    valid_at: str | None = None,
    known_at: str | None = None,
    by: str | None = None,
) -> Asked:
    reader = principal_of(product, level, groups)
    named = Principal(reader.tenant, by, reader.level, reader.groups) if by else reader
    return Asked(named, instant(valid_at), instant(known_at))
