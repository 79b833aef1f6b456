"""From what is in force to a weighted graph of entities.

Two entities are tied where one passage defines one and names the other, where one passage names both, and where one
document defines both. A name that stands nearly everywhere ties nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from contract.ports import GraphView
from contract.records import NameBasis

LINK = 1.0  # defined here, named here
TOGETHER = 1.0  # shared out among the names of one passage
SAME_DOCUMENT = 0.5
_MOST_NAMES = 20  # of one passage, the first in it
_HUB_SHARE, _HUB_LEAST = 0.2, 50
_BATCH = 2_000

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Projection:
    """Entities in id order, edges (a < b) with their weights, and the passages that define or name each entity."""

    nodes: tuple[str, ...]
    edges: Mapping[Edge, float]
    passages: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Named:
    """What one passage defines and names, in order."""

    document: str
    title: bool
    defined: tuple[str, ...]
    mentioned: tuple[str, ...]


def project(view: GraphView) -> Projection:
    """The graph of a view: a node for every entity defined in it, also where nothing ties it to another."""
    named = _named(view)
    passages: dict[str, set[str]] = defaultdict(set)
    for passage_id, item in named.items():
        for entity in (*item.defined, *item.mentioned):
            passages[entity].add(passage_id)
    most = max(_HUB_LEAST, _HUB_SHARE * len(named))
    hubs = {entity for entity, where in passages.items() if len(where) > most}
    weights: dict[Edge, float] = defaultdict(float)
    titles: dict[str, str] = {}
    for item in named.values():
        _tie_passage(item, hubs, weights)
        if item.title and item.defined:
            titles.setdefault(item.document, item.defined[0])
    for item in named.values():
        title = titles.get(item.document)
        for entity in item.defined:
            if title and entity != title:
                _tie(weights, title, entity, SAME_DOCUMENT)
    defined = {entity for item in named.values() for entity in item.defined}
    kept = {pair: weight for pair, weight in sorted(weights.items()) if pair[0] in defined and pair[1] in defined}
    return Projection(
        nodes=tuple(sorted(defined)),
        edges=kept,
        passages={entity: frozenset(passages[entity]) for entity in sorted(defined)},
    )


def _named(view: GraphView) -> dict[str, _Named]:
    named: dict[str, _Named] = {}
    ids = view.passage_ids()
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        defined: dict[str, list[str]] = defaultdict(list)
        titled: set[str] = set()
        for definition in sorted(view.definitions(batch), key=lambda item: (-item.strength, item.key)):
            if definition.basis is not NameBasis.PART and definition.entity_id not in defined[definition.passage_id]:
                defined[definition.passage_id].append(definition.entity_id)
            if definition.basis is NameBasis.TITLE:
                titled.add(definition.passage_id)
        mentioned: dict[str, list[str]] = defaultdict(list)
        for mention in view.mentions(batch):
            if mention.entity_id not in mentioned[mention.passage_id]:
                mentioned[mention.passage_id].append(mention.entity_id)
        for located in view.located(batch):
            key = located.passage.id
            named[key] = _Named(
                located.revision.id, key in titled, tuple(defined[key]), tuple(mentioned[key][:_MOST_NAMES])
            )
    return named


def _tie_passage(item: _Named, hubs: set[str], weights: dict[Edge, float]) -> None:
    for entity in item.defined:
        for other in item.mentioned:
            if other != entity and other not in hubs:
                _tie(weights, entity, other, LINK)
    together = [entity for entity in item.mentioned if entity not in hubs]
    for one, other in combinations(together, 2):
        _tie(weights, one, other, TOGETHER / (len(together) - 1))


def _tie(weights: dict[Edge, float], one: str, other: str, weight: float) -> None:
    weights[(one, other) if one < other else (other, one)] += weight


def changed(before: Projection, after: Projection) -> frozenset[str]:
    """The entities of ``after`` that are new, whose ties changed, or whose passages did."""
    ties = {
        node
        for pair in before.edges.keys() | after.edges.keys()
        if before.edges.get(pair) != after.edges.get(pair)
        for node in pair
    }
    passages = {node for node in after.nodes if before.passages.get(node) != after.passages[node]}
    return frozenset((ties & set(after.nodes)) | passages)
