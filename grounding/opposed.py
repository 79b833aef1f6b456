"""Whose word counts where two pieces of evidence speak against one another in prose, where no fact was drawn.

What anyone may write (a forum, an e-mail) may explain; it states nothing that a source of more authority denies, whoever it
says should say so: words that it quotes, reports or wants said are held against the others like its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contract.evidence import Evidence, Question, Verdict
from contract.records import Authority, Span
from grounding.reading import read
from grounding.verify import verify
from language.sentences import sentences
from language.words import stems

_TRIED = 3  # sentences of a piece that words are held against
_SHORTEST = 3  # content words: fewer say nothing that could be denied
_LIFTED = re.compile(r"""[:;"“”«»<>{}\[\]|\n]+|\b(?:that|que)\b""", re.IGNORECASE)


def unopposed(evidence: Sequence[Evidence], question: Question) -> tuple[Evidence, ...]:
    """The evidence less the informal pieces of which a sentence on what is asked is contradicted by one of more authority."""
    firm = [item for item in evidence if item.authority > Authority.INFORMAL]
    if not firm or len(firm) == len(evidence):
        return tuple(evidence)
    return tuple(item for item in evidence if item in firm or not _denied(item, question, firm))


def _denied(item: Evidence, question: Question, others: Sequence[Evidence]) -> bool:
    """Whether one of the others contradicts what a piece says of the thing asked."""
    asked = set(question.stems)
    return any(
        _against(words, other)
        for sentence in _sentences(item.text)
        if not asked.isdisjoint(stems(sentence, item.language))
        for words in (sentence, *_parts(sentence, item.language))
        for other in others
        if other.language == item.language
    )


def _parts(sentence: str, language: str) -> Iterator[str]:
    """What a sentence quotes, reports or wants said, as words of their own."""
    for part in _LIFTED.split(sentence):
        if part.strip() != sentence.strip() and len(read(part, language).tokens) >= _SHORTEST:
            yield part.strip()


def lifted(words: str, sentence: str, language: str) -> bool:
    """Whether words stand in a sentence only as what it quotes, reports or wants said."""
    parts = list(_parts(sentence, language))
    keys = read(words, language).keys
    return any(keys <= read(part, language).keys for part in parts)


def _against(words: str, other: Evidence) -> bool:
    keys = read(words, other.language).keys
    found = sorted(_sentences(other.text), key=lambda each: -len(keys & read(each, other.language).keys))[:_TRIED]
    return any(verify(words, [each], other.language).verdict is Verdict.CONTRADICTED for each in found)


def _sentences(text: str) -> list[str]:
    spans = sentences(text) or [Span(0, len(text))]
    return [text[span.start : span.end] for span in spans]
