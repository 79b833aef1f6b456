"""What an extractor finds: a subject, a label and a value, as written, with their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from contract.policy import PredicateRule
from contract.records import Span
from language.qualifiers import Rules, of_label
from language.tables import LANGUAGES, table
from language.units import unit_at
from language.words import key, words

_BRACKETED = re.compile(r"(?P<label>[^()\[\]]*?)[\s,]*[(\[](?P<unit>[^()\[\]]+)[)\]]\s*")
_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)")


@dataclass(frozen=True, slots=True)
class Statement:
    """``label`` of ``subject`` is ``value``, as written. ``subject`` None: what the document or its section is about.

    ``unit`` is what a header says of all its column's values. ``span`` covers label and value, or the row's key and the
    value, in the document's text; ``at`` covers the value alone. ``qualifiers`` are those of its table: the row's other key
    columns and what the caption says.
    """

    subject: str | None
    label: str
    value: str
    span: Span
    at: Span
    extractor: str
    unit: str | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """A label taken apart: the declared predicate that it names, if any, its qualifiers, and the unit it gives its values."""

    rule: PredicateRule | None
    qualifiers: Mapping[str, str]
    unit: str | None = None


def declared(label: str, predicates: Mapping[str, PredicateRule]) -> PredicateRule | None:
    """The declared predicate that this label names, in any language: folded words must be equal."""
    wanted = key(label)
    if not wanted:
        return None
    for rule in predicates.values():
        names = (name for labels in rule.labels.values() for name in labels)
        if wanted == key(rule.name.replace("_", " ")) or any(wanted == key(name) for name in names):
            return rule
    return None


def read_label(label: str, language: str, predicates: Mapping[str, PredicateRule], qualifiers: Rules) -> Label:
    """A label as a declared predicate with what narrows it: "Mooring time for fishing boats", «Precio en España», "Price in
    EUR", "Discount (Premium customers)". Words that are none of these make it a label of its own."""
    if rule := declared(label, predicates):
        return Label(rule, {})
    spoken = words(label)
    for end in range(len(spoken) - 1, 0, -1):
        rule = declared(label[: spoken[end - 1].end], predicates)
        if rule is None:
            continue
        rest = label[spoken[end].start :].strip(" ()[],")
        if unit := _unit_of(rest):
            return Label(rule, {}, unit)
        found = of_label(rest, language, qualifiers)
        return Label(rule if found else None, found)
    return Label(None, {})


def _unit_of(rest: str) -> str | None:
    """The unit that the words after a label are: "in EUR", «en días»."""
    first, _, unit = rest.partition(" ")
    within = any(first.casefold() in str(table(each)["qualifying"]["in"]).split() for each in LANGUAGES)
    found = unit_at(unit, 0) if within and unit else None
    return unit if found and found[1] == len(unit) else None


def split_unit(header: str) -> tuple[str, str | None]:
    """A column's header as its label and its unit: "Price (EUR/kg)". Brackets that hold no unit stay in the label."""
    match = _BRACKETED.fullmatch(header)
    if match is None or not match["label"].strip():
        return header.strip(), None
    unit = match["unit"].strip()
    parts = unit.split("/")
    found = unit_at(parts[0].strip(), 0)
    if found is None or found[1] != len(parts[0].strip()) or len(parts) > 2:
        return header.strip(), None
    return match["label"].strip(), unit


def heads(header: str, kind: str) -> bool:
    """Whether a header is one of a table of the languages, such as ``value_headers``."""
    words = header.strip().casefold().rstrip(".")
    return any(words == name or (key(words) and key(words) == key(name)) for name in _listed(kind))


def unmarked(text: str) -> str:
    """Text without Markdown's marks of emphasis and code around words."""
    return _MARKS.sub("", text).strip()


def _listed(kind: str) -> list[str]:
    return [str(name) for language in LANGUAGES for name in table(language).get(kind, [])]
