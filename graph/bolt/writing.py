"""Writing one content with all that was drawn from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.records import Assertion, Content, Embedded, Fact, Passage
from contract.time import BEGINNING, END
from graph.bolt import stating
from graph.bolt.keys import identified, keyed
from graph.bolt.naming import bind, bind_defined, link
from graph.bolt.turn import BATCH, Turn
from graph.cosine import unpacked
from graph.drafted import passage_columns, vector_keys, vector_of
from graph.merging import plainest
from graph.plan import State
from graph.rows import as_json


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
    turn.do("write/make_content", {"content": kept, "rows": rows[:BATCH]})
    turn.batches("write/sections", rows[BATCH:], content=row)
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


def write_passages(
    turn: Turn, here: Written, content: Content, embedded: Embedded, reach: Reach, handles: Mapping[str, int] | None
) -> int:
    """The passages of a content with their vectors, and all that was drawn from them; how many vectors were written.

    ``handles`` are those of the entities that are written in a way in which no content did before, by their ids. None in a
    load, where handles come, and the names in texts are looked for, when all is written.
    """
    bound = (bind if handles is not None else bind_defined)(turn, content, here.passages)
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
    _entities(turn, here, content, handles or {})
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


def _entities(turn: Turn, here: Written, content: Content, handles: Mapping[str, int]) -> None:
    """Every entity that the content names in any way, so that edges find them; those it tells of, as it writes them."""
    told = {
        identified(turn.tenant, each.id): [each.key, each.name, each.kind, handles.get(each.id)]
        for each in plainest(content)
    }
    turn.batches("write/tells_of", [[key, *told[key]] for key in sorted(told)], content=here.row, tenant=turn.tenant)
    others = {identified(turn.tenant, identity): said for identity, said in _named(content).items()}
    turn.batches(
        "write/entities", [[key, *others[key]] for key in sorted(others) if key not in told], tenant=turn.tenant
    )
    given = {
        (here.passages[each.passage_id], each.span.start, each.span.end, each.entity_id) for each in content.mentions
    }
    turn.batches(
        "write/mentions_given",
        [
            {"passage": passage, "start": start, "end": end, "entity": identified(turn.tenant, entity)}
            for passage, start, end, entity in sorted(given)
        ],
    )


def _named(content: Content) -> dict[str, tuple[str | None, str]]:
    """(folded name, name) by the id of each entity that the content names beside those it tells of."""
    found: dict[str, tuple[str | None, str]] = {}
    for fact in content.facts:
        found.setdefault(fact.subject_id, (None, fact.subject))
        if fact.object_id is not None:
            found.setdefault(fact.object_id, (fact.object.value, fact.object.raw or fact.object.value))
    for definition in content.definitions:
        found.setdefault(definition.entity_id, (None, definition.key))
    for mention in content.mentions:
        found.setdefault(mention.entity_id, (None, ""))
    return found


def _facts(turn: Turn, here: Written, content: Content) -> None:
    facts: dict[str, Fact] = {}
    for fact in content.facts:
        facts.setdefault(fact.id, fact)
    keys = {identity: identified(turn.tenant, identity) for identity in facts}
    known = {row[0] for row in turn.found("write/known_facts", sorted(keys.values()))}
    asserted: dict[tuple[object, ...], Assertion] = {}
    for each in content.assertions:
        asserted.setdefault((each.fact_id, each.passage_id, each.span, each.extractor), each)
    on_entities, on_values, again = _Stating(turn.tenant), _Stating(turn.tenant), []
    for each in asserted.values():
        fact, passage = facts[each.fact_id], here.passages[each.passage_id]
        key = keys[fact.id]
        if key in known:
            again.append([passage, key, fact.subject, *stating.asserted(each, fact)])
        else:
            known.add(key)
            (on_entities if fact.object_id is not None else on_values).add(passage, key, fact, each)
    turn.batches("write/facts_on_entities", on_entities.rows(), tenant=turn.tenant)
    turn.batches("write/facts_on_values", on_values.rows(), tenant=turn.tenant)
    turn.batches("write/asserts", again)


class _Stating:
    """New facts by the passage that states them first and their subject, so that both are looked up once for all."""

    def __init__(self, tenant: int) -> None:
        self._tenant = tenant
        self._by_ends: dict[tuple[int, str, str], list[object]] = {}

    def add(self, passage: int, key: str, fact: Fact, made: Assertion) -> None:
        value = fact.object
        rest = [] if fact.object_id is not None else [value.datatype.value, value.unit, value.high]
        row = [key, fact.predicate, stating.object_key(self._tenant, fact), *stating.asserted(made, fact), *rest]
        self._by_ends.setdefault((passage, identified(self._tenant, fact.subject_id), fact.subject), []).append(row)

    def rows(self) -> list[object]:
        return [[*ends, facts] for ends, facts in self._by_ends.items()]
