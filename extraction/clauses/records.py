"""What a sentence says, with its places."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from contract.records import Span

CLAUSES = "clauses"
"""The name of this extractor."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a sentence, which need not stand together. ``spans`` are their runs, offsets into the sentence, in order.

    ``head`` is its main word and ``pos`` that word's part of speech (``NOUN``, ``PROPN``, ``PRON``, …), where it has one.
    """

    text: str
    spans: tuple[Span, ...]
    head: str = ""
    pos: str = ""

    @property
    def span(self) -> Span:
        """From the first word to the last."""
        return Span(self.spans[0].start, self.spans[-1].end)


class Part(StrEnum):
    """What an argument is to its verb."""

    OBJECT = "object"
    COMPLEMENT = "complement"  # "X is Y"
    OBLIQUE = "oblique"  # with its preposition, unless the relation has it
    TIME = "time"
    CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Argument:
    phrase: Phrase
    part: Part


@dataclass(frozen=True, slots=True)
class Predication:
    """A relation of a subject and its arguments, the main one first.

    ``relation`` are words of the sentence, but for one that it only implies ("X, the Y" implies ``is``): then ``implied`` is
    true and the phrase has no spans. ``name`` is its normal form ("found", "founded by"). ``polarity``: ``affirmed`` or
    ``negated``. ``modality`` is the modal verb as written, or empty. ``conditions`` are the clauses and phrases under which it
    holds; ``attributed`` is who says it, where somebody does. What is asked, wished or part of a condition is not ``asserted``.
    ``rule`` names the construction.
    """

    subject: Phrase
    relation: Phrase
    name: str
    arguments: tuple[Argument, ...]
    rule: str
    implied: bool = False
    asserted: bool = True
    polarity: str = "affirmed"
    modality: str = ""
    conditions: tuple[Phrase, ...] = ()
    attributed: Phrase | None = None
