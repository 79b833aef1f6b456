"""The commands that show entities, and say which are one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from contract.access import Principal
from contract.merges import MergeEntry
from contract.records import Entity
from contract.time import iso
from service import entities
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
from service.entities import Known
from service.entity_shapes import entity
from service.texts import reader_language, say
from service.wiring import Product

entities_app = typer.Typer(
    help="Entities, and which of them are one. · Entidades, y cuáles son una.", no_args_is_help=True
)

What = Annotated[str, typer.Argument(metavar="NAME|ID", help="An entity's name as a document writes it, or its id.")]
Other = Annotated[str, typer.Argument(metavar="NAME|ID", help="The other one.")]
Note = Annotated[str, typer.Option("--note", help="Why, for whoever may read both.")]
By = Annotated[str | None, typer.Option("--by", help="Who says so; 'command line' if not given.")]


@entities_app.command("show")
def _show(
    what: What,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """An entity: its other names, who says so and why, where it is defined. · Una entidad y sus otros nombres."""
    with product_of(tenant) as product:
        principal = principal_of(product, level, group)
        found = entities.show(product, principal, what, instant(valid_at), instant(known_at))
    _put(as_json, found)


@entities_app.command("merge")
def _merge(
    name: What,
    of: Other,
    note: Note = "",
    by: By = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Say that the first is another name of the second. · El primero es otro nombre del segundo."""
    with product_of(tenant) as product:
        done = entities.merge(product, _who(product, level, group, by), name, of, note)
    _put(as_json, [done])


@entities_app.command("split")
def _split(
    one: What,
    other: Other,
    note: Note = "",
    by: By = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """Say that two are not one: takes a merge back. · No son la misma: deshace la unión."""
    with product_of(tenant) as product:
        done = entities.split(product, _who(product, level, group, by), one, other, note)
    _put(as_json, done)


def _who(product: Product, level: int, groups: list[str] | None, by: str | None) -> Principal:
    reader = principal_of(product, level, groups)
    return Principal(reader.tenant, by or reader.subject, reader.level, reader.groups)


def _put(as_json: bool, found: Sequence[Known]) -> None:
    put(as_json, {"entities": [entity(each) for each in found]}, lambda: drawn(found, reader_language()))


def drawn(found: Sequence[Known], language: str) -> RenderableType:
    """Each entity with its other names and where it is defined."""
    return Group(*(part for each in found for part in _entity(each, language)))


def rooted(head: Entity) -> Tree:
    """A tree that begins at an entity."""
    return Tree(Text.assemble((head.name, "bold"), (f"  {head.id}", "dim")))


def _entity(item: Known, language: str) -> list[RenderableType]:
    names = {member.id: member.name for member in item.identity.members}
    tree = rooted(item.identity.entity)
    for member in item.identity.members[1:]:
        branch = tree.add(Text.assemble(member.name, (f"  {member.id}", "dim")))
        for entry in item.identity.merges:
            if entry.name_id == member.id:
                branch.add(Text(_why(entry, names, item, language), "dim"))
    for entry in item.identity.apart:
        low, high = (names.get(each, each) for each in entry.pair)
        tree.add(
            Text(say("entity_apart", language, one=low, other=high, why=_why(entry, names, item, language)), "yellow")
        )
    parts: list[RenderableType] = [tree]
    if item.defined:
        table = Table(box=None, pad_edge=False)
        for title in ("entity_name", "entity_basis", "document", "section"):
            table.add_column(say(title, language), overflow="fold")
        for definition, located in item.defined:
            where = " › ".join(located.path[1:] or located.path)
            table.add_row(definition.key, definition.basis.value, located.revision.uri, where)
        parts.append(table)
    return parts


def _why(entry: MergeEntry, names: dict[str, str], item: Known, language: str) -> str:
    located = item.said_in.get(entry.passage_id or "")
    said = say(
        f"merge_{entry.rule}",
        language,
        of=names.get(entry.of_id, ""),
        by=entry.by,
        uri=located.revision.uri if located else "…",
        on=(iso(entry.known_at) or "")[:10],
    )
    return f"{said}: {entry.note}" if entry.note else said
