"""What changed between two versions, told from the differences of their texts; also where no changelog says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contract.changes import ChangeKind, FamilyKind
from contract.evidence import Evidence, Question
from contract.records import Span
from extraction.changes import Difference, compare
from extraction.editions import Part, Unit, UnitKind
from extraction.presence import mentions, named
from language.words import words
from retrieval.cues import in_any
from retrieval.thing import Thing
from service.composed import Composed, Shown, composed, listed
from service.texts import say
from service.versions.families import Family, Version
from service.versions.matching import Wanted, wanted
from service.versions.noted import noted
from service.versions.since import called, cited, flat

ABOUT = 0.75  # share of the thing that a section, or a change with its section, must say to be about it
MOST = 8  # changes that are told; the rest is counted
NAMED = 40  # whole sections of the rest that are named, at most
_KEYED = re.compile(r"\s*(?:[-*]\s+)?(?:[\w-]{1,20}:(?:\s|$)|v?\d[\w.]*\s*$)")
_ORDER = (ChangeKind.VALUE, ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.REWORDED, ChangeKind.MOVED)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two versions of one family, and what the newer has against the older; ``name`` is what the question calls them."""

    family: Family
    name: str
    older: Version
    newer: Version

    @property
    def differences(self) -> tuple[Difference, ...]:
        return compare(self.older.edition, self.newer.edition)


@dataclass(frozen=True, slots=True)
class Place:
    """A section that is about a thing, and how much of it its headings say."""

    part: Part
    share: float


def changed(families: Sequence[tuple[Family, str]], what: Thing, question: Question) -> Composed | None:
    """What changed, of a thing or in all. None where no source has the versions, or none of them says anything of the thing.

    That nothing changed is said only of a thing that is there, in a section that both versions have.
    """
    for family, name in families:
        if family.kind is FamilyKind.NOTES and (said := noted(family, name, what, question)):
            return composed(question, said, "changed")
    pairs = [pair for family, name in families if (pair := _pair(family, name, what, question))]
    if not pairs:
        return None
    if what.empty:
        said = [shown for pair in pairs for shown in _told(pair, _asked(pair.differences, question), question.language)]
        return composed(question, said, "changed")
    about = [(pair, *_about(pair, what, question.language)) for pair in pairs]
    told = [(pair, _asked(found, question)) for pair, found, _ in about if found]
    if told:
        return composed(question, [s for pair, found in told for s in _told(pair, found, question.language)], "changed")
    same = [(pair, place) for pair, _, place in about if place is not None]
    if not same:
        return None
    pair, place = max(same, key=lambda each: each[1].share)
    return composed(question, [_unchanged(pair, place.part, question.language)], "changed")


def _asked(found: Sequence[Difference], question: Question) -> Sequence[Difference]:
    """What came, or what went, where the question asks for one of them and there is some; else all."""
    said = {word.folded for word in words(question.text)}
    came, went = (not in_any(name).isdisjoint(said) for name in ("came", "went"))
    if came == went:
        return found
    kind = ChangeKind.ADDED if came else ChangeKind.REMOVED
    return [each for each in found if each.kind is kind] or found


def _pair(family: Family, name: str, what: Thing, question: Question) -> Pair | None:
    """The two versions that the question names; one against its base; the last against its base where it names none.

    Where the base lacks the code that is asked about, the latest earlier version that has it stands in.
    """
    if family.kind is FamilyKind.NOTES:
        return None
    asked = sorted({at for label in question.versions if (at := family.at(label)) is not None})
    if question.versions and not asked:
        return None
    if len(asked) > 1:
        older, newer = asked[0], asked[-1]
    else:
        newer = asked[0] if asked else len(family.versions) - 1
        before = family.base(newer)
        if before is None:
            return None
        older = (
            before
            if _has(family, before, what) or not _has(family, newer, what)
            else _latest(family, newer, what, before)
        )
    return Pair(family, name, family.versions[older], family.versions[newer])


def _has(family: Family, at: int, what: Thing) -> bool:
    return all(any(named([family.versions[at].edition], code)) for code in what.codes)


def _latest(family: Family, newer: int, what: Thing, base: int) -> int:
    return next((at for at in reversed(range(newer)) if _has(family, at, what)), base)


