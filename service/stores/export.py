"""What one reader may see, as a graph of plain values: nodes and edges, each edge after both its ends.

Everything is read through one view, so what its scope hides is absent here too. The order, the ids and the values depend
on what is seen alone: not on the store, nor on what came before or beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from contract.evidence import Located, Stated
from contract.ids import content_id
from contract.ports import GraphView
from contract.records import Entity, Fact, Revision, Section
from contract.time import BEGINNING, END, Instant, Interval, iso

Value = str | int | float
_AT_ONCE = 256
_ALL = 2**31


@dataclass(frozen=True, slots=True)
class Node:
    """``kind`` is source, revision, section, passage, entity or fact; values that are not known are left out."""

    id: str
    kind: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Edge:
    """``kind`` as in the graph's model: REVISION, SUPERSEDES, CONTAINS, PART_OF, MENTIONS, DEFINES, ASSERTS, SUBJECT, OBJECT.

    ``valid_from`` and ``valid_to`` are ISO 8601, half-open; an open end is left out.
    """

    id: str
    kind: str
    source: str
    target: str
    values: Mapping[str, Value]


Part = Node | Edge


def graph(view: GraphView) -> Iterator[Part]:
    """All that the view shows. Memory grows by the ids of sections, entities and facts, not by their texts."""
    yield from _sources(view)
    seen = _Seen()
    passage_ids = sorted(view.passage_ids())
    for start in range(0, len(passage_ids), _AT_ONCE):
        yield from _passages(view, passage_ids[start : start + _AT_ONCE], seen)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What has been given already."""

    sections: dict[tuple[str, str], str] = field(default_factory=dict)
    entities: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)


# -- sources and time -----------------------------------------------------------------------------------------------
def _sources(view: GraphView) -> Iterator[Part]:
    revisions = view.revisions()
    for uri in sorted({revision.uri for revision in revisions}):
        tenant = view.scope.tenant
        yield Node(_source_id(tenant, uri), "source", {"label": uri, "uri": uri, "tenant": tenant})
        yield from _revisions(view, uri, [revision for revision in revisions if revision.uri == uri])
    for edge in view.supersessions([revision.id for revision in revisions]):
        said = {"how": edge.kind.value, "rule": edge.rule, "section": edge.section, **_at("effective", edge.effective)}
        yield _edge("SUPERSEDES", f"revision:{edge.newer}", f"revision:{edge.older}", said)


def _revisions(view: GraphView, uri: str, revisions: Sequence[Revision]) -> Iterator[Part]:
    """A source's revisions, each tied to it once for every interval in which it is in force."""
    spans: dict[str, list[Interval]] = {revision.id: [] for revision in revisions}
    for revision_id, section, start, end in view.holds(uri):
        if section is None:
            spans[revision_id].append(Interval(start, end))
    in_force = {revision.id for revision in view.in_force(uri)}
    for revision in sorted(revisions, key=lambda each: each.id):
        yield _revision(revision)
        for span in spans[revision.id] or (None,):
            said: dict[str, Value | None] = {"in_force": "true" if revision.id in in_force else "false"}
            valid = {"never": "true"} if span is None else _valid(span)
            yield _edge("REVISION", _source_id(revision.tenant, uri), f"revision:{revision.id}", {**said, **valid})


def _revision(revision: Revision) -> Node:
    meta = revision.metadata
    values = {
        "label": f"{meta.title} {meta.revision or ''}".strip() or meta.uri,
        "uri": meta.uri,
        "revision": meta.revision,
        "title": meta.title,
        "source_type": meta.source_type,
        "authority": meta.authority.name.lower(),
        "author": meta.author,
        "language": meta.language,
        "level": meta.audience.level,
        "groups": ", ".join(sorted(meta.audience.groups)) or None,
        "sha256": revision.sha256,
        **_at("declared_from", meta.valid_from),
        **_at("declared_to", meta.valid_to),
        **_at("observed_at", meta.observed_at),
        **_at("indexed_at", revision.indexed_at),
    }
    return Node(f"revision:{revision.id}", "revision", _known(values))


# -- passages and what stands in them -------------------------------------------------------------------------------
def _passages(view: GraphView, passage_ids: Sequence[str], seen: _Seen) -> Iterator[Part]:
    located = view.located(passage_ids)
    for each in located:
        yield from _passage(view, each, seen)
    mentions, definitions = view.mentions(passage_ids), view.definitions(passage_ids)
    stated = view.stated(passage_ids=passage_ids, limit=_ALL)
    named = {one.entity_id for one in mentions} | {one.entity_id for one in definitions}
    yield from _entities(view, named, [one.fact for one in stated], seen)
    edges = [
        *(
            _edge(
                "MENTIONS",
                f"passage:{one.passage_id}",
                f"entity:{one.entity_id}",
                {"span_start": one.span.start, "span_end": one.span.end},
            )
            for one in mentions
        ),
        *(
            _edge(
                "DEFINES",
                f"passage:{one.passage_id}",
                f"entity:{one.entity_id}",
                {"name": one.key, "strength": one.strength, "basis": one.basis.value},
            )
            for one in definitions
        ),
        *(_asserts(one) for one in stated),
    ]
    yield from {edge.id: edge for edge in sorted(edges, key=lambda each: (each.source, each.kind, each.id))}.values()


