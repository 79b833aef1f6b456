"""The log of what a tenant was told, and what follows from it.

``graph/timeline.py`` turns a history into what is in force; stores keep the history and the derived state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from contract.time import Instant, Interval


class ActKind(StrEnum):
    REPEAL = "repeal"
    REPLACE = "replace"
    REINSTATES = "reinstates"
    NULLITY = "nullity"
    KNOWN_AS = "known_as"  # no act on another: ``target`` is a name that this source goes by


class Polarity(StrEnum):
    ASSERTED = "asserted"
    NEGATED = "negated"
    QUOTED = "quoted"
    CONDITIONAL = "conditional"


@dataclass(frozen=True, slots=True)
class Act:
    """What one revision does to another source, or to one section of it.

    ``target`` is a URI. ``by`` is the URI of the source that does it where that is not the carrier's own: metadata
    that says ``replaced_by`` on the older side. Such an act waits (dangles) until ``by`` is here.

    ``target`` and ``by`` may also be names: an act binds to the one other source that is known as that, and waits while
    there is none or more than one. A name that is only likely is known conditionally: it counts where no source is sure.
    ``cue`` is where the text says so, half-open; None where metadata does.
    """

    kind: ActKind
    target: str
    section: str | None = None
    effective: Instant | None = None
    polarity: Polarity = Polarity.ASSERTED
    by: str | None = None
    cue: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """One revision of one source became known. ``content`` identifies its text; equal content is equal text."""

    revision_id: str
    source: str
    content: str
    known_at: Instant
    valid_from: Instant | None = None
    valid_to: Instant | None = None
    observed_at: Instant | None = None
    label: str | None = None
    sections: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Delete:
    """A tombstone: every revision of the source known so far is withdrawn."""

    source: str
    known_at: Instant


@dataclass(frozen=True, slots=True)
class Undo:
    """One revision is withdrawn, as if it never came."""

    revision_id: str
    known_at: Instant


@dataclass(frozen=True, slots=True)
class Standing:
    """The source is a standing family: its labels hold side by side."""

    source: str
    known_at: Instant


Event = Put | Delete | Undo | Standing


@dataclass(frozen=True, slots=True)
class Hold:
    """One revision (``section`` None), or one of its sections, is in force during ``valid``."""

    revision_id: str
    section: str | None
    valid: Interval


class SupersessionKind(StrEnum):
    REVISION = "revision"  # a later revision of the same source, or a correction of it
    DECLARED = "declared"  # metadata: replaces, replaced_by
    STATED = "stated"  # a cue in the text
    HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Supersession:
    """An edge from the newer to the older revision, or to a section of it. ``rule`` names the rule that made it."""

    newer: str
    older: str
    kind: SupersessionKind
    effective: Instant
    rule: str
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from a history as known at one instant.

    ``holds`` are disjoint for one (revision, section). ``heads`` is the order of standing revisions, highest label
    first, by source. ``cycles`` are sources that void or supersede one another; ``dangling`` are URIs that acts name
    and that are not here. ``left`` are the revisions that may hold (neither withdrawn, corrected, seen again nor void)
    by source, highest label first, then latest start first.
    """

    holds: tuple[Hold, ...] = ()
    supersessions: tuple[Supersession, ...] = ()
    withdrawn: frozenset[str] = frozenset()
    sightings: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cycles: tuple[tuple[str, ...], ...] = ()
    dangling: frozenset[str] = frozenset()
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
