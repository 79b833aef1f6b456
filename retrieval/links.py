"""What a walk reads from a view: the names in a question, and the edges around passages."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.evidence import Located, Question
from contract.ports import GraphView
from contract.records import Definition, Mention, Span
from language.names import Occurrence, longest, ngram_keys, occurrences
from language.words import Word, key, stem, stop_words, words
from retrieval import walk
from retrieval.settings import WalkSettings
from retrieval.walk import Anchor, Edge, Residue, relevance

_SURE = 0.8  # the least strength of a name of one word that stands without capitals
_FULL_STRENGTH = 0.9  # a name at least this strong is the thing's own; below it is weak


def anchors(view: GraphView, question: Question, settings: WalkSettings) -> tuple[tuple[Anchor, ...], tuple[Span, ...]]:
    """The names of the question that are defined in the scope, longest first come, and where they stand in its text."""
    by_key: dict[str, list[Definition]] = defaultdict(list)
    cased = _is_cased(question.text)
    for definition in view.named(sorted(ngram_keys(question.text, cased=cased))):
        by_key[definition.key].append(definition)
    standing = occurrences(question.text, by_key, cased=cased)
    chosen = longest(_with_capitals(question.text, standing) if cased else standing)
    found: dict[str, Anchor] = {}
    for occurrence in chosen:
        strength = _by_passage(definition for definition in by_key[occurrence.key] if cased or _is_sure(definition))
        if 0 < len(strength) <= settings.namesakes:
            share = 1.0 / math.sqrt(len(strength))
            named = {id_: share * (1.0 if s >= _FULL_STRENGTH else settings.weak_anchor) for id_, s in strength.items()}
            found.setdefault(occurrence.key, Anchor(occurrence.key, named))
    return tuple(found.values()), tuple(at.span for at in chosen if at.key in found)


def residue(view: GraphView, question: Question, named: Sequence[Span]) -> tuple[Residue, ...]:
    """The question's words outside its names and outside function words, weighted by idf."""
    stop = stop_words(question.language)
    found: dict[str, str] = {}
    for word in words(question.text):
        of_name = any(span.start <= word.start < span.end for span in named)
        if of_name or word.folded in stop or _is_possessive(question.text, word):
            continue
        found.setdefault(stem(word.text, question.language), word.folded)
    idf = view.idf(found)
    return tuple(Residue(word, stemmed, idf[stemmed]) for stemmed, word in found.items())


def _is_possessive(text: str, word: Word) -> bool:
    return len(word.text) == 1 and text[max(0, word.start - 1) : word.start] in ("'", "’")


def follow(
    view: GraphView,
    base: Mapping[str, float],
    named: Sequence[Anchor],
    asked: Sequence[Residue],
    settings: WalkSettings,
) -> walk.Shares:
    """Two hops from the best by base and from what the question names: what the walk brings to each passage reached.

    The second hop goes forward only: going back as well brought nothing on two sets of questions and doubled the time.
    """
    strength = walk.named_passages(named)
    best = sorted(base, key=lambda passage_id: (-base[passage_id], passage_id))[: settings.seeds]
    origins = {passage_id: passage_id for passage_id in best} | {id_: name for id_, (_, name) in strength.items()}
    activation = {
        id_: base.get(id_, 0.0) + settings.anchor * (strength[id_][0] if id_ in strength else 0.0) for id_ in origins
    }
    seeds = sorted(origins)
    for id_, (share, name) in strength.items():
        rest = view.siblings(id_) if share >= settings.told_whole else ()
        for sibling in (one for one in rest if one not in strength):  # the rest of the section tells of the same thing
            origins[sibling] = name
            activation[sibling] = max(activation[id_], activation.get(sibling, 0.0))
    near = forward(view, sorted(origins), asked, settings) + backward(view, seeds, asked, settings)
    first = walk.spread(origins, activation, near, settings)
    onward = walk.best_targets(near, settings)
    middle = sorted({target for targets in onward.values() for target in targets})
    far = forward(view, middle, asked, settings)
    second = walk.second_hop(first, origins, onward, far, settings)
    return walk.joined(first, second)


def forward(
    view: GraphView, passage_ids: Sequence[str], asked: Sequence[Residue], settings: WalkSettings
) -> tuple[Edge, ...]:
    """From these passages to those that define what they name."""
    mentions = view.mentions(passage_ids)
    names = _Names(view.defining(sorted({mention.entity_id for mention in mentions})), settings)
    found: list[Edge] = []
    for link in _links(view, mentions, names):
        how = _relevance(link, asked, settings) if link.targets else 0.0
        found += [Edge(link.at.passage.id, target, how, strength) for target, strength in link.targets.items()]
    return tuple(found)


