"""Who may see what: audience, principal, scope."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from contract.time import Instant

MOST = 3  # the highest level: restricted


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may read a revision: a level (0 public … 3 restricted) and a set of groups (empty: any group)."""

    level: int = 0
    groups: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """The canonical form that a store interns as an ``audience_id``."""
        return f"{self.level}:{','.join(sorted(self.groups))}"

    def includes(self, other: Audience) -> bool:
        """True if whoever may read ``self`` may read ``other`` too."""
        return other.level <= self.level and (not other.groups or (bool(self.groups) and self.groups <= other.groups))


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks."""

    tenant: str = "default"
    subject: str = "anonymous"
    level: int = 0
    groups: frozenset[str] = frozenset()

    def may_read(self, audience: Audience) -> bool:
        return audience.level <= self.level and (not audience.groups or bool(audience.groups & self.groups))

    def readable(self, audiences: Iterable[tuple[int, Audience]]) -> frozenset[int]:
        """The ids of the audiences this principal belongs to: worked out once a request."""
        return frozenset(audience_id for audience_id, audience in audiences if self.may_read(audience))


class Holding(StrEnum):
    """Which readable passages a view shows."""

    IN_FORCE = "in_force"  # valid at valid_at as known at known_at
    LAPSED = "lapsed"  # known and not withdrawn, but not in force: for what is held back, and why
    ANY = "any"  # either: only with pinned revisions


@dataclass(frozen=True, slots=True)
class Scope:
    """What one request may see. A store is only ever read through a view that is fixed to one of these.

    ``revisions`` pins the view to named revisions (a question about a version); empty means no pin. ``without`` are
    revisions in force that are left out all the same: of a standing family, those below its head.
    """

    tenant: str
    audience_ids: frozenset[int]
    valid_at: Instant
    known_at: Instant
    holding: Holding = Holding.IN_FORCE
    revisions: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def lapsed(self) -> Scope:
        return replace(self, holding=Holding.LAPSED, revisions=frozenset())

    def pinned(self, revisions: Iterable[str]) -> Scope:
        return replace(self, holding=Holding.ANY, revisions=frozenset(revisions))

    def leaving_out(self, revisions: Iterable[str]) -> Scope:
        return replace(self, without=frozenset(revisions))

    def at(self, valid_at: Instant) -> Scope:
        return replace(self, valid_at=valid_at)
