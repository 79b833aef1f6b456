"""The style sheet of the Browser kit, read: colours, sizes and captions by label and by type of edge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_RULE = re.compile(r"(node|relationship)(?:\.(\w+))? \{\n(.*?)\n\}", re.DOTALL)
_LINE = re.compile(r"([\w-]+): (.+);")
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Look:
    """How one node or edge is drawn. ``size`` is a node's diameter or an edge's width, in pixels of the Browser."""

    fill: str
    border: str
    ink: str
    size: float
    caption: str


class Style:
    """What a style sheet says of labels and types; what it does not name looks as its plain rule says."""

    def __init__(self, sheet: str) -> None:
        rules = {(kind, name): dict(_LINE.findall(body)) for kind, name, body in _RULE.findall(sheet)}
        self._nodes = {
            name: _node({**rules["node", ""], **rule}) for (kind, name), rule in rules.items() if kind == "node"
        }
        self._edges = {
            name: _edge({**rules["relationship", ""], **rule})
            for (kind, name), rule in rules.items()
            if kind == "relationship"
        }

    def node(self, labels: Iterable[str]) -> Look:
        return next((self._nodes[label] for label in sorted(labels) if label in self._nodes), self._nodes[""])

    def edge(self, kind: str) -> Look:
        return self._edges.get(kind, self._edges[""])


def caption(look: Look, kind: str, properties: Mapping[str, Any]) -> str:
    """The caption as the Browser fills it in: properties in braces, ``<type>`` for the label or type itself."""
    text = _PLACE.sub(lambda place: _shown(properties.get(place[1])), look.caption)
    return kind if text.strip() in ("", "<type>") else " ".join(text.split())


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _node(rule: Mapping[str, str]) -> Look:
    return Look(
        rule["color"],
        rule["border-color"],
        rule["text-color-internal"],
        float(rule["diameter"].removesuffix("px")),
        rule.get("caption", "").strip("'"),
    )


def _edge(rule: Mapping[str, str]) -> Look:
    return Look(
        rule["color"],
        rule["color"],
        rule["text-color-external"],
        float(rule["shaft-width"].removesuffix("px")),
        rule["caption"].strip("'"),
    )
