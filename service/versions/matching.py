"""How much of an asked thing a text of a family says: by stems, each weighed by how rare it is in the family."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from extraction.editions import Edition, Unit, UnitKind
from language.words import stems
from retrieval.thing import Thing

_LIKE = 6  # letters of a like beginning
_LIKENESS = 0.7  # what it counts, against 1 for the same stem


@dataclass(frozen=True, slots=True)
class Wanted:
    """An asked thing, weighed: the weights of its stems sum to 1."""

    weights: Mapping[str, float]
    language: str
    in_code: bool

    def share(self, texts: Iterable[str]) -> float:
        """The share of the thing that some texts say together, 0–1."""
        held = frozenset[str]().union(*(_stems(text, self.language) for text in texts))
        starts = {stem[:_LIKE] for stem in held if len(stem) >= _LIKE}
        return sum(
            weight * (1.0 if stem in held else _LIKENESS if len(stem) >= _LIKE and stem[:_LIKE] in starts else 0.0)
            for stem, weight in self.weights.items()
        )

    def fits(self, unit: Unit) -> bool:
        """Whether a unit is of the asked kind."""
        return unit.kind is UnitKind.CODE or not self.in_code


def wanted(what: Thing, editions: Sequence[Edition], language: str) -> Wanted:
    """Weigh a thing by the units of a family: ln(1 + N/n), a stem that no unit has counts as the rarest."""
    texts = {unit.key: unit.text for edition in editions for unit in edition.units}
    counts = Counter(stem for text in texts.values() for stem in _stems(text, language) if stem in what.stems)
    raw = {stem: math.log(1 + len(texts) / max(1, counts[stem])) for stem in what.stems}
    total = sum(raw.values()) or 1.0
    return Wanted({stem: weight / total for stem, weight in raw.items()}, language, what.in_code)


@lru_cache(maxsize=65536)
def _stems(text: str, language: str) -> frozenset[str]:
    return frozenset(stems(text, language))
