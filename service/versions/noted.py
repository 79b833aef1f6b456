"""What the notes of one version say: all that is its own, or what they list of a thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contract.evidence import Question
from extraction.editions import Edition, Unit, said
from retrieval.thing import Thing
from service.composed import Shown
from service.texts import say
from service.versions.families import Family, Version
from service.versions.matching import wanted
from service.versions.since import called, cited, flat

MOST = 8  # lines of notes that are told; the rest is counted
ABOUT = 0.75  # share of the thing that a line, with what it stands under, must say to be about it
_OVER = 5  # words of a line that is a heading without its mark


def noted(family: Family, name: str, what: Thing, question: Question) -> list[Shown]:
    """What the notes of each version that the question names say: of a thing, what they list of it; without a thing, what
    no other version's notes say. Lines that differ in their numbers alone are told once."""
    shown: list[Shown] = []
    for at in (at for label in question.versions if (at := family.at(label)) is not None):
        version = family.versions[at]
        units = _own(family, at) if what.empty else _listed(family, version, what, question.language)
        told = _distinct(units)
        shown += [_quoted(version, unit, name, question.language) for unit in told[:MOST]]
        if len(units) > MOST and not what.empty:
            by = (cited(version, units[-1]),)
            shown.append(Shown(say("versions_noted_more", question.language, count=len(units) - MOST), by))
    return shown


def _own(family: Family, at: int) -> list[Unit]:
    others = frozenset[str]().union(*(each.keys for place, each in enumerate(family.editions) if place != at))
    units = family.versions[at].edition.units
    return [unit for unit in units if unit.key not in others and len(unit.key.split()) > 2]


def _listed(family: Family, version: Version, what: Thing, language: str) -> list[Unit]:
    """The lines of the list that is about a thing by what stands over it; without such a list, those that say the thing."""
    weighed = wanted(what, family.editions, language)
    under = [(unit, weighed.share(over)) for unit, over in _under(version.edition)]
    listed = [unit for unit, share in under if share >= ABOUT]
    return listed or [unit for unit, _ in under if weighed.share([unit.text]) >= ABOUT]


def _under(edition: Edition) -> Iterator[tuple[Unit, Sequence[str]]]:
    """Each line with what it stands under: its headings, and the last short line that reads like one."""
    for part in edition.parts:
        over = ""
        for unit in part.units:
            if _heads(unit):
                over = unit.text
            else:
                yield unit, (*part.path[1:], over)


def _heads(unit: Unit) -> bool:
    """A few words without a figure or a sign at the end, the first with a capital: "📦 Dependencies", «Correcciones»."""
    text = unit.text.strip()
    letters = [char for char in text if char.isalpha()]
    plain = not any(char.isdigit() for char in text) and text[-1:].isalpha()
    return bool(letters) and letters[0].isupper() and plain and len(text.split()) <= _OVER


def _distinct(units: Sequence[Unit]) -> list[Unit]:
    """The first of those that have the same words."""
    first: dict[tuple[str, ...], Unit] = {}
    for unit in units:
        first.setdefault(tuple(word for word in said(unit.text) if word.isalpha()), unit)
    return list(first.values())


def _quoted(version: Version, unit: Unit, name: str, language: str) -> Shown:
    values = {"name": name, "version": called(version, language), "text": flat(unit.text)}
    return Shown(say("versions_noted", language, **values), (cited(version, unit),))
