"""Which versioned sources a question names, and which of them are one product."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contract.evidence import Question
from contract.ports import GraphView
from contract.records import Revision
from graph.labels import label_order
from language.words import fold, stop_words, words
from retrieval.cues import in_any
from retrieval.thing import squash
from service.versions.families import label_of, lined_up

SAME = 0.5  # share of the fewer labels that two sources have in common, from which they are one product
_PARTS = re.compile(r"[.\-_/]")


@dataclass(frozen=True, slots=True)
class Versioned:
    """A source with more than one readable revision. ``names`` are the words by which a question may call it, squashed."""

    uri: str
    standing: bool
    revisions: tuple[Revision, ...]
    names: frozenset[str]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label_of(revision) for revision in self.revisions)


@dataclass(frozen=True, slots=True)
class Product:
    """Sources that are parts of one thing (two manuals of one program), and what the question calls it."""

    name: str
    sources: tuple[Versioned, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all its parts, lowest first where they have an order."""
        found = list(dict.fromkeys(label for source in self.sources for label in source.labels))
        return tuple(sorted(found, key=label_order(found))) if self.standing else tuple(found)

    @property
    def standing(self) -> bool:
        return all(source.standing for source in self.sources)


def versioned(view: GraphView, families: Mapping[str, bool]) -> tuple[Versioned, ...]:
    """The sources of which a reader may know versions: more than one revision, or one of a standing family."""
    found: dict[str, list[Revision]] = defaultdict(list)
    for revision in view.revisions():
        found[revision.uri].append(revision)
    sources = []
    for uri, several in found.items():
        standing = families.get(uri, False)
        if standing or len(several) > 1 or several[0].metadata.revision:
            revisions = lined_up(view, uri, standing=standing)
            if revisions:
                sources.append(Versioned(uri, standing, revisions, _names(uri, revisions)))
    return tuple(sources)


def asked_of(sources: Iterable[Versioned], question: Question) -> tuple[Versioned, ...]:
    """The sources that the question names best; none where it names none."""
    said = spoken(question)
    scored = [(len(source.names & said), source) for source in sources]
    best = max((score for score, _ in scored), default=0)
    return tuple(source for score, source in scored if score == best) if best else ()


def products(sources: Sequence[Versioned], question: Question, *, whole: bool) -> tuple[Product, ...]:
    """Sources of one folder that the question calls by one name and that share most labels are one product.

    ``whole``: the question's words are all of the name, so that they can stand for it.
    """
    said = spoken(question)
    groups: list[list[Versioned]] = []
    for source in sources:
        for group in groups:
            if all(_one_product(source, other, said) for other in group):
                group.append(source)
                break
        else:
            groups.append([source])
    alone = whole and len(groups) == 1
    return tuple(Product(called(group, question, alone=alone), tuple(group)) for group in groups)


def called(group: Sequence[Versioned], question: Question, *, alone: bool) -> str:
    """Sources as the question calls them; one of several that it means by the last part of its URI (``alone`` False)."""
    names = frozenset[str]().union(*(source.names for source in group))
    runs: list[list[str]] = [[]]
    for word in words(question.text):
        if _squashed(word.text) & names:
            runs[-1].append(word.text)
        elif runs[-1]:
            runs.append([])
    written = max((" ".join(run) for run in runs), key=len)
    return written if written and (alone or len(group) > 1) else group[0].uri.rsplit("/", 1)[-1]


def spoken(question: Question) -> frozenset[str]:
    """The words of a question squashed, with their parts, and two that follow one another as one."""
    said = [word.text for word in words(question.text)]
    pairs = [one + other for one, other in pairwise(said)]
    return frozenset(form for word in (*said, *pairs) for form in _squashed(word)) - _generic()


def _squashed(word: str) -> frozenset[str]:
    return frozenset(filter(None, (squash(word), *(squash(part) for part in _PARTS.split(word) if len(part) > 2))))


def _one_product(one: Versioned, other: Versioned, said: Collection[str]) -> bool:
    """Of standing families only: two dated texts that share their days are still two."""
    fewer = min(len(one.labels), len(other.labels))
    together = one.standing and other.standing and _folder(one) == _folder(other)
    shared = len(set(one.labels) & set(other.labels))
    return together and bool(one.names & other.names & set(said)) and shared >= SAME * fewer


def _folder(source: Versioned) -> str:
    return source.uri.rpartition("/")[0]


def _names(uri: str, revisions: Sequence[Revision]) -> frozenset[str]:
    """The words of the URI's last part, and those that all its titles have; labels and words for versions left out."""
    titles = [{form for word in words(one.metadata.title) for form in _squashed(word.text)} for one in revisions]
    own = {form for word in words(uri.rsplit("/", 1)[-1]) for form in _squashed(word.text)}
    labels = {form for one in revisions for form in _squashed(label_of(one))}
    found = (own | set.intersection(*titles)) - labels - _generic()
    return frozenset(form for form in found if len(form) > 1 and not form.isdigit())


def _generic() -> frozenset[str]:
    """Words that name no source: those for versions, for asking about them, and function words."""
    function = (fold(word) for language in ("en", "es") for word in stop_words(language))
    return in_any("version_nouns") | in_any("asking") | frozenset(function)
