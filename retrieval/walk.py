"""The scored two-hop walk over name links.

An edge leads from a passage that mentions a name to the passage that defines it. The walk starts at the passages that a
question names (anchors) and at the best ones by base score; what an edge carries depends on whether the words around
the mention are those the question asks about (the residue: its words outside the names it links).

    one hop      A · (.8 · relevance + .24) · strength, with A = base + .7 · anchor; × .7 against the edge's direction
    second hop   the same from each seed's three best, × .3
    score        base + .7 · anchor + 2 · walk

With two anchors or more, passages are picked greedily and an anchor's share fades with each pick it gave, so that both
sides of a comparison come. The best passage without the walk stays first. Everything here is pure; ``retrieval.links``
reads the edges from a view.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.records import Span
from language.words import WORD, beginning, fold, stem, stop_words
from retrieval.settings import WalkSettings


@dataclass(frozen=True, slots=True)
class Residue:
    """What a question asks about its names: a word folded, its stem, its idf."""

    word: str
    stem: str
    weight: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """An entity that the question names, and where it is defined: passage id -> strength (0–1)."""

    key: str
    passages: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Edge:
    """A link between two passages. ``relevance`` and ``strength`` are 0–1; ``backward`` leads to where a name is mentioned."""

    source: str
    target: str
    relevance: float
    strength: float = 1.0
    backward: bool = False

    def carries(self, settings: WalkSettings) -> float:
        """The share of a passage's activation that goes over this edge."""
        share = (settings.relevance * self.relevance + settings.floor) * self.strength
        return share * settings.backward if self.backward else share


# passage id -> where the walk to it began (an anchor's key, or a seed's own id) -> what it brought
Shares = Mapping[str, Mapping[str, float]]


def relevance(residue: Sequence[Residue], text: str, span: Span, language: str, settings: WalkSettings) -> float:
    """How well the words around a mention match the residue: the idf-weighted mean of each word's best match, 0–1."""
    total = sum(asked.weight for asked in residue)
    if not total:
        return 0.0
    window = _window(text, span, language, settings, frozenset(asked.stem[:1] for asked in residue))
    return sum(asked.weight * _best_match(asked, window, language, settings) for asked in residue) / total


def spread(
    origins: Mapping[str, str], activation: Mapping[str, float], edges: Iterable[Edge], settings: WalkSettings
) -> dict[str, dict[str, float]]:
    """One hop. ``origins``: passage id -> where its walk began. Of several ways from one origin the best counts."""
    shares: dict[str, dict[str, float]] = {}
    for edge in edges:
        if edge.source not in origins or edge.target == edge.source:
            continue
        brought = activation[edge.source] * edge.carries(settings)
        reached = shares.setdefault(edge.target, {})
        origin = origins[edge.source]
        reached[origin] = max(brought, reached.get(origin, 0.0))
    return shares


def best_targets(edges: Iterable[Edge], settings: WalkSettings) -> dict[str, tuple[str, ...]]:
    """Each source's best targets, from which the walk goes on; ties by id."""
    carried: dict[str, dict[str, float]] = defaultdict(dict)
    for edge in edges:
        share = edge.carries(settings)
        if edge.target != edge.source and share > carried[edge.source].get(edge.target, 0.0):
            carried[edge.source][edge.target] = share
    return {
        source: tuple(sorted(by, key=lambda target: (-by[target], target))[: settings.second_from])
        for source, by in carried.items()
    }


def second_hop(
    first: Shares,
    origins: Mapping[str, str],
    best: Mapping[str, Sequence[str]],
    edges: Iterable[Edge],
    settings: WalkSettings,
) -> dict[str, dict[str, float]]:
    """From each seed's best targets on. What comes back to the seed itself counts for nothing."""
    onward: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        onward[edge.source].append(edge)
    shares: dict[str, dict[str, float]] = {}
    for seed, targets in best.items():
        origin = origins[seed]
        for middle in targets:
            activation = settings.second * first[middle][origin]
            for edge in onward.get(middle, ()):
                if edge.target in (seed, middle):
                    continue
                reached = shares.setdefault(edge.target, {})
                reached[origin] = max(activation * edge.carries(settings), reached.get(origin, 0.0))
    return shares


def joined(first: Shares, second: Shares) -> dict[str, dict[str, float]]:
    """The shares of both hops; where one origin reaches a passage by both, the better counts."""
    result = {target: dict(by) for target, by in first.items()}
    for target, by in second.items():
        mine = result.setdefault(target, {})
        for origin, value in by.items():
            mine[origin] = max(value, mine.get(origin, 0.0))
    return result


