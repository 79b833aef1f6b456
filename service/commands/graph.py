"""The command that shows what is around an entity."""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from service.commands import show
from service.commands.entities import What, rooted
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
from service.neighbourhood import HOPS, LINKS, MOST_HOPS, MOST_LINKS, Linked, Neighbour, Neighbourhood, around
from service.neighbourhood_shapes import graphviz, mermaid, neighbourhood, words
from service.texts import reader_language, say

_SHORT = 80  # signs of a quote


class Format(StrEnum):
    TREE = "tree"
    MERMAID = "mermaid"
    GRAPHVIZ = "graphviz"


def graph_command(
    what: What,
    hops: Annotated[int, typer.Option(min=1, max=MOST_HOPS, help="How far to go.")] = HOPS,
    limit: Annotated[int, typer.Option(min=1, max=MOST_LINKS, help="How many links to show.")] = LINKS,
    drawn_as: Annotated[
        Format, typer.Option("--format", help="A tree here, or text for Mermaid or Graphviz.")
    ] = Format.TREE,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    tenant: Tenant = None,
    level: Level = 0,
    group: Groups = None,
    as_json: AsJson = False,
) -> None:
    """What is around an entity, and which passages say so. · Qué rodea a una entidad, y qué pasajes lo dicen."""
    with product_of(tenant) as product:
        principal = principal_of(product, level, group)
        found = around(
            product, principal, what, hops=hops, limit=limit, valid_at=instant(valid_at), known_at=instant(known_at)
        )
    language = reader_language()
    if as_json or drawn_as is Format.TREE:
        put(as_json, neighbourhood(found), lambda: drawn(found, language))
        return
    draw = mermaid if drawn_as is Format.MERMAID else graphviz
    typer.echo(draw(found, say("graph_names", language)))
    if found.cut:
        show.console(stderr=True).print(_cut(found, language))


def drawn(item: Neighbourhood, language: str) -> RenderableType:
    """A tree from the centre out. A link stands once, below the end that is nearer to the centre."""
    by_id = {each.entity.id: each for each in item.entities}
    below: dict[str, list[tuple[Linked, str]]] = defaultdict(list)
    for link in item.links:
        ends = [each for each in (link.tie.subject_id, link.tie.object_id) if each]
        nearer = min(ends, key=lambda each: by_id[each].hops)
        below[nearer].append((link, ends[-1] if nearer == ends[0] else ends[0]))
    opened = set(item.centre)
    parts: list[RenderableType] = []
    for identity in item.centre:
        tree = rooted(by_id[identity].entity)
        _grow(tree, identity, below, by_id, opened, language)
        parts.append(tree)
    if not item.links:
        parts.append(Text(say("graph_alone", language), "dim"))
    return Group(*parts, *([_cut(item, language)] if item.cut else []))


def _grow(
    tree: Tree,
    identity: str,
    below: dict[str, list[tuple[Linked, str]]],
    by_id: dict[str, Neighbour],
    opened: set[str],
    language: str,
) -> None:
    for link, other in below[identity]:
        branch = tree.add(_told(link, identity, by_id[other].entity.name, language))
        if other not in opened:
            opened.add(other)
            _grow(branch, other, below, by_id, opened, language)


def _told(link: Linked, here: str, other: str, language: str) -> Text:
    """One link as seen from ``here``: which way it leads, where to, and who says so."""
    tie, place = link.tie, link.places[0]
    label = tie.predicate or say("graph_names", language)
    arrow = ("─", "→") if tie.subject_id == here else ("←", "─")
    narrowed = "; ".join(f"{name}: {value}" for name, value in place.qualifiers)
    quote = words(place).replace("\n", " ")
    said = "" if tie.is_value or tie.is_mention else f" “{quote[:_SHORT]}{'…' if len(quote) > _SHORT else ''}”"
    more = f" {say('graph_more', language, count=link.passages - 1)}" if link.passages > 1 else ""
    return Text.assemble(
        (f"{arrow[0]} {label} {arrow[1]} ", "cyan"),
        tie.value if tie.is_value else other,
        (f" ({narrowed})" if narrowed else "", "yellow"),
        (f"  {place.at.revision.uri}{said}{more}", "dim"),
    )


def _cut(item: Neighbourhood, language: str) -> Text:
    return Text(say("graph_cut", language, count=len(item.links)), "yellow")
