"""A neighbourhood as it leaves the product: as JSON, and as text that Mermaid or Graphviz draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.neighbourhood import Linked, Neighbourhood, Place

Json = dict[str, Any]
_MERMAID = {ord(sign): f"#{ord(sign)};" for sign in '"#&;<>`\\'} | dict.fromkeys((10, 13), " ")
_GRAPHVIZ = {ord('"'): '\\"', ord("\\"): "\\\\"} | dict.fromkeys((10, 13), " ")


def neighbourhood(item: Neighbourhood) -> Json:
    """Entities by hops and name, links nearest first, each with the passages that state it."""
    return {
        "center": list(item.centre),
        "hops": item.hops,
        "entities": [
            {"entity_id": each.entity.id, "name": each.entity.name, "kind": each.entity.kind, "hops": each.hops}
            for each in item.entities
        ],
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
    for number, each in enumerate(item.links):
        one, other, label = _ends(item, number, each, names)
        if each.tie.is_value:
            lines.append(f'  {other}(["{each.tie.value.translate(_MERMAID)}"])')
        arrow = "-.->" if each.tie.is_mention else "-->"
        lines.append(f'  {one} {arrow}|"{label.translate(_MERMAID)}"| {other}')
    return "\n".join(["flowchart LR", *lines])


def graphviz(item: Neighbourhood, names: str) -> str:
    """A digraph for Graphviz; ``names`` is what stands on the arrow of a mention."""
    lines = [f'  {node} [label="{label.translate(_GRAPHVIZ)}", shape=box];' for node, label in _entities(item)]
    for number, each in enumerate(item.links):
        one, other, label = _ends(item, number, each, names)
        if each.tie.is_value:
            lines.append(f'  {other} [label="{each.tie.value.translate(_GRAPHVIZ)}", shape=plaintext];')
        style = ", style=dashed" if each.tie.is_mention else ""
        lines.append(f'  {one} -> {other} [label="{label.translate(_GRAPHVIZ)}"{style}];')
    return "\n".join(["digraph vigente {", "  rankdir=LR;", *lines, "}"])


def _entities(item: Neighbourhood) -> Iterator[tuple[str, str]]:
    return ((f"e{number}", each.entity.name) for number, each in enumerate(item.entities))


def _ends(item: Neighbourhood, number: int, link: Linked, names: str) -> tuple[str, str, str]:
    """The nodes of a link and what stands on it."""
    nodes = {each.entity.id: f"e{place}" for place, each in enumerate(item.entities)}
    tie = link.tie
    return nodes[tie.subject_id], f"v{number}" if tie.is_value else nodes[tie.object_id], tie.predicate or names


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
    revision = item.at.revision
    return {
        "uri": revision.uri,
        "revision": revision.metadata.revision,
        "path": list(item.at.path),
        "passage_id": item.at.passage.id,
        "text": words(item),
        "qualifiers": [{"name": name, "value": value} for name, value in item.qualifiers],
    }
