"""Binding names both ways at commit, so that the order of arrival does not matter.

Where a name stands there is an edge MENTIONS to every entity that it stands for anywhere in the tenant; whether it leads
there for a reader follows from the definitions in the reader's scope. All that is read for it is read before anything of
a content is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from contract.records import Content, Definition, Passage
from graph.bolt.keys import identified, keyed
from graph.bolt.turn import Turn, batched, side_by_side
from graph.naming import Known, occurrences

Meanings = Mapping[str, Sequence[str]]  # by name, the keys of the entities that it stands for


@dataclass(frozen=True, slots=True)
class Standing:
    """A name at a place of a passage (its row)."""

    passage: int
    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class Bound:
    """What is to be written of names: definitions by (passage, entity, name), what names stand for, where they stand."""

    definitions: Mapping[tuple[int, str, str], Definition]
    defined: Mapping[str, Iterable[str]]
    before: Meanings
    standing: Sequence[Standing]


def bind(turn: Turn, content: Content, passages: Mapping[str, int]) -> Bound:
    """What the passages of a new content define, and what is named in old texts and new. Nothing of it is written yet."""
    strongest, defined = _defined(turn, content, passages)
    known = turn.names.upto(turn.tx, turn.tenant, turn.numbers.last("names"))
    new = list(_in_new(content.passages, passages, Known(defined, beside=known)))
    before = _meanings(turn, {*(each.key for each in new), *defined})
    old = _in_old(turn, [name for name in defined if name not in before])
    return Bound(strongest, defined, before, [*old, *new])


def bind_defined(turn: Turn, content: Content, passages: Mapping[str, int]) -> Bound:
    """What the passages of a content define, wherever it stands: ``name_texts`` looks for that when all are written."""
    strongest, defined = _defined(turn, content, passages)
    return Bound(strongest, defined, _meanings(turn, defined), ())


def name_texts(turn: Turn, texts: Iterable[tuple[int, str, int]]) -> None:
    """Write what passages name, of (row, text, start of the text) of passages whose names were not looked for."""
    known = turn.names.upto(turn.tx, turn.tenant, turn.numbers.last("names"))
    found = [
        Standing(passage, start + each.start, start + each.end, each.key)
        for passage, text, start in texts
        for each in occurrences(text, known)
    ]
    meanings = _meanings(turn, {each.key for each in found})
    _mention(turn, meanings, [each for each in found if each.key in meanings])


def link(turn: Turn, bound: Bound) -> None:
    """Write what was bound, when the passages and entities of the content are written."""
    rows = [
        {
            "passage": passage,
            "entity": identified(turn.tenant, entity),
            "definition": {"key": name, "strength": each.strength, "basis": each.basis.value},
        }
        for (passage, entity, name), each in bound.definitions.items()
    ]
    _define(turn, bound.before, bound.defined, rows)
    after = _joined(bound.before, bound.defined)
    _mention(turn, after, [each for each in bound.standing if each.key in after])


def _defined(
    turn: Turn, content: Content, passages: Mapping[str, int]
) -> tuple[Mapping[tuple[int, str, str], Definition], Mapping[str, dict[str, None]]]:
    """The strongest definition of each (passage, entity, name), and by name the keys of the entities defined by it."""
    strongest: dict[tuple[int, str, str], Definition] = {}
    for each in sorted(content.definitions, key=lambda each: -each.strength):
        strongest.setdefault((passages[each.passage_id], each.entity_id, each.key), each)
    defined: dict[str, dict[str, None]] = defaultdict(dict)
    for _, entity, name in strongest:
        defined[name][identified(turn.tenant, entity)] = None
    return strongest, defined


def _meanings(turn: Turn, names: Iterable[str]) -> dict[str, list[str]]:
    """What names stand for so far; a name that nothing defines is left out."""
    keys = {keyed(turn.tenant, name): name for name in sorted(names)}
    return {keys[key]: list(entities) for key, entities in turn.found("write/known_names", list(keys))}


def _define(turn: Turn, before: Meanings, defined: Mapping[str, Iterable[str]], definitions: Sequence[object]) -> None:
    """New names, what names now stand for, and where; a known name mentions the new entity too, where it stands."""
    names = [
        {"row": turn.numbers.next("names"), "key": keyed(turn.tenant, name), "tenant": turn.tenant, "name": name}
        for name in sorted(defined)
        if name not in before
    ]
    further = [
        (name, entity) for name in sorted(defined) for entity in defined[name] if entity not in before.get(name, ())
    ]
    meanings = [{"name": keyed(turn.tenant, name), "entity": entity} for name, entity in further]
    for some in side_by_side(names=names, meanings=meanings, definitions=definitions):
        turn.do("write/define", some)
    known = [{"key": name, "of": before[name][0], "entity": entity} for name, entity in further if before.get(name)]
    turn.batches("write/name_further", known)


def _joined(before: Meanings, defined: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    joined = {name: list(entities) for name, entities in before.items()}
    for name, entities in defined.items():
        known = joined.setdefault(name, [])
        known += [entity for entity in entities if entity not in known]
    return joined


def _in_new(new: Iterable[Passage], passages: Mapping[str, int], names: Known) -> Iterator[Standing]:
    """Where the new passages name what is defined anywhere in the tenant."""
    for passage in new:
        for each in occurrences(passage.text, names):
            start = passage.span.start
            yield Standing(passages[passage.id], start + each.start, start + each.end, each.key)


def _in_old(turn: Turn, names: Iterable[str]) -> Iterator[Standing]:
    """Where the passages that were here already name what is defined only now."""
    texts: dict[int, tuple[str, int]] = {}
    standing: dict[int, set[str]] = defaultdict(set)
    asked = [{"name": name, "query": phrase(turn.tenant, name)} for name in sorted(names) if name.strip()]
    for rows in batched(asked):
        for name, passage, text, start in turn.rows("write/passages_with_phrase", {"rows": rows}):
            texts[passage] = (text, start)
            standing[passage].add(name)
    for passage, (text, start) in texts.items():
        for each in occurrences(text, standing[passage]):
            yield Standing(passage, start + each.start, start + each.end, each.key)


def _mention(turn: Turn, meanings: Meanings, found: Iterable[Standing]) -> None:
    rows = [
        {"passage": each.passage, "entity": entity, "start": each.start, "end": each.end, "key": each.key}
        for each in dict.fromkeys(found)
        for entity in meanings[each.key]
    ]
    turn.batches("write/mentions", rows)


def phrase(tenant: int, name: str) -> str:
    """The full-text query for passages of a tenant that hold a name's words in a row: whatever stands in it is text."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'+wall:"t{tenant}" +words:"{quoted}"'
