"""Statements become facts with their entities and assertions."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.ids import content_id
from contract.policy import PredicateRule
from contract.records import Assertion, Datatype, Entity, Fact, Literal, Passage, Section, Span
from extraction.document import Document
from extraction.triples.keyvalue import from_lines, from_sentences
from extraction.triples.statement import Statement, declared, unmarked
from extraction.triples.tables import from_tables
from language.values import fits, parse
from language.words import key

_NUMERIC = (Datatype.NUMBER, Datatype.RANGE)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A statement in the one passage that holds it whole, with the heading it stands under (empty: the title's)."""

    statement: Statement
    passage: Passage
    heading: str


def facts(
    passages: Sequence[Passage],
    sections: Sequence[Section],
    document: Document,
    *,
    tenant: str,
    title: str,
    language: str,
    predicates: Mapping[str, PredicateRule],
) -> tuple[tuple[Entity, ...], tuple[Fact, ...], tuple[Assertion, ...]]:
    """The facts that tables, ``key: value`` lines and plain sentences state, each once, with every place that states it.

    A declared predicate is found by its label in any language and its value must be of its datatype; any other label is a
    predicate of its own that never conflicts. A statement whose words do not stand whole in one passage is refused.
    """
    found = [
        *from_tables(document, predicates),
        *from_lines(document, language, predicates),
        *from_sentences(document, language, predicates),
    ]
    placed = _placed(found, passages, sections, document.text)
    catalogued = _catalogued(placed)
    entities: dict[str, Entity] = {}
    drawn: dict[str, Fact] = {}
    assertions: dict[tuple[str, str], Assertion] = {}
    for each in placed:
        about = each.heading if key(each.statement.label) in catalogued and each.heading else title
        fact = _fact(each.statement, about, tenant, language, predicates, entities)
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
    headings = {name: _heading(section) for section in sections for name in (section.id, section.name)}
    placed: list[_Placed] = []
    for statement in statements:
        at = bisect_right(starts, statement.span.start) - 1
        holder = next(
            (ordered[i] for i in range(at, max(at - 8, -1), -1) if _within(statement.span, ordered[i].span)), None
        )
        written = text[statement.at.start : statement.at.end]
        if holder is not None and key(statement.value) in key(written):
            placed.append(_Placed(statement, holder, headings.get(holder.section, "")))
    return placed


def _heading(section: Section) -> str:
    return unmarked(section.path[-1]) if len(section.path) > 1 else ""


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _catalogued(placed: Iterable[_Placed]) -> frozenset[str]:
    """Labels that stand under more than one heading: there each heading, not the title, is what they are about."""
    under: dict[str, set[str]] = defaultdict(set)
    for each in placed:
        if each.statement.subject is None:
            under[key(each.statement.label)].add(each.heading)
    return frozenset(label for label, headings in under.items() if len(headings) > 1)


def _fact(
    statement: Statement,
    about: str,
    tenant: str,
    language: str,
    predicates: Mapping[str, PredicateRule],
    entities: dict[str, Entity],
) -> Fact | None:
    rule = declared(statement.label, predicates)
    value = _typed(statement, language, rule)
    fixed = rule.subject if rule and statement.subject is None else None
    subject = _entity(tenant, fixed or statement.subject or about)
    predicate = rule.name if rule else key(statement.label).replace(" ", "_")
    if value is None or subject is None or not predicate:
        return None
    entities.setdefault(subject.id, subject)
    thing = _entity(tenant, statement.value) if value.datatype is Datatype.ENTITY else None
    if thing is not None:
        entities.setdefault(thing.id, thing)
    canonical = (value.datatype.value, value.value, value.unit, value.high)
    return Fact(
        id=content_id(tenant, subject.id, predicate, canonical, ()),
        subject_id=subject.id,
        subject=subject.name,
        predicate=predicate,
        object=value,
        object_id=thing.id if thing else None,
    )


def _typed(statement: Statement, language: str, rule: PredicateRule | None) -> Literal | None:
    """The value as the predicate's datatype, with the header's unit where it has none of its own; None if it is not one."""
    datatype = rule.datatype if rule else None
    value = parse(statement.value, language, datatype)
    if statement.unit and value.unit is None and value.datatype in _NUMERIC:
        value = parse(f"{statement.value} {statement.unit}", language, datatype)
    return value if datatype is None or fits(value, datatype) else None


def _entity(tenant: str, name: str) -> Entity | None:
    folded = key(name)
    return Entity(content_id(tenant, folded, ""), folded, name) if folded else None
