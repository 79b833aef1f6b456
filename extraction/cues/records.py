"""A supersession cue as it was read: what is said, apart from whether what it speaks of is here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from contract.history import Polarity
from contract.records import Span
from contract.time import Instant


class CueKind(StrEnum):
    REPEAL = "repeal"
    NULLITY = "nullity"
    REPLACE = "replace"
    REINSTATES = "reinstates"
    SUSPEND = "suspend"
    ABANDONED = "abandoned_in_favour"  # the older one was never in force


class Direction(StrEnum):
    SUPERSEDES = "supersedes"  # this text ends the other
    SUPERSEDED_BY = "superseded_by"  # another ends this one
    THIRD_PARTY = "third_party"  # it tells of what one other did to another


class Reach(StrEnum):
    WHOLE = "whole"
    WHOLE_WITH_EXCEPTION = "whole_with_exception"
    SECTION = "section"
    PARTIAL = "partial"  # a part that no section's name stands for, or «en lo que se oponga»


class Confidence(StrEnum):
    """How sure it is that the words do what they say, surest first."""

    PERFORMATIVE = "performative"  # saying so does it
    ASSERTIVE = "assertive"  # it tells of what was done elsewhere


class EffectBasis(StrEnum):
    EXPLICIT = "explicit"
    RELATIVE = "relative"  # so long after the text's own start
    PROMULGATION = "promulgation"  # with the text itself
    UNKNOWN = "unknown"  # a date that someone is still to fix


@dataclass(frozen=True, slots=True)
class Effect:
    """From when a cue takes effect. ``delay`` is microseconds after the text's start, ``lasting`` how long it holds."""

    basis: EffectBasis = EffectBasis.PROMULGATION
    at: Instant | None = None
    delay: int = 0
    until: Instant | None = None
    lasting: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """Another document as it is written. ``kind`` is the table's ("law"); ``number`` has no separators of thousands.

    ``name`` is what a document without a number is called; ``date`` is the ISO day that is cited with it.
    """

    kind: str
    span: Span
    number: str | None = None
    name: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Cue:
    """What one text says that a text does to ``target``. ``span`` is in the document; sections are names of headings.

    ``by`` is who does it where that is not this document (a third party, or who supersedes this one); ``target`` None is
    this document.
    """

    span: Span
    kind: CueKind
    direction: Direction
    target: Reference | None
    reach: Reach = Reach.WHOLE
    sections: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    polarity: Polarity = Polarity.ASSERTED
    effect: Effect = Effect()
    confidence: Confidence = Confidence.PERFORMATIVE
    by: Reference | None = None
