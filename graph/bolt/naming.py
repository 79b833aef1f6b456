"""Binding names both ways at commit, so that the order of arrival does not matter.

Where a name stands there is an edge MENTIONS to every entity that it stands for anywhere in the tenant; whether it leads
there for a reader follows from the definitions in the reader's scope.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contract.records import Content, Definition, Passage
from graph.bolt.keys import keyed
from graph.bolt.turn import Turn, batched
from graph.naming import occurrences

Meanings = Mapping[str, Sequence[str]]  # by name, the keys of the entities that it stands for


@dataclass(frozen=True, slots=True)
class Standing:
    """A name at a place of a passage (its row)."""

    passage: int
    start: int
    end: int
    key: str


def link(turn: Turn, content_row: int, content: Content, passages: Mapping[str, int]) -> None:
    """Define what the passages of a new content define, and mention what is named in old texts and new."""
    defined = _definitions(turn, content.definitions, passages)
    runs = list(_runs(content.passages, passages))
    before = _meanings(turn, {*(each.key for each in runs), *defined})
    _define(turn, before, defined)
    after = _joined(before, defined)
    old = _in_old(turn, content_row, [name for name in defined if name not in before])
    new = [each for each in runs if each.key in after]
    _mention(turn, after, [*old, *new])


def _definitions(
    turn: Turn, definitions: Iterable[Definition], passages: Mapping[str, int]
) -> dict[str, dict[str, None]]:
    """Write them, of equal ones the strongest; by name the entities defined."""
    strongest: dict[tuple[int, str, str], Definition] = {}
    for each in sorted(definitions, key=lambda each: -each.strength):
        strongest.setdefault((passages[each.passage_id], each.entity_id, each.key), each)
    rows = [
        {
            "passage": passage,
            "entity": keyed(turn.tenant, entity),
            "definition": {"key": name, "strength": each.strength, "basis": each.basis.value},
        }
        for (passage, entity, name), each in strongest.items()
    ]
    turn.batches("write/defines", rows)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for _, entity, name in strongest:
        found[name][keyed(turn.tenant, entity)] = None
    return found


def _meanings(turn: Turn, names: Iterable[str]) -> dict[str, list[str]]:
    """What names stand for so far; a name that nothing defines is left out."""
    keys = {keyed(turn.tenant, name): name for name in sorted(names)}
    return {keys[key]: list(entities) for key, entities in turn.found("write/known_names", list(keys))}


def _define(turn: Turn, before: Meanings, defined: Mapping[str, Iterable[str]]) -> None:
    """New names, and what names now stand for; where a known name stands it mentions the new entity too."""
    names = [
        {"row": turn.numbers.next("names"), "key": keyed(turn.tenant, name), "tenant": turn.tenant, "name": name}
        for name in sorted(defined)
        if name not in before
    ]
    turn.batches("write/names", names)
    further = [
        (name, entity) for name in sorted(defined) for entity in defined[name] if entity not in before.get(name, ())
    ]
    turn.batches("write/stand_for", [{"name": keyed(turn.tenant, name), "entity": entity} for name, entity in further])
    known = [{"key": name, "of": before[name][0], "entity": entity} for name, entity in further if before.get(name)]
    turn.batches("write/name_further", known)


def _joined(before: Meanings, defined: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    joined = {name: list(entities) for name, entities in before.items()}
    for name, entities in defined.items():
        known = joined.setdefault(name, [])
        known += [entity for entity in entities if entity not in known]
    return joined


class _Anything:
    """Every key is asked for: which of them are names is looked up at once afterwards."""

    def __contains__(self, _key: object) -> bool:
        return True


def _runs(new: Iterable[Passage], passages: Mapping[str, int]) -> Iterable[Standing]:
    """Every run of words of the new passages that could be a name."""
    for passage in new:
        for each in occurrences(passage.text, _Anything()):
            start = passage.span.start
            yield Standing(passages[passage.id], start + each.start, start + each.end, each.key)


def _in_old(turn: Turn, content_row: int, names: Iterable[str]) -> Iterable[Standing]:
    """Where the passages that were here already name what is defined only now."""
    texts: dict[int, tuple[str, int]] = {}
    standing: dict[int, set[str]] = defaultdict(set)
    asked = [{"name": name, "query": phrase(turn.tenant, name)} for name in sorted(names) if name.strip()]
    for rows in batched(asked):
        for name, passage, text, start in turn.rows(
            "write/passages_with_phrase", {"rows": rows, "content": content_row}
        ):
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