def named_passages(anchors: Iterable[Anchor]) -> dict[str, tuple[float, str]]:
    """Passage id -> the strongest name by which the question names it, and that anchor's key."""
    named: dict[str, tuple[float, str]] = {}
    for anchor in anchors:
        for passage, strength in anchor.passages.items():
            if strength > named.get(passage, (0.0, ""))[0]:
                named[passage] = (strength, anchor.key)
    return named


def order(
    fixed: Mapping[str, float], anchors: Sequence[Anchor], shares: Shares, settings: WalkSettings
) -> list[tuple[str, float]]:
    """Passages with their scores, best first, ties by id; the scores never rise down the list.

    ``fixed`` is what a passage scores without the walk; what is not in it is left out.
    """
    keys = {anchor.key for anchor in anchors}
    faded = dict.fromkeys(keys, 1.0)
    still = sorted(((passage, value) for passage, value in fixed.items() if not shares.get(passage)), key=_best_first)
    moving = {passage: value for passage, value in fixed.items() if shares.get(passage)}
    picked: list[tuple[str, float]] = []
    while moving and len(keys) > 1 and len(picked) < settings.picks:
        best = min(
            ((id_, _score(value, shares[id_], faded, settings)) for id_, value in moving.items()), key=_best_first
        )
        while still and _best_first(still[0]) < _best_first(best):
            picked.append(still.pop(0))
        picked.append(best)
        del moving[best[0]]
        if origin := _best_origin(shares[best[0]], faded):
            faded[origin] *= settings.fade
    rest = [(id_, _score(value, shares[id_], faded, settings)) for id_, value in moving.items()]
    return picked + sorted(still + rest, key=_best_first)


def led_by(first: str | None, scores: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """The same order with this passage at its head, where it is in it at all; it scores what the best one does.

    What answers a question by itself is the start of a walk to what it names, and would stand behind what it leads to.
    """
    led = [(passage, scores[0][1]) for passage, _ in scores if passage == first]
    return [*led, *(item for item in scores if item[0] != first)]


def _score(fixed: float, brought: Mapping[str, float], faded: Mapping[str, float], settings: WalkSettings) -> float:
    return fixed + settings.weight * max(value * faded.get(origin, 1.0) for origin, value in brought.items())


def _best_first(item: tuple[str, float]) -> tuple[float, str]:
    return -item[1], item[0]


def _best_origin(brought: Mapping[str, float], faded: Mapping[str, float]) -> str | None:
    """The anchor that gave most of what brought the walk here; None if a passage that is not named gave more."""
    best = min(brought, key=lambda origin: (-brought[origin] * faded.get(origin, 1.0), origin))
    return best if best in faded else None


def _window(
    text: str, span: Span, language: str, settings: WalkSettings, initials: frozenset[str]
) -> list[tuple[str, str, float]]:
    """The words around a mention that begin with one of these letters: folded, as written, how far off."""
    start = max(0, span.start - settings.before)
    while 0 < start < span.start and text[start - 1].isalnum() and text[start].isalnum():
        start += 1  # never half a word
    before, after = text[start : span.start], text[span.end : span.end + settings.after]
    placed = [(match.group(), float(len(before) - match.end())) for match in WORD.finditer(before)]
    placed += [(match.group(), settings.after_distance * match.start()) for match in WORD.finditer(after)]
    stop = stop_words(language)
    folded = ((fold(written), written, distance) for written, distance in placed)
    return [each for each in folded if each[0][:1] in initials and each[0] not in stop]


def _best_match(
    asked: Residue, window: Iterable[tuple[str, str, float]], language: str, settings: WalkSettings
) -> float:
    """By the nearest word of the same stem, or one that only begins like the asked one, which is worth less; 0–1."""
    prefix = asked.word[: settings.prefix] if len(asked.word) >= settings.prefix else None
    initial, begun = asked.stem[:1], beginning(asked.stem)
    same = like = math.inf
    for word, written, distance in window:
        if distance >= same or not word.startswith(initial):
            continue
        if (len(begun) < 2 or beginning(word) == begun) and stem(written, language) == asked.stem:
            same = distance
        elif prefix and word.startswith(prefix):
            like = min(like, distance)
    return max(math.exp(-same / settings.decay), settings.prefix_match * math.exp(-like / settings.decay))
