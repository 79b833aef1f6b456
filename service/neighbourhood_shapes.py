"""A neighbourhood as it leaves the product: as JSON, and as text that Mermaid or Graphviz draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.entity_shapes import named, placed
from service.neighbourhood import Linked, Neighbourhood, Place

Json = dict[str, Any]
_MERMAID = {ord(sign): f"#{ord(sign)};" for sign in '"#&;<>`\\'} | dict.fromkeys((10, 13), " ")
_GRAPHVIZ = {ord('"'): '\\"', ord("\\"): "\\\\"} | dict.fromkeys((10, 13), " ")


def neighbourhood(item: Neighbourhood) -> Json:
    """Entities by hops and name, links nearest first, each with the passages that state it."""
    return {
        "center": list(item.centre),
        "hops": item.hops,
        "entities": [{**named(each.entity), "hops": each.hops} for each in item.entities],
        "links": [_link(each) for each in item.links],
        "cut": item.cut,
    }


def words(place: Place) -> str:
    """The words that state a link."""
    passage = place.at.passage
    local = passage.local(place.span)
    return passage.shown[local.start : local.end]


def mermaid(item: Neighbourhood, names: str) -> str:
    """A flowchart for Mermaid; ``names`` is what stands on the arrow of a mention."""
    lines = [f'  {node}["{label.translate(_MERMAID)}"]' for node, label in _entities(item)]
    for each, one, other, label in _arrows(item, names):
        if each.tie.is_value:
            lines.append(f'  {other}(["{each.tie.value.translate(_MERMAID)}"])')
        arrow = "-.->" if each.tie.is_mention else "-->"
        lines.append(f'  {one} {arrow}|"{label.translate(_MERMAID)}"| {other}')
    return "\n".join(["flowchart LR", *lines])


def graphviz(item: Neighbourhood, names: str) -> str:
    """A digraph for Graphviz; ``names`` is what stands on the arrow of a mention."""
    lines = [f'  {node} [label="{label.translate(_GRAPHVIZ)}", shape=box];' for node, label in _entities(item)]
    for each, one, other, label in _arrows(item, names):
        if each.tie.is_value:
            lines.append(f'  {other} [label="{each.tie.value.translate(_GRAPHVIZ)}", shape=plaintext];')
        style = ", style=dashed" if each.tie.is_mention else ""
        lines.append(f'  {one} -> {other} [label="{label.translate(_GRAPHVIZ)}"{style}];')
    return "\n".join(["digraph vigente {", "  rankdir=LR;", *lines, "}"])


def _entities(item: Neighbourhood) -> Iterator[tuple[str, str]]:
    return ((f"e{number}", each.entity.name) for number, each in enumerate(item.entities))


def _arrows(item: Neighbourhood, names: str) -> Iterator[tuple[Linked, str, str, str]]:
    """Each link with its two nodes and what stands on it."""
    nodes = {each.entity.id: f"e{place}" for place, each in enumerate(item.entities)}
    for number, link in enumerate(item.links):
        tie = link.tie
        other = f"v{number}" if tie.is_value else nodes[tie.object_id]
        yield link, nodes[tie.subject_id], other, tie.predicate or names


def _link(item: Linked) -> Json:
    tie = item.tie
    return {
        "kind": "mention" if tie.is_mention else "fact",
        "subject_id": tie.subject_id,
        "predicate": tie.predicate or None,
        "object_id": tie.object_id or None,
        "value": tie.value if tie.is_value else None,
        "passages": item.passages,
        "places": [_place(each) for each in item.places],
    }


def _place(item: Place) -> Json:
    return {
        **placed(item.at),
        "text": words(item),
        "qualifiers": [{"name": name, "value": value} for name, value in item.qualifiers],
    }
