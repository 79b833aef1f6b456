"""Which entities are one: entries that say so, or say the opposite, and what follows from them for a reader.

No fact, mention or definition is ever rewritten. Entries are only added; what is one at any known time follows from those up
to then, so that a question as known before sees two where a later one sees one, and what is taken back was never there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from contract.records import Entity
from contract.time import Instant


class MergeKind(StrEnum):
    SAME = "same"  # two entities are one
    APART = "apart"  # a person says that they are not, whatever the rules say
    LIFTED = "lifted"  # a person takes back what people said of the two: the rules alone speak


class MergeRule(StrEnum):
    """Who says so, or why."""

    HUMAN = "human"
    FORM = "form"  # the two names differ only in how one name is written
    TYPING = "typing"  # ... or in a slip
    ALIAS = "alias"  # a passage says that one is another name of the other


@dataclass(frozen=True, slots=True)
class MergeEntry:
    """``name_id`` is the entity that gives its name up, ``of_id`` the one that it is counted as; of ``APART`` and ``LIFTED``
    the order means nothing. ``by`` is the person; empty: the service itself. An alias counts where a reader may know
    ``passage_id``. ``known_at`` and ``number`` (of the commit) are the store's.
    """

    name_id: str
    of_id: str
    kind: MergeKind
    rule: MergeRule
    by: str = ""
    note: str = ""
    passage_id: str | None = None
    known_at: Instant = 0
    number: int = 0

    @property
    def pair(self) -> tuple[str, str]:
        """The two entities, whatever the order."""
        return (self.name_id, self.of_id) if self.name_id < self.of_id else (self.of_id, self.name_id)


@dataclass(frozen=True, slots=True)
class Identity:
    """An entity as one reader may know it: all that is counted as it, and why.

    ``members`` are the entities as each is called, ``entity`` itself first, the others by name. ``merges`` are the entries
    that hold them together, ``apart`` those that keep one of them from another entity that the reader may know.
    """

    entity: Entity
    members: tuple[Entity, ...]
    merges: tuple[MergeEntry, ...] = ()
    apart: tuple[MergeEntry, ...] = ()
