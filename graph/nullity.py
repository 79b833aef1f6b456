"""Rule 3 of the normal form: which sources are void."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graph.cycles import cycles, edges, reverse


@dataclass(frozen=True, slots=True)
class Resolution:
    """``cycles`` are the groups of sources that void one another and of which none comes first, each sorted."""

    void: frozenset[str]
    cycles: tuple[tuple[str, ...], ...]


def resolve(nullities: Iterable[tuple[str, str]]) -> Resolution:
    """Decide who is void, given (who declares it, whose nullity) pairs of different sources.

    From the unchallenged ones down: they stand, what they challenge is void, and a void source voids nothing. Where
    everyone left is challenged there are cycles: the members of one that nobody outside it challenges stand too.
    """
    undecided = edges(nullities)
    void: set[str] = set()
    found: list[tuple[str, ...]] = []
    while undecided:
        challengers = reverse(undecided)
        standing = {source for source in undecided if not challengers[source]}
        if not standing:
            unchallenged = [c for c in cycles(undecided) if all(challengers[member] <= c for member in c)]
            found += [tuple(sorted(cycle)) for cycle in unchallenged]
            standing = set().union(*unchallenged)
        struck = {target for source in standing for target in undecided[source]} - standing
        void |= struck
        decided = standing | struck
        undecided = {source: targets - decided for source, targets in undecided.items() if source not in decided}
    return Resolution(frozenset(void), tuple(sorted(found)))