def _about(pair: Pair, what: Thing, language: str) -> tuple[list[Difference], Place | None]:
    """The changes that are about a thing, and the section of the newer version that says the most of it, by its heading first."""
    weighed = wanted(what, (pair.older.edition, pair.newer.edition), language)
    found = [each for each in pair.differences if _says(weighed, what, each.path, (*each.old, *each.new))]
    places = [
        Place(part, _heads(what, part) + weighed.share(part.path[1:]))
        for part in pair.newer.edition.parts
        if part.units and _says(weighed, what, part.path, part.units)
    ]
    return found, max(places, key=lambda place: place.share, default=None)


def _says(weighed: Wanted, what: Thing, path: Sequence[str], units: Sequence[Unit]) -> bool:
    texts = [*path[1:], *(unit.text for unit in units), *(cell for unit in units if unit.cell for cell in unit.cell)]
    if what.codes and not all(any(mentions(text, code) for text in texts) for code in what.codes):
        return False
    return not weighed.weights or weighed.share(texts) >= ABOUT


def _heads(what: Thing, part: Part) -> bool:
    return any(mentions(part.path[-1], code) for code in what.codes)


def _told(pair: Pair, found: Sequence[Difference], language: str) -> Iterator[Shown]:
    """The changes one by one, values first; what does not fit is counted."""
    if not found:
        key, newer, older = "changed_nothing", called(pair.newer, language), called(pair.older, language)
        first = pair.newer.edition.units[0]
        yield Shown(say(key, language, name=pair.name, newer=newer, older=older), (cited(pair.newer, first),))
        return
    ranked = sorted(found, key=lambda each: (_is_metadata(each), not each.whole, _ORDER.index(each.kind)))
    for number, each in enumerate(ranked[:MOST]):
        yield _one(pair, each, language, opening=number == 0)
    if len(ranked) > MOST:
        rest = ranked[MOST:]
        whole = [each for each in rest if each.whole][:NAMED]
        by = tuple(side for each in whole or rest[:1] for side in _sides(pair, each))
        names = listed(dict.fromkeys(_heading(each.path[-1:]) for each in whole))
        key = "changed_more_named" if whole else "changed_more"
        yield Shown(say(key, language, count=len(rest), names=names), by)


def _is_metadata(each: Difference) -> bool:
    """Whether a change is about keys and their values alone, or a bare list of versions or dates."""
    return (
        all(
            unit.kind is UnitKind.LINE or all(_KEYED.match(line) for line in unit.text.splitlines())
            for unit in (*each.old, *each.new)
            if not unit.cell
        )
        and not (each.new or each.old)[0].cell
    )


def _one(pair: Pair, each: Difference, language: str, *, opening: bool) -> Shown:
    where = _heading(each.path)
    if cell := (each.new or each.old)[0].cell:
        where = f"{where}: {cell[0]}, {cell[1]}"
    old, new = (flat(" ".join(unit.text for unit in _told_units(units))) for units in (each.old, each.new))
    key = f"changed_section_{each.kind}" if each.whole else f"changed_{each.kind}"
    said = say(key, language, where=where, old=old, new=new)
    if opening:
        values = {"name": pair.name, "newer": called(pair.newer, language), "older": called(pair.older, language)}
        said = f"{say('changed_between', language, **values)} {said}"
    return Shown(said, tuple(_sides(pair, each)))


def _told_units(units: Sequence[Unit]) -> Sequence[Unit]:
    """Of a whole section the prose, where it has some: its keys and their values say little."""
    return [unit for unit in units if unit.kind is UnitKind.SENTENCE and not _KEYED.match(unit.text)] or units


def _heading(path: Sequence[str]) -> str:
    return " › ".join(flat(part.replace("`", "")) for part in path[1:] or path)


def _sides(pair: Pair, each: Difference) -> Iterator[tuple[Evidence, Span]]:
    """Both sides of a change, as evidence with spans."""
    for version, units in ((pair.older, each.old), (pair.newer, each.new)):
        if units:
            first = units[0]
            last = [unit for unit in units if unit.passage_id == first.passage_id][-1]
            item, span = cited(version, first)
            yield item, Span(span.start, last.span.end)


def _unchanged(pair: Pair, part: Part, language: str) -> Shown:
    """That a section reads the same in both: shown by the section in the newer one, and where it begins in the older."""
    values = {"newer": called(pair.newer, language), "older": called(pair.older, language), "name": pair.name}
    text = say("changed_nothing_in", language, where=_heading(part.path), **values)
    twin = next((unit for unit in pair.older.edition.units if unit.key == part.units[0].key), None)
    by = [cited(pair.newer, part.units[0])] + ([cited(pair.older, twin)] if twin else [])
    return Shown(text, tuple(by))
