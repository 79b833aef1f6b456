"""What changed between two editions of one document, by section and table cell, in as few records as tell it.

Units with equal keys are no change. What is left is paired greedily inside sections that continue one another (words in
common at least ``PAIRED``), then looked for elsewhere (moved); the rest was removed or added. Then records are rolled up: a
whole section, a run of code, and one substitution in many places are one record each.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache

from contract.changes import ChangeKind
from extraction.alignment import align
from extraction.editions import Edition, Part, Unit, UnitKind, said

PAIRED = 0.55  # share of words in common that makes two units one, reworded
SAME_CELL = 0.3  # what the same row, or column, adds for cells
MOVED = 0.9  # likeness from which a unit that stands elsewhere was moved there
LEAST_MOVED = 20  # characters of a unit that can be known again elsewhere
BOILERPLATE = 3  # a unit that stands in more places was not moved
BLANK = 3  # characters between two lines of code that follow one another
_CODE = re.compile(r"(?<![\w.-])[A-Z]{1,10}(?:[-_][A-Z]+)*[-_]?\d+(?![\w.])|(?<![\w-])[A-Z]{2,}(?:_[A-Z\d]+)+(?!\w)")
PLACES, SECTIONS = 4, 2  # a substitution in so many units of so many sections is one record


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two editions; ``old`` and ``new`` as in ``contract.changes.Change``."""

    kind: ChangeKind
    path: tuple[str, ...]
    old: tuple[Unit, ...] = ()
    new: tuple[Unit, ...] = ()
    whole: bool = False
    count: int = 1

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of what came, else of what went."""
        return tuple(unit.key for unit in self.new or self.old)


@dataclass(slots=True)
class _Left:
    """The units of one section (pair) without an equal one on the other side."""

    old_part: Part | None
    new_part: Part | None
    old: list[Unit]
    new: list[Unit]

    @property
    def path(self) -> tuple[str, ...]:
        part = self.new_part or self.old_part
        return part.path if part else ()


@lru_cache(maxsize=256)
def compare(old: Edition, new: Edition) -> tuple[Difference, ...]:
    """What ``new`` has against ``old``, in the order of ``new``; what was removed stands where it stood."""
    left = [_without_equal(each) for each in _sections(old, new)]
    found = list(_paired(left)) + list(_moved(left, old, new))
    found += [one for each in left for one in _rest(each)]
    at = {path: number for number, path in enumerate(dict.fromkeys(each.path for each in left))}
    return tuple(sorted(_substituted(found), key=lambda each: at.get(each.path, len(at))))


def _sections(old: Edition, new: Edition) -> Iterator[_Left]:
    pairs = align(old, new)
    for at, part in enumerate(new.parts):
        before = old.parts[pairs[at]] if at in pairs else None
        yield _Left(before, part, list(before.units) if before else [], list(part.units))
    continued = set(pairs.values())
    for at, part in enumerate(old.parts):
        if at not in continued:
            yield _Left(part, None, list(part.units), [])


def _without_equal(each: _Left) -> _Left:
    had, has = Counter(unit.key for unit in each.old), Counter(unit.key for unit in each.new)
    each.old, each.new = _beyond(each.old, has), _beyond(each.new, had)
    return each


def _beyond(units: Iterable[Unit], others: Counter[str]) -> list[Unit]:
    """The units that the other side does not have, or not so often."""
    free = Counter(others)
    kept = []
    for unit in units:
        if free[unit.key] > 0:
            free[unit.key] -= 1
        else:
            kept.append(unit)
    return kept


def _paired(left: Iterable[_Left]) -> Iterator[Difference]:
    """Units of one section that were reworded, or got another value; both are taken out."""
    for each in left:
        ratios = sorted(
            (
                (-ratio, at, before)
                for at, unit in enumerate(each.new)
                for before, other in enumerate(each.old)
                if (ratio := _likeness(other, unit)) >= PAIRED
            )
        )
        olds, news = set[int](), set[int]()
        for _, at, before in ratios:
            if at in news or before in olds:
                continue
            news.add(at)
            olds.add(before)
            one, other = each.old[before], each.new[at]
            yield Difference(_kind(one, other), each.path, (one,), (other,))
        each.old = [unit for at, unit in enumerate(each.old) if at not in olds]
        each.new = [unit for at, unit in enumerate(each.new) if at not in news]


def _likeness(old: Unit, new: Unit) -> float:
    if (old.kind is UnitKind.CODE) != (new.kind is UnitKind.CODE) or bool(old.cell) != bool(new.cell):
        return 0.0
    if _about_another(old, new):
        return 0.0
    same_place = 0.0
    if old.cell and new.cell:
        same_place = SAME_CELL * ((old.cell[0] == new.cell[0]) + (old.cell[1] == new.cell[1]))
    mine, theirs = said(old.text), said(new.text)
    most = 2 * (Counter(mine) & Counter(theirs)).total() / max(1, len(mine) + len(theirs))
    if most + same_place < PAIRED:
        return 0.0
    return SequenceMatcher(None, mine, theirs, autojunk=False).ratio() + same_place


def _about_another(old: Unit, new: Unit) -> bool:
    """Whether two units name codes and have none in common: what is said of E-12 did not become what is said of E-47."""
    if old.kind is UnitKind.CODE or old.cell:
        return False
    mine, theirs = (frozenset(_CODE.findall(unit.text)) for unit in (old, new))
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)


def _kind(old: Unit, new: Unit) -> ChangeKind:
    if old.cell and new.cell:
        return ChangeKind.VALUE
    return ChangeKind.VALUE if _numbers(old) != _numbers(new) else ChangeKind.REWORDED


def _numbers(unit: Unit) -> list[str]:
    return sorted(word for word in said(unit.text) if any(char.isdigit() for char in word) and not word.isalpha())


def _moved(left: Sequence[_Left], old: Edition, new: Edition) -> Iterator[Difference]:
    """What stands in another section now. What stands in many places is boilerplate, and moves nowhere."""
    went = [(each, unit) for each in left for unit in each.old if _can_move(unit, old)]
    by_key: dict[str, list[tuple[_Left, Unit]]] = defaultdict(list)
    for each, unit in went:
        by_key[unit.key].append((each, unit))
    for each in left:
        for unit in list(each.new):
            if not _can_move(unit, new):
                continue
            source = by_key[unit.key].pop(0) if by_key[unit.key] else None
            if source is None and unit.kind is not UnitKind.CODE:
                source = next((one for one in went if one[1] in one[0].old and _very_like(one[1], unit)), None)
            if source is not None and source[1] in source[0].old:
                source[0].old.remove(source[1])
                each.new.remove(unit)
                yield Difference(ChangeKind.MOVED, each.path, (source[1],), (unit,))


def _can_move(unit: Unit, within: Edition) -> bool:
    return not unit.cell and len(unit.key) >= LEAST_MOVED and within.keys[unit.key] <= BOILERPLATE


def _very_like(old: Unit, new: Unit) -> bool:
    if abs(len(old.key) - len(new.key)) > (1 - MOVED) * 2 * max(len(old.key), len(new.key)):
        return False
    return _likeness(old, new) >= MOVED


def _rest(each: _Left) -> Iterator[Difference]:
    """What was removed or added: a whole section as one, runs of code as one, the rest one by one."""
    continued = each.old_part is not None and each.new_part is not None
    for kind, units in ((ChangeKind.REMOVED, each.old), (ChangeKind.ADDED, each.new)):
        for run in _runs(units) if continued else ([tuple(units)] if units else []):
            old, new = (run, ()) if kind is ChangeKind.REMOVED else ((), run)
            yield Difference(kind, each.path, old, new, whole=not continued, count=len(run))


def _runs(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Lines of code that follow one another go together."""
    run: list[Unit] = []
    for unit in units:
        if run and not _follows(run[-1], unit):
            yield tuple(run)
            run = []
        run.append(unit)
    if run:
        yield tuple(run)


