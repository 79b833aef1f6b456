"""Statements become facts with their entities and assertions."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from contract.policy import PredicateRule
from contract.records import Assertion, Datatype, Entity, Fact, Literal, Passage, Section, Span
from extraction.document import Document
from extraction.made import entity, fact
from extraction.triples.keyvalue import from_lines, from_sentences
from extraction.triples.statement import Label, Statement, read_label, unmarked
from extraction.triples.tables import from_tables
from language.qualifiers import Rules, of_heading, of_title
from language.values import fits, parse
from language.words import key

_NUMERIC = (Datatype.NUMBER, Datatype.RANGE)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A statement in the one passage that holds it whole, with the headings it stands under, the title left out."""

    statement: Statement
    passage: Passage
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What statements are read with. ``title`` is what the document is about."""

    tenant: str
    title: str
    language: str
    predicates: Mapping[str, PredicateRule]
    qualifiers: Rules


def facts(
    passages: Sequence[Passage],
    sections: Sequence[Section],
    document: Document,
    *,
    tenant: str,
    title: str,
    language: str,
    predicates: Mapping[str, PredicateRule],
    qualifiers: Rules = MappingProxyType({}),
) -> tuple[tuple[Entity, ...], tuple[Fact, ...], tuple[Assertion, ...]]:
    """The facts that tables, ``key: value`` lines and plain sentences state, each once, with every place that states it.

    A declared predicate is found by its label in any language and its value must be of its datatype; any other label is a
    predicate of its own that never conflicts. What narrows a statement (the words after its label, its table's further keys
    and caption, its headings; declared qualifiers of the title too) is kept with it, the nearest first. A statement whose
    words do not stand whole in one passage is refused.
    """
    reading = _Reading(tenant, title, language, predicates, qualifiers)
    found = [
        *from_tables(document, language, predicates, qualifiers),
        *from_lines(document, language, predicates, qualifiers),
        *from_sentences(document, language, predicates, qualifiers),
    ]
    placed = _placed(found, passages, sections, document.text)
    catalogued = _catalogued(placed)
    entities: dict[str, Entity] = {}
    drawn: dict[str, Fact] = {}
    assertions: dict[tuple[str, str], Assertion] = {}
    for each in placed:
        fact = _fact(each, reading, entities, by_heading=key(each.statement.label) in catalogued)
        if fact is None:
            continue
        drawn.setdefault(fact.id, fact)
        said = Assertion(fact.id, each.passage.id, each.statement.span, each.statement.extractor)
        assertions.setdefault((fact.id, each.passage.id), said)
    return tuple(entities.values()), tuple(drawn.values()), tuple(assertions.values())


def _placed(
    statements: Iterable[Statement], passages: Sequence[Passage], sections: Sequence[Section], text: str
) -> list[_Placed]:
    ordered = sorted(passages, key=lambda passage: (passage.span.start, passage.span.end))
    starts = [passage.span.start for passage in ordered]
    headings = {name: section.path[1:] for section in sections for name in (section.id, section.name)}
    placed: list[_Placed] = []
    for statement in statements:
        at = bisect_right(starts, statement.span.start) - 1
        holder = next(
            (ordered[i] for i in range(at, max(at - 8, -1), -1) if _within(statement.span, ordered[i].span)), None
        )
        written = text[statement.at.start : statement.at.end]
        if holder is not None and key(statement.value) in key(written):
            above = tuple(unmarked(heading) for heading in headings.get(holder.section, ()))
            placed.append(_Placed(statement, holder, above))
    return placed


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _catalogued(placed: Iterable[_Placed]) -> frozenset[str]:
    """Labels that stand under more than one heading: there each heading, not the title, is what they are about."""
    under: dict[str, set[str]] = defaultdict(set)
    for each in placed:
        if each.statement.subject is None:
            under[key(each.statement.label)].add(each.headings[-1] if each.headings else "")
    return frozenset(label for label, headings in under.items() if len(headings) > 1)


def _fact(each: _Placed, reading: _Reading, entities: dict[str, Entity], *, by_heading: bool) -> Fact | None:
    statement, tenant = each.statement, reading.tenant
    label = read_label(statement.label, reading.language, reading.predicates, reading.qualifiers)
    value = _typed(statement, reading.language, label)
    fixed = label.rule.subject if label.rule and statement.subject is None else None
    subject = entity(tenant, fixed or statement.subject or _about(each, reading, by_heading=by_heading))
    predicate = label.rule.name if label.rule else key(statement.label).replace(" ", "_")
    if value is None or subject is None or not predicate:
        return None
    entities.setdefault(subject.id, subject)
    thing = entity(tenant, statement.value) if value.datatype is Datatype.ENTITY else None
    if thing is not None:
        entities.setdefault(thing.id, thing)
    narrowed = _narrowed(each, reading, label.qualifiers)
    return fact(tenant, subject, predicate, value, thing, narrowed)


def _about(each: _Placed, reading: _Reading, *, by_heading: bool) -> str:
    """The heading of what a document lists under headings, else its title. A heading that only narrows is no thing."""
    things = (
        heading
        for heading in reversed(each.headings if by_heading else ())
        if heading and not of_heading(heading, reading.language, reading.qualifiers)[1]
    )
    return next(things, reading.title)


def _narrowed(each: _Placed, reading: _Reading, own: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Its qualifiers by name: of the label, the table, the headings and the title, what stands nearest."""
    found = of_title(reading.title, reading.language, reading.qualifiers)
    for heading in each.headings:
        found |= of_heading(heading, reading.language, reading.qualifiers)[0]
    return tuple(sorted((found | dict(each.statement.qualifiers) | dict(own)).items()))


def _typed(statement: Statement, language: str, label: Label) -> Literal | None:
    """The value as the predicate's datatype, with the header's unit where it has none of its own; None if it is not one."""
    datatype = label.rule.datatype if label.rule else None
    value = parse(statement.value, language, datatype)
    unit = statement.unit or label.unit
    if unit and value.unit is None and value.datatype in _NUMERIC:
        value = parse(f"{statement.value} {unit}", language, datatype)
    return value if datatype is None or fits(value, datatype) else None
