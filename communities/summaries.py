"""Extractive summaries: the sentences that best stand for a community, each with the place it was taken from.

A summary is made for one audience and one language, only of passages that everyone of that audience may read.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contract.access import Audience
from contract.communities import Summary, SummarySentence
from contract.evidence import Located
from contract.ids import content_id
from contract.records import PassageKind, Span
from contract.time import Instant
from language.sentences import sentences
from language.words import stems

SENTENCES = 6
VERSION = 1  # part of the signature: another way of choosing makes every summary again
_LEAST_STEMS, _MOST_CHARACTERS = 4, 400
_REPEATED = 0.6  # a sentence that shares this much with one already taken says nothing new


@dataclass(frozen=True, slots=True)
class _Sentence:
    located: Located
    span: Span
    stems: frozenset[str]

    @property
    def text(self) -> str:
        return self.located.passage.shown[self.span.start : self.span.end]


def audiences(pool: Iterable[Located]) -> tuple[tuple[Audience, str], ...]:
    """The distinct (audience, language) of the passages: for each of them one summary is made."""
    found = {(located.revision.metadata.audience, located.revision.metadata.language) for located in pool}
    return tuple(sorted(found, key=lambda pair: (pair[0].key, pair[1])))


def readable(pool: Iterable[Located], audience: Audience, language: str) -> tuple[Located, ...]:
    """The passages of a language that everyone of the audience may read."""
    return tuple(
        located
        for located in pool
        if located.revision.metadata.language == language and audience.includes(located.revision.metadata.audience)
    )


def signature(community_id: str, pool: Iterable[Located]) -> str:
    """What a summary is made from; equal signatures need no new summary."""
    return content_id("summary", VERSION, community_id, sorted(located.passage.id for located in pool))


def summarise(
    community_id: str, pool: Sequence[Located], audience: Audience, language: str, made_at: Instant
) -> Summary | None:
    """The most central sentences, from different documents first; None if no passage has a sentence to quote.

    A sentence's centrality is the mean weight of its stems, a stem's weight being how many of the pool's passages hold
    it, damped by the logarithm; heading and lead sentences come before equals because they stand first.
    """
    candidates = [sentence for located in pool for sentence in _sentences(located, language)]
    if not candidates:
        return None
    spread = Counter(stem for sentence in candidates for stem in sentence.stems)
    ranked = sorted(candidates, key=lambda one: (-_centrality(one, spread), one.located.passage.id, one.span.start))
    chosen = _varied(ranked)
    ordered = sorted(chosen, key=lambda one: (one.located.revision.uri, one.located.passage.ordinal, one.span.start))
    return Summary(
        community_id=community_id,
        audience=audience,
        language=language,
        sentences=tuple(SummarySentence(one.located.passage.id, one.span, one.text) for one in ordered),
        signature=signature(community_id, pool),
        made_at=made_at,
    )


def _sentences(located: Located, language: str) -> list[_Sentence]:
    if located.passage.kind not in (PassageKind.PROSE, PassageKind.LIST, PassageKind.KEYS):
        return []
    found = []
    for span in sentences(located.passage.shown):
        text = located.passage.shown[span.start : span.end]
        own = frozenset(stems(text, language))
        if len(own) >= _LEAST_STEMS and len(text) <= _MOST_CHARACTERS and not text.startswith("#"):
            found.append(_Sentence(located, span, own))
    return found


def _centrality(sentence: _Sentence, spread: Counter[str]) -> float:
    weight = sum(math.log1p(spread[stem]) for stem in sentence.stems)
    return weight / (len(sentence.stems) + 3)


def _varied(ranked: Sequence[_Sentence]) -> list[_Sentence]:
    """The best sentences, one a document in a first round, none that repeats another."""
    chosen: list[_Sentence] = []
    taken: dict[str, int] = defaultdict(int)
    for most in (1, 2, SENTENCES):
        for sentence in ranked:
            if len(chosen) == SENTENCES:
                return chosen
            uri = sentence.located.revision.uri
            if taken[uri] < most and sentence not in chosen and not _repeats(sentence, chosen):
                chosen.append(sentence)
                taken[uri] += 1
    return chosen


def _repeats(sentence: _Sentence, chosen: Iterable[_Sentence]) -> bool:
    return any(
        len(sentence.stems & other.stems) >= _REPEATED * min(len(sentence.stems), len(other.stems)) for other in chosen
    )