def _follows(one: Unit, other: Unit) -> bool:
    code = one.kind is UnitKind.CODE and other.kind is UnitKind.CODE
    return code and one.passage_id == other.passage_id and other.span.start - one.span.end <= BLANK


def _substituted(found: Sequence[Difference]) -> list[Difference]:
    """One substitution in many places is one record: the first of them, with how many there are."""
    groups: dict[tuple[str, str], list[Difference]] = defaultdict(list)
    for each in found:
        if each.kind in (ChangeKind.REWORDED, ChangeKind.VALUE) and (what := _substitution(each)):
            groups[what].append(each)
    rolled = {
        id(each): group
        for group in groups.values()
        if len(group) >= PLACES and len({one.path for one in group}) >= SECTIONS
        for each in group
    }
    kept = []
    for each in found:
        group = rolled.get(id(each))
        if group is None:
            kept.append(each)
        elif group[0] is each:
            kept.append(replace(each, count=len(group)))
    return kept


def _substitution(each: Difference) -> tuple[str, str] | None:
    """The one run of words that took the place of another; None where more differs."""
    mine, theirs = said(each.old[0].text), said(each.new[0].text)
    edits = [
        (" ".join(mine[a:b]), " ".join(theirs[c:d]))
        for tag, a, b, c, d in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
    different = set(edits)
    return different.pop() if len(different) == 1 else None