def _passage(view: GraphView, located: Located, seen: _Seen) -> Iterator[Part]:
    passage = located.passage
    place = (located.revision.content_id, passage.section)
    if place not in seen.sections:
        found = view.section(passage.id)
        if found is not None:
            seen.sections[place] = f"section:{found[0].id}"
            yield _section(found[0])
    values = {
        "label": _short(passage.text),
        "text": passage.shown,
        "form": passage.kind.value,
        "ordinal": passage.ordinal,
        "span_start": passage.span.start,
        "span_end": passage.span.end,
        "tokens": passage.tokens,
    }
    yield Node(f"passage:{passage.id}", "passage", values)
    yield _edge("CONTAINS", f"revision:{located.revision.id}", f"passage:{passage.id}", _valid(located.valid))
    if place in seen.sections:
        yield _edge("PART_OF", f"passage:{passage.id}", seen.sections[place], {})


def _section(section: Section) -> Node:
    values = {
        "label": section.path[-1] if section.path else section.name,
        "name": section.name,
        "path": " › ".join(section.path),
        "number": section.number,
        "ordinal": section.ordinal,
        "span_start": section.span.start,
        "span_end": section.span.end,
        "tokens": section.tokens,
    }
    return Node(f"section:{section.id}", "section", _known(values))


def _entities(view: GraphView, named: Iterable[str], facts: Sequence[Fact], seen: _Seen) -> Iterator[Part]:
    """The entities that have not been given yet, and the facts with what they are about."""
    by_fact = {fact.object_id: fact.object.raw or fact.object.value for fact in facts if fact.object_id}
    by_fact |= {fact.subject_id: fact.subject for fact in facts}
    wanted = sorted({*named, *by_fact} - seen.entities)
    known = {entity.id: entity for entity in view.entities(wanted)}
    for identity in wanted:
        yield _entity(known.get(identity) or Entity(identity, "", by_fact.get(identity, "")))
    seen.entities.update(wanted)
    for fact in sorted(facts, key=lambda each: each.id):
        if fact.id not in seen.facts:
            seen.facts.add(fact.id)
            yield from _fact(fact)


def _entity(entity: Entity) -> Node:
    values = {
        "label": entity.name,
        "name": entity.name,
        "folded": entity.key or None,
        "entity_kind": entity.kind or None,
    }
    return Node(f"entity:{entity.id}", "entity", _known(values))


def _fact(fact: Fact) -> Iterator[Part]:
    literal = fact.object
    values = {
        "label": f"{fact.subject} · {fact.predicate} · {literal.raw or literal.value}",
        "subject": fact.subject,
        "predicate": fact.predicate,
        "value": literal.value,
        "high": literal.high,
        "unit": literal.unit,
        "datatype": literal.datatype.value,
        "qualifiers": "; ".join(f"{name}={value}" for name, value in fact.qualifiers) or None,
    }
    yield Node(f"fact:{fact.id}", "fact", _known(values))
    yield _edge("SUBJECT", f"fact:{fact.id}", f"entity:{fact.subject_id}", {})
    if fact.object_id:
        yield _edge("OBJECT", f"fact:{fact.id}", f"entity:{fact.object_id}", {})


def _asserts(stated: Stated) -> Edge:
    span = {"span_start": stated.span.start, "span_end": stated.span.end, "as_written": stated.fact.object.raw or None}
    said = {**span, **_valid(stated.at.valid)}
    return _edge("ASSERTS", f"passage:{stated.at.passage.id}", f"fact:{stated.fact.id}", said)


# -- values ---------------------------------------------------------------------------------------------------------
def _edge(kind: str, source: str, target: str, said: Mapping[str, Value | None]) -> Edge:
    values = _known(said)
    return Edge(content_id(kind, source, target, values), kind, source, target, values)


def _source_id(tenant: str, uri: str) -> str:
    return f"source:{content_id(tenant, uri)}"


def _known(values: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if value is not None}


def _valid(span: Interval) -> dict[str, Value | None]:
    if span.empty:
        return {"never": "true"}
    return {**_at("valid_from", span.start), **_at("valid_to", span.end)}


def _at(name: str, at: Instant | None) -> dict[str, Value | None]:
    """An instant as ISO 8601; beyond the calendar the microseconds since 1970 as they are."""
    if at is None or at in (BEGINNING, END):
        return {}
    return {name: iso(at) or str(at)}


def _short(text: str, most: int = 60) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
