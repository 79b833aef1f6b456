"""Communities of entities and the summaries about them."""

from __future__ import annotations

from dataclasses import dataclass

from contract.access import Audience
from contract.records import Span
from contract.time import Instant


@dataclass(frozen=True, slots=True)
class Community:
    """A cluster of entities at a level (0 the coarsest). The id stays while most of its members do."""

    id: str
    level: int
    parent: str | None
    label: str
    entity_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """One sentence of a summary, taken from a passage: ``span`` in that passage's ``shown`` text."""

    passage_id: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What a community is about, made only of passages that everyone of ``audience`` may read.

    ``signature`` is the id of what it was made from: equal signature, nothing to make again.
    """

    community_id: str
    audience: Audience
    language: str
    sentences: tuple[SummarySentence, ...]
    signature: str
    made_at: Instant

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Theme:
    """A community with the one summary that a reader is shown."""

    community: Community
    summary: Summary
