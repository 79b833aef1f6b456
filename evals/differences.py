"""Questions drawn from what differs between two successive versions of a document.

A sentence that stands in one version and not in its neighbour is asked for by the title, its heading and its own words, at
a time when its version holds and at one when the neighbour does. Nothing of the question tells which version is meant.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from contract.time import Instant
from evals.datasets.dated import Dated, DatedDocument
from language.sentences import sentences
from language.words import fold, stems, stop_words, words

LEAST_WORDS = 6  # content words of a sentence that can be asked for
ASKED_WORDS = 6  # of them in the question
SAME = 0.9  # from this share of its stems in one sentence of the neighbour on, a sentence stands there too
STANDS, GONE = "stands", "gone"

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$")
_MARKUP = re.compile(r"\{:[^}]*\}|!?\[([^\]]*)\]\([^)]*\)|<[^>]+>|[*_`]{1,3}")
_DATED = re.compile(r"\d{4}-\d\d-\d\d|\b(?:19|20)\d\d\b")
_ASKED = {
    "en": "{title}: what does it say about {words} under “{heading}”?",
    "es": "{title}: ¿qué dice sobre {words} en «{heading}»?",
}
_UNDER = {"en": "{title}: what does it say about {words}?", "es": "{title}: ¿qué dice sobre {words}?"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence under the heading next above it, markup left out; ``heading`` is empty above the first one."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question at a time. ``label`` is the version that holds then; ``kind`` says whether the sentence stands in it."""

    kind: str
    document: DatedDocument
    label: str
    text: str
    valid_at: Instant
    sentence: str


def draw(document: DatedDocument, seed: int) -> Iterator[list[Drawn]]:
    """For each pair of successive versions one sentence of the newer and one of the older, where there is one: each is
    asked for twice."""
    for older, newer in pairwise(document.versions):
        for own, other in ((newer, older), (older, newer)):
            differing = only_in(own, other, document.language)
            if differing:
                chosen = random.Random(f"{seed}:{document.uri}:{own.label}:{other.label}").choice(differing)
                yield _asked(document, chosen, own, other)


def only_in(own: Dated, other: Dated, language: str) -> list[Sentence]:
    """The sentences of one version that the other lacks: no sentence there has nearly all of their stems and all numbers."""
    theirs = [_bag(each.text, language) for each in read(other.text)]
    found = []
    for sentence in read(own.text):
        bag = _bag(sentence.text, language)
        content = _content(sentence.text, language)
        if len(content) < LEAST_WORDS or _DATED.search(sentence.text):
            continue
        if not any(len(bag & held) >= SAME * len(bag) for held in theirs):
            found.append(sentence)
    return found


def read(text: str) -> list[Sentence]:
    """The sentences of a Markdown text, in order, under their headings."""
    found: list[Sentence] = []
    heading, lines = "", list[str]()
    for line in [*text.splitlines(), "# "]:
        match = _HEADING.match(line)
        if not match and line != "# ":
            lines.append(line)
            continue
        body = plain("\n".join(lines))
        found += [Sentence(heading, body[span.start : span.end].strip()) for span in sentences(body)]
        heading, lines = (plain(match.group(1)) if match else ""), []
    return [sentence for sentence in found if sentence.text]


def plain(text: str) -> str:
    """The text without links' targets, attributes and emphasis."""
    return _MARKUP.sub(lambda found: found.group(1) or "", text)


def _asked(document: DatedDocument, sentence: Sentence, own: Dated, other: Dated) -> list[Drawn]:
    form = (_ASKED if sentence.heading else _UNDER)[document.language if document.language in _ASKED else "en"]
    said = ", ".join(_telling(sentence, other, document.language))
    text = form.format(title=document.title, words=said, heading=sentence.heading)
    return [
        Drawn(STANDS, document, own.label, text, own.middle, sentence.text),
        Drawn(GONE, document, other.label, text, other.middle, sentence.text),
    ]


def _telling(sentence: Sentence, other: Dated, language: str) -> list[str]:
    """The words to ask with, in the order of the sentence: those that the other version lacks come before the others."""
    theirs, named = _bag(other.text, language), fold(sentence.heading)
    content = [word for word in _content(sentence.text, language) if fold(word) not in named]
    first = [word for word in content if not _bag(word, language) <= theirs]
    chosen = set([*first, *(word for word in content if word not in first)][:ASKED_WORDS])
    return [word for word in content if word in chosen]


def _content(text: str, language: str) -> list[str]:
    """The words of some length that are no stop words, each once."""
    stop = stop_words(language)
    said = (text[word.start : word.end] for word in words(text))
    return list(dict.fromkeys(each for each in said if len(each) > 3 and fold(each) not in stop))


def _bag(text: str, language: str) -> set[str]:
    return {*stems(text, language), *re.findall(r"\d+", text)}


def sample(documents: Sequence[DatedDocument], seed: int) -> list[list[Drawn]]:
    """All questions of all documents, those of one sentence together."""
    return [asked for document in documents for asked in draw(document, seed)]
