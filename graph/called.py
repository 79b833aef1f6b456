"""Who is meant by a name that an act gives: the one other source that goes by it.

A function of what is known, so that an act binds the same whichever of the two came first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from contract.history import Act, ActKind, Polarity, Put


@dataclass(frozen=True, slots=True)
class Called:
    """The sources that are here, and by name those that surely go by it and those that are likely to."""

    here: frozenset[str] = frozenset()
    sure: Mapping[str, frozenset[str]] = field(default_factory=dict)
    likely: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def source(self, name: str, other_than: str) -> str:
        """The source of this URI, else the only other one that is called so; the name itself where nobody can tell."""
        if name in self.here:
            return name
        for known in (self.sure, self.likely):
            meant = known.get(name, frozenset()) - {other_than}
            if meant:
                return next(iter(meant)) if len(meant) == 1 else name
        return name

    def bound(self, act: Act, carrier: str) -> Act:
        """The act with sources in the place of names. Neither end of it is the other."""
        by = None if act.by is None else self.source(act.by, act.target)
        target = self.source(act.target, by or carrier)
        return act if (target, by) == (act.target, act.by) else replace(act, target=target, by=by)


def called(puts: Iterable[Put]) -> Called:
    """The names that these revisions give their sources."""
    found: dict[Polarity, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    here = set()
    for put in puts:
        here.add(put.source)
        for act in put.acts:
            if act.kind is ActKind.KNOWN_AS:
                found[act.polarity][act.target].add(put.source)
    return Called(frozenset(here), _frozen(found[Polarity.ASSERTED]), _frozen(found[Polarity.CONDITIONAL]))


def _frozen(names: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {name: frozenset(sources) for name, sources in names.items()}
