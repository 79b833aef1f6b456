"""Which version a thing came with, and which it went with: presence over the revisions of a family.

Labels are an order, no history: a thing may be in one version, out of the next and in again. So where it lacks is said too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from contract.changes import ChangeKind, FamilyKind
from contract.evidence import Aspect, Evidence, Question
from contract.records import Span
from extraction.changes import compare
from extraction.editions import Unit
from extraction.presence import Bitmap, first_unit, mentions, named, standing
from language.words import words
from retrieval.cues import in_any
from retrieval.thing import Thing
from service.composed import Composed, Shown, composed, listed, passage, record, whole
from service.texts import say
from service.versions.families import Family, Version
from service.versions.matching import Wanted, wanted

ENOUGH = 0.6  # share of the thing that what came must say
SAID = 0.5  # share of what is asked beside a code that the code's own section must say
_NOTES = 3  # versions that are quoted where several notes name a thing


@dataclass(frozen=True, slots=True)
class Found:
    """A thing in a family: where it stands, the unit that shows it, and how much of the question that is."""

    family: Family
    name: str
    said: str
    there: Bitmap
    units: tuple[tuple[int, Unit], ...]
    share: float


def since(families: Sequence[tuple[Family, str]], what: Thing, question: Question) -> Composed | None:
    """Since when, or until when, a thing is in a source; None where no source has it. Families come with their names."""
    options = [found for family, name in families if (found := _find(family, name, what, question.language))]
    best = max(options, key=lambda found: found.share, default=None)
    if best is None:
        return None
    if best.family.kind is FamilyKind.NOTES:
        return composed(question, list(_noted(best, question.language)), "since")
    return composed(question, list(_told(best, question)), "since")


def _find(family: Family, name: str, what: Thing, language: str) -> Found | None:
    """By its codes where the version that they came with says all that is asked of them, else by what came later."""
    weighed = wanted(what, family.editions, language)
    by_code = _by_code(family, name, what)
    beside = replace(what, stems=tuple(each for each in what.stems if each not in _own_stems(what)))
    if by_code and (not beside.stems or (not all(by_code.there) and _came_with(by_code, beside, language))):
        return by_code
    if not what.stems:
        return by_code
    if family.kind is FamilyKind.NOTES:
        return _by_note(family, name, weighed) or by_code
    return _by_words(family, name, weighed, what.codes if by_code else ()) or by_code


def _came_with(found: Found, beside: Thing, language: str) -> bool:
    """Whether the sections that say a code say the rest of what is asked where the code stands first."""
    edition = found.family.editions[found.there.index(True)]
    rest = wanted(beside, found.family.editions, language)
    saying = [each for each in edition.parts if _mentions(each.path, each.units, [found.said])]
    return any(rest.share([*part.path[1:], *(unit.text for unit in part.units)]) >= SAID for part in saying)


def _mentions(path: Sequence[str], units: Sequence[Unit], codes: Sequence[str]) -> bool:
    texts = [*path[1:], *(unit.text for unit in units)]
    return all(any(mentions(text, code) for text in texts) for code in codes)


def _own_stems(what: Thing) -> set[str]:
    return {stem for stem in what.stems if any(stem in code.casefold() for code in what.codes)}


def _by_code(family: Family, name: str, what: Thing) -> Found | None:
    """Where all of the codes stand that the family has."""
    held = {code: there for code in what.codes if any(there := named(family.editions, code))}
    if not held:
        return None
    together = tuple(all(column) for column in zip(*held.values(), strict=True))
    code, there = min(held.items(), key=lambda item: sum(item[1]))
    there = together if any(together) else there
    units = [(at, first_unit(family.editions[at], code)) for at, stands in enumerate(there) if stands]
    shown = tuple((at, unit) for at, unit in units if unit is not None)
    return Found(family, name, code, there, shown, 1.0 + len(held) / len(what.codes)) if shown else None


def _by_words(family: Family, name: str, weighed: Wanted, codes: Sequence[str]) -> Found | None:
    """What came with one version and says the most of the thing; the first such version of several that say as much.

    With ``codes`` only what is about them.
    """
    best: Found | None = None
    for at, units, path in _arrivals(family):
        fitting = [unit for unit in units if weighed.fits(unit)] if _mentions(path, units, codes) else []
        share = weighed.share([*path[1:], *(unit.text for unit in fitting)]) if fitting else 0.0
        if share >= ENOUGH and (best is None or share > best.share + 1e-9):
            unit = max(fitting, key=lambda each: weighed.share([each.text]))
            there = standing(family.editions, [unit.key])
            best = Found(family, name, unit.text, there, ((at, unit),), share)
    return best


def _arrivals(family: Family) -> Iterator[tuple[int, Sequence[Unit], tuple[str, ...]]]:
    """By version and section, what no earlier version has; of the first version all."""
    known: set[str] = set()
    for at, version in enumerate(family.versions):
        before = family.base(at)
        if before is None:
            yield from ((at, part.units, part.path) for part in version.edition.parts)
        else:
            sections: dict[tuple[str, ...], list[Unit]] = {}
            for each in compare(family.versions[before].edition, version.edition):
                if each.kind is not ChangeKind.MOVED:
                    sections.setdefault(each.path, []).extend(unit for unit in each.new if unit.key not in known)
            yield from ((at, units, path) for path, units in sections.items() if units)
        known |= version.edition.keys.keys()


def _by_note(family: Family, name: str, weighed: Wanted) -> Found | None:
    """The notes whose one sentence says the most of the thing."""
    scored = [
        (weighed.share([unit.text]), at, unit)
        for at, edition in enumerate(family.editions)
        for unit in edition.units
        if weighed.fits(unit)
    ]
    best = max((share for share, _, _ in scored), default=0.0)
    if best < ENOUGH:
        return None
    units: dict[int, Unit] = {}
    for share, at, unit in scored:
        if share >= best - 1e-9:
            units.setdefault(at, unit)
    there = tuple(at in units for at in range(len(family.versions)))
    return Found(family, name, "", there, tuple(units.items()), best)


def _noted(found: Found, language: str) -> Iterator[Shown]:
    for at, unit in found.units[:_NOTES]:
        version = found.family.versions[at]
        values = {"name": found.name, "version": called(version, language), "text": flat(unit.text)}
        yield Shown(say("versions_noted", language, **values), (cited(version, unit),))


def _told(found: Found, question: Question) -> Iterator[Shown]:
    language, there, versions = question.language, found.there, found.family.versions
    first, last = there.index(True), len(there) - 1 - there[::-1].index(True)
    proof = record([one.revision for one in versions], _presence(found, language), language)
    place, shown = next((each for each in found.units if each[0] == first), found.units[0])
    quoted = cited(versions[place], shown)
    values = {"thing": flat(found.said), "name": found.name}
    if question.aspect is Aspect.UNTIL:
        gone = not in_any("went").isdisjoint(word.folded for word in words(question.text))
        yield Shown(_until(found, last, values, language, gone=gone), (quoted, whole(proof)))
        return
    key = "versions_since" if first else "versions_since_oldest"
    values["version"] = called(versions[first], language)
    yield Shown(say(key, language, **values), (quoted, whole(proof)))
    if gaps := [versions[at].label for at in range(first, len(there)) if not there[at]]:
        yield Shown(say("versions_absent", language, labels=listed(gaps)), (whole(proof),))


def _until(found: Found, last: int, values: dict[str, str], language: str, *, gone: bool) -> str:
    """With which version a thing went, where that is asked; else which was the last to have it."""
    versions = found.family.versions
    version = called(versions[last], language)
    if last == len(versions) - 1:
        return say("versions_still", language, **values, version=version)
    key = "versions_gone" if gone else "versions_until"
    return say(key, language, **values, version=version, next=called(versions[last + 1], language))


def _presence(found: Found, language: str) -> str:
    labels = [(version.label, there) for version, there in zip(found.family.versions, found.there, strict=True)]
    yes, no = (listed(label for label, there in labels if there is wanted) for wanted in (True, False))
    values = {"thing": flat(found.said), "name": found.name, "yes": yes, "no": no or "–"}
    return say("versions_presence", language, **values)


def called(version: Version, language: str) -> str:
    """A version in words: by its label, else by the day it holds from."""
    key = "versions_labelled" if version.revision.metadata.revision else "versions_dated"
    return say(key, language, label=version.label)


def cited(version: Version, unit: Unit) -> tuple[Evidence, Span]:
    """Where a unit stands, as evidence with its span."""
    return passage(version.located[unit.passage_id]), unit.span


def flat(text: str, most: int = 200) -> str:
    """A text on one line, without the marks around it; a long one cut."""
    line = " ".join(text.split()).strip("`*_>- ")
    return line if len(line) <= most else f"{line[: most - 1]}…"
