"""Writing one content with all that was drawn from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contract.ids import content_id
from contract.records import Assertion, Content, Embedded, Entity, Fact, Passage
from contract.time import BEGINNING, END
from graph.bolt.keys import keyed
from graph.bolt.naming import bind, link
from graph.bolt.turn import Turn
from graph.cosine import unpacked
from graph.drafted import passage_columns, vector_keys, vector_of
from graph.plan import State
from graph.rows import as_json, literal_json
from language.sameness import handle


@dataclass(frozen=True, slots=True)
class Written:
    """A content that is here now: its row, those of its sections and passages by name and id, and how many vectors came."""

    row: int
    sections: Mapping[str, int]
    passages: Mapping[str, int]
    vectors: int = 0


@dataclass(frozen=True, slots=True)
class Reach:
    """Who may be shown a content, and when its sections hold: what its passages are marked with."""

    audiences: int
    wall: str
    states: Iterable[State]


def write_sections(turn: Turn, source: int, content: Content) -> Written:
    """A content that is not here, without its passages: what is in force is derived from its sections first."""
    row = turn.numbers.next("contents")
    ordered = sorted(content.sections, key=lambda section: section.ordinal)
    sections = {section.name: turn.numbers.next("sections") for section in ordered}
    kept = {
        "row": row,
        "key": keyed(source, content.id),
        "id": content.id,
        "tenant": turn.tenant,
        "source": source,
        "sha256": content.sha256,
        "language": content.language,
        "text": content.text,
        "opened": turn.number,
    }
    turn.do("write/make_content", {"content": kept})
    rows = [
        {
            "row": sections[section.name],
            "id": section.id,
            "tenant": turn.tenant,
            "content": row,
            "name": section.name,
            "path": as_json(section.path),
            "ordinal": section.ordinal,
            "span_start": section.span.start,
            "span_end": section.span.end,
            "tokens": section.tokens,
            "parent": section.parent,
            "number": section.number,
            "opened": turn.number,
        }
        for section in ordered
    ]
    turn.batches("write/sections", rows, content=row)
    within = [
        {"section": sections[section.name], "around": sections[section.parent]}
        for section in ordered
        if section.parent in sections
    ]
    turn.batches("write/within", within)
    passages = {
        passage.id: turn.numbers.next("passages")
        for passage in sorted(content.passages, key=lambda passage: passage.ordinal)
    }
    return Written(row, sections, passages)


def write_passages(turn: Turn, here: Written, content: Content, embedded: Embedded, reach: Reach) -> int:
    """The passages of a content with their vectors, and all that was drawn from them; how many vectors were written."""
    bound = bind(turn, content, here.passages)
    vectors, written = _vectors(turn, content, embedded)
    hulls = _hulls(turn, reach.states)
    rows = [
        {
            "section": here.sections[passage.section],
            "embedding": vectors[embedded.keys[passage.id]][1],
            "passage": _passage(turn, here, passage)
            | hulls.get(here.sections[passage.section], _NOWHERE)
            | {
                "vector": vectors[embedded.keys[passage.id]][0],
                "vector_key": embedded.keys[passage.id],
                "audiences": reach.audiences,
                "wall": reach.wall,
            },
        }
        for passage in content.passages
    ]
    turn.batches("write/passages", rows, content=here.row)
    _entities(turn, here, content)
    _facts(turn, here, content)
    link(turn, bound)
    return written


_NOWHERE = {"valid_from": END, "valid_to": BEGINNING, "known_from": END, "known_to": BEGINNING}


def _hulls(turn: Turn, states: Iterable[State]) -> dict[int, dict[str, int]]:
    """By section the hull of what it holds, all of it as known from now on."""
    found: dict[int, dict[str, int]] = {}
    for _, section, start, end in states:
        if section is not None:
            before = found.get(section, _NOWHERE)
            found[section] = {
                "valid_from": min(before["valid_from"], start),
                "valid_to": max(before["valid_to"], end),
                "known_from": turn.at,
                "known_to": END,
            }
    return found


def _vectors(turn: Turn, content: Content, embedded: Embedded) -> tuple[Mapping[str, tuple[int, Sequence[float]]], int]:
    """(row, vector) by embedding key; only vectors that are not here come from the draft."""
    wanted = vector_keys(content, embedded)
    vectors: dict[str, tuple[int, Sequence[float]]] = {
        name: (row, values) for name, row, values in turn.found("write/vectors_of", wanted)
    }
    known = len(vectors)
    for name in wanted:
        if name not in vectors:
            vectors[name] = turn.numbers.next("vectors"), unpacked(vector_of(embedded, name)).tolist()
    return vectors, len(vectors) - known


def _passage(turn: Turn, here: Written, passage: Passage) -> dict[str, object]:
    return {
        **passage_columns(passage),
        "row": here.passages[passage.id],
        "key": keyed(turn.tenant, passage.id),
        "tenant": turn.tenant,
        "content": here.row,
        "section": here.sections[passage.section],
        "opened": turn.number,
    }


def _entities(turn: Turn, here: Written, content: Content) -> None:
    """Every entity that the content names in any way, so that edges find them; those it tells of, as it writes them."""
    nodes = {
        keyed(turn.tenant, identity): {"id": identity, "tenant": turn.tenant, "name": name, "kind": kind}
        for identity, name, kind in _named(content)
    }
    turn.batches("write/entities", [{"key": each, "entity": nodes[each]} for each in sorted(nodes)])
    told: dict[str, Entity] = {}
    for each in sorted(content.entities, key=lambda entity: (entity.id, entity.name)):
        told.setdefault(each.id, each)
    turn.batches(
        "write/tells_of",
        [
            {
                "entity": keyed(turn.tenant, identity),
                "told": {
                    "content": here.row,
                    "key": each.key,
                    "name": each.name,
                    "kind": each.kind,
                    "handle": keyed(turn.tenant, handle(each.name)),
                },
            }
            for identity, each in told.items()
        ],
        content=here.row,
    )
    given = {
        (here.passages[each.passage_id], each.span.start, each.span.end, each.entity_id) for each in content.mentions
    }
    turn.batches(
        "write/mentions_given",
        [
            {"passage": passage, "start": start, "end": end, "entity": keyed(turn.tenant, entity)}
            for passage, start, end, entity in sorted(given)
        ],
    )


def _named(content: Content) -> Iterable[tuple[str, str, str]]:
    """(id, name, kind) of each entity that the content names, as it writes it most plainly."""
    found: dict[str, tuple[str, str]] = {}
    for each in sorted(content.entities, key=lambda entity: (entity.id, entity.name)):
        found.setdefault(each.id, (each.name, each.kind))
    for fact in content.facts:
        found.setdefault(fact.subject_id, (fact.subject, ""))
        if fact.object_id is not None:
            found.setdefault(fact.object_id, (fact.object.raw or fact.object.value, ""))
    for definition in content.definitions:
        found.setdefault(definition.entity_id, (definition.key, ""))
    for mention in content.mentions:
        found.setdefault(mention.entity_id, ("", ""))
    return [(identity, name, kind) for identity, (name, kind) in found.items()]


def _facts(turn: Turn, here: Written, content: Content) -> None:
    facts: dict[str, Fact] = {}
    for fact in content.facts:
        facts.setdefault(fact.id, fact)
    keys = {identity: keyed(turn.tenant, identity) for identity in facts}
    known = {row[0] for row in turn.found("write/known_facts", sorted(keys.values()))}
    new = [fact for identity, fact in sorted(facts.items()) if keys[identity] not in known]
    on_values = [_fact(turn, fact) for fact in new if fact.object_id is None]
    literals = {row["object"]: row["literal"] for row in on_values}
    turn.batches("write/literals", [{"key": each, "literal": literals[each]} for each in sorted(literals)])
    turn.batches("write/facts_on_values", on_values)
    turn.batches("write/facts_on_entities", [_fact(turn, fact) for fact in new if fact.object_id is not None])
    asserted: dict[tuple[object, ...], Assertion] = {}
    for each in content.assertions:
        asserted.setdefault((each.fact_id, each.passage_id, each.span, each.extractor), each)
    turn.batches(
        "write/asserts",
        [
            {
                "passage": here.passages[each.passage_id],
                "fact": keys[each.fact_id],
                "assertion": _assertion(each, facts[each.fact_id]),
            }
            for each in asserted.values()
        ],
    )


def _fact(turn: Turn, fact: Fact) -> dict[str, Any]:
    value = fact.object
    shown = " ".join(part for part in (value.value, value.high, value.unit) if part)
    literal = {
        "tenant": turn.tenant,
        "datatype": value.datatype.value,
        "value": value.value,
        "unit": value.unit,
        "high": value.high,
    }
    named = (
        content_id(value.datatype, value.value, value.unit, value.high) if fact.object_id is None else fact.object_id
    )
    return {
        "subject": keyed(turn.tenant, fact.subject_id),
        "object": keyed(turn.tenant, named),
        "literal": literal,
        "fact": {
            "key": keyed(turn.tenant, fact.id),
            "id": fact.id,
            "tenant": turn.tenant,
            "subject_id": fact.subject_id,
            "predicate": fact.predicate,
            "text": f"{fact.predicate}: {shown}",
        },
    }


def _assertion(made: Assertion, fact: Fact) -> dict[str, object]:
    return {
        "start": made.span.start,
        "end": made.span.end,
        "extractor": made.extractor,
        "polarity": made.polarity,
        "subject": fact.subject,
        "object": literal_json(fact.object),
        "object_id": fact.object_id,
        "qualifiers": as_json(fact.qualifiers),
    }
