"""What differs between two revisions of one source, as things that can be shown and cited."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from contract.records import Revision, Span


class FamilyKind(StrEnum):
    """What the revisions of a source are to one another."""

    REVISIONS = "revisions"  # one document, revised: what differs is what changed
    NOTES = "notes"  # a document about each version (release notes): what changed in a version is its text


class ChangeKind(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"  # the same words in another section
    REWORDED = "reworded"
    VALUE = "value"  # the same words with other numbers, or another value in a table's cell


class Novelty(StrEnum):
    """Labels are an order, no history: what one version lacks its neighbours may have."""

    NEW = "new"  # no earlier revision has what came, no later one what went
    RESTORED = "restored"  # it came, and an earlier revision had it
    RETURNS = "returns"  # it went, and a later revision has it again


@dataclass(frozen=True, slots=True)
class Side:
    """Where one side of a change stands: ``span`` is in the passage's ``shown`` text, and ``text`` its words."""

    passage_id: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. ``old`` is None for what was added, ``new`` for what was removed.

    ``path`` is the section's heading path in the newer revision (in the older one for what was removed). ``cell`` is the
    row's key and the column of a table's cell. ``count`` is how many units were taken together: the lines of a run of
    code, the sentences of a whole section (``whole``), or the places of one and the same substitution.
    """

    id: str
    kind: ChangeKind
    novelty: Novelty
    path: tuple[str, ...]
    old: Side | None
    new: Side | None
    cell: tuple[str, str] | None = None
    count: int = 1
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """What a source's revision ``newer`` has against ``older``.

    ``older`` is None for the oldest revision, and for notes, whose own sections are what changed.
    """

    uri: str
    family: FamilyKind
    older: Revision | None
    newer: Revision
    changes: tuple[Change, ...]