def backward(
    view: GraphView, passage_ids: Sequence[str], asked: Sequence[Residue], settings: WalkSettings
) -> tuple[Edge, ...]:
    """From these passages to those that name what they define; of each the strongest links only."""
    own = set(passage_ids)
    definitions = view.definitions(passage_ids)
    defined: dict[str, set[str]] = defaultdict(set)  # passage id -> ids of the entities it defines
    for definition in definitions:
        defined[definition.passage_id].add(definition.entity_id)
    # one read for each, so that a thing named everywhere does not crowd out the others
    around = {
        mention
        for entities in defined.values()
        for mention in view.mentioning(sorted(entities), settings.backward_read)
    }
    ordered = sorted(around, key=lambda at: (at.passage_id, at.span.start, at.span.end, at.entity_id))
    names = _Names(view.named(sorted({definition.key for definition in definitions})), settings)
    found: dict[str, list[Edge]] = defaultdict(list)
    for link in _links(view, ordered, names):
        sources = sorted(own & link.targets.keys())
        how = _relevance(link, asked, settings) if sources else 0.0
        for source in sources:
            found[source].append(Edge(source, link.at.passage.id, how, link.targets[source], backward=True))
    return tuple(edge for of_one in found.values() for edge in _strongest(of_one, settings))


def _strongest(found: Iterable[Edge], settings: WalkSettings) -> list[Edge]:
    return sorted(found, key=lambda edge: (-edge.carries(settings), edge.target))[: settings.backward_limit]


@dataclass(frozen=True, slots=True)
class _Link:
    """One mention, located, with the passages that define what it names: passage id -> strength. ``span`` is in ``shown``."""

    at: Located
    span: Span
    targets: Mapping[str, float]


def _links(view: GraphView, mentions: Sequence[Mention], names: _Names) -> list[_Link]:
    """Mentions as links. A passage that names what it defines itself leads nowhere by that name."""
    located = {at.passage.id: at for at in view.located(sorted({mention.passage_id for mention in mentions}))}
    by_place: dict[tuple[str, Span], dict[str, float]] = defaultdict(dict)
    for mention in mentions:
        if at := located.get(mention.passage_id):
            span = at.passage.local(mention.span)
            name = key(at.passage.shown[span.start : span.end])
            by_place[mention.passage_id, span] |= names.targets(name, mention.entity_id)
    return [
        _Link(located[passage_id], span, targets)
        for (passage_id, span), targets in by_place.items()
        if passage_id not in targets
    ]


def _relevance(link: _Link, asked: Sequence[Residue], settings: WalkSettings) -> float:
    return relevance(asked, link.at.passage.shown, link.span, link.at.revision.metadata.language, settings)


class _Names:
    """Where entities are defined, and under which names."""

    def __init__(self, definitions: Iterable[Definition], settings: WalkSettings) -> None:
        self._limit = settings.namesakes
        self._by_entity: dict[str, list[Definition]] = defaultdict(list)
        by_name: dict[str, set[str]] = defaultdict(set)
        for definition in definitions:
            self._by_entity[definition.entity_id].append(definition)
            by_name[definition.key].add(definition.passage_id)
        self._namesakes = {name: len(passages) for name, passages in by_name.items()}

    def targets(self, name: str, entity_id: str) -> dict[str, float]:
        """Passage id -> strength of a link to this entity by this name; weaker the more passages define the name."""
        namesakes = self._namesakes.get(name, 0)
        if not 0 < namesakes <= self._limit:
            return {}
        under = [definition for definition in self._by_entity.get(entity_id, ()) if definition.key == name]
        return {passage_id: strength / math.sqrt(namesakes) for passage_id, strength in _by_passage(under).items()}


def _by_passage(definitions: Iterable[Definition]) -> dict[str, float]:
    strength: dict[str, float] = {}
    for definition in definitions:
        strength[definition.passage_id] = max(definition.strength, strength.get(definition.passage_id, 0.0))
    return strength


def _is_sure(definition: Definition) -> bool:
    """Whether a name is to be believed without its capitals: one word that is part of a name is mostly a common noun."""
    return " " in definition.key or definition.strength >= _SURE


def _is_cased(text: str) -> bool:
    """Whether capitals tell names in a question: not one whose first letter alone is a capital, nor one in capitals."""
    initials = [word.text[0] for word in words(text)]
    return any(char.isupper() for char in initials[1:]) and any(char.islower() for char in initials)


def _with_capitals(text: str, found: Iterable[Occurrence]) -> list[Occurrence]:
    """In a question that uses capitals, a run without any is a common noun, not a name."""
    return [at for at in found if any(char.isupper() or char.isdigit() for char in text[at.start : at.end])]
