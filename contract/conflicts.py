"""Conflicts as objects that stay: what the service saw of one, and what people did about it, entry by entry.

A conflict has the id of what it is about (tenant, subject and predicate). Nothing of it is ever changed: its state at any
known time follows from its entries up to then, and from what a reader may read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from contract.evidence import Resolution
from contract.ids import content_id
from contract.records import Literal
from contract.time import Instant


class EntryKind(StrEnum):
    FOUND = "found"  # the service saw these members, and which rung left what
    ASSIGNED = "assigned"
    NOTED = "noted"
    RESOLVED = "resolved"  # a person chose one of the values that were left
    REOPENED = "reopened"  # a person took back what was chosen before


@dataclass(frozen=True, slots=True)
class ConflictMember:
    """A statement as it stood when an entry was made. ``rule`` is the rung that removed it; None: it stood.

    ``value`` is None where its source was withdrawn or purged since.
    """

    revision_id: str
    passage_id: str
    fact_id: str
    value: Literal | None
    rule: Resolution | None = None


@dataclass(frozen=True, slots=True)
class ConflictEntry:
    """One entry of a conflict's history. ``by`` is who made it; empty: the service itself.

    ``members`` are what was seen by whoever made it; of ``RESOLVED`` those that the choice was made over, and ``chosen`` is
    the value. ``resolution`` is what settled it when it was ``FOUND``; None: no conflict any more, or not all of it may be read.
    ``known_at`` and ``number`` (of the commit) are the store's.
    """

    conflict_id: str
    subject_id: str
    predicate: str
    kind: EntryKind
    by: str = ""
    members: tuple[ConflictMember, ...] = ()
    resolution: Resolution | None = None
    chosen: Literal | None = None
    owner: str | None = None
    note: str = ""
    known_at: Instant = 0
    number: int = 0


def conflict_id(tenant: str, subject_id: str, predicate: str) -> str:
    """The id of the conflict on one subject and predicate, whatever its members."""
    return content_id(tenant, subject_id, predicate)
