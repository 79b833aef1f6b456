"""Writing one content with all that was drawn from it, and linking names both ways."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from contract.records import Content, Embedded, Passage
from graph.drafted import passage_columns, vector_keys, vector_of
from graph.embedded.statements import statements
from graph.naming import occurrences
from graph.rows import as_json, listed, literal_json
from language.sameness import handle

_SQL = statements("content")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a content goes: row ids of its tenant and source."""

    tenant: int
    source: int


class _Anything:
    """Every key is asked for: the names to keep are looked up at once afterwards."""

    def __contains__(self, _key: object) -> bool:
        return True


def write_content(tx: sqlite3.Connection, place: Place, content: Content, embedded: Embedded) -> tuple[int, int]:
    """Insert a content that is not here; its row id and how many vectors were written."""
    row: int = tx.execute(
        _SQL["insert_content"],
        {
            "id": content.id,
            "tenant": place.tenant,
            "source": place.source,
            "sha256": content.sha256,
            "language": content.language,
            "text": content.text,
        },
    ).fetchone()[0]
    vectors, written = _vectors(tx, content, embedded)
    sections = _sections(tx, place, row, content)
    passages = _passages(tx, place, row, content, sections, vectors)
    _entities(tx, place, row, content, passages)
    _facts(tx, place, row, content, passages)
    _link(tx, place, row, content, passages)
    return row, written


def _vectors(tx: sqlite3.Connection, content: Content, embedded: Embedded) -> tuple[Mapping[str, int], int]:
    """Row ids by passage id; only vectors that are not here are written."""
    wanted = vector_keys(content, embedded)
    rows = dict(tx.execute(_SQL["known_vectors"], (listed(wanted),)).fetchall())
    written = 0
    for name in wanted:
        if name not in rows:
            rows[name] = tx.execute(_SQL["insert_vector"], (name, vector_of(embedded, name))).fetchone()[0]
            written += 1
    return {passage.id: rows[embedded.keys[passage.id]] for passage in content.passages}, written


def _sections(tx: sqlite3.Connection, place: Place, content_row: int, content: Content) -> dict[str, int]:
    rows: dict[str, int] = {}
    for section in sorted(content.sections, key=lambda section: section.ordinal):
        rows[section.name] = tx.execute(
            _SQL["insert_section"],
            {
                "content": content_row,
                "tenant": place.tenant,
                "id": section.id,
                "name": section.name,
                "path": as_json(section.path),
                "ordinal": section.ordinal,
                "span_start": section.span.start,
                "span_end": section.span.end,
                "tokens": section.tokens,
                "parent": section.parent,
                "number": section.number,
            },
        ).fetchone()[0]
    return rows


def _passages(
    tx: sqlite3.Connection,
    place: Place,
    content_row: int,
    content: Content,
    sections: Mapping[str, int],
    vectors: Mapping[str, int],
) -> dict[str, int]:
    rows: dict[str, int] = {}
    for passage in sorted(content.passages, key=lambda passage: passage.ordinal):
        rows[passage.id] = tx.execute(
            _SQL["insert_passage"],
            {
                **passage_columns(passage),
                "content": content_row,
                "section": sections[passage.section],
                "tenant": place.tenant,
                "vector": vectors[passage.id],
            },
        ).fetchone()[0]
    return rows


def _entities(
    tx: sqlite3.Connection, place: Place, content_row: int, content: Content, passages: Mapping[str, int]
) -> None:
    tx.executemany(
        _SQL["insert_entity"],
        [
            (content_row, place.tenant, entity.id, entity.key, entity.name, entity.kind, handle(entity.name))
            for entity in sorted(content.entities, key=lambda entity: (entity.id, entity.name))
        ],
    )
    tx.executemany(
        _SQL["insert_mention"],
        [
            (passages[mention.passage_id], mention.span.start, mention.span.end, mention.entity_id, place.tenant)
            for mention in content.mentions
        ],
    )


def _facts(
    tx: sqlite3.Connection, place: Place, content_row: int, content: Content, passages: Mapping[str, int]
) -> None:
    rows: dict[str, int] = {}
    for fact in content.facts:
        rows[fact.id] = tx.execute(
            _SQL["insert_fact"],
            {
                "content": content_row,
                "tenant": place.tenant,
                "id": fact.id,
                "subject_id": fact.subject_id,
                "subject": fact.subject,
                "predicate": fact.predicate,
                "object": literal_json(fact.object),
                "object_id": fact.object_id,
                "qualifiers": as_json(fact.qualifiers),
            },
        ).fetchone()[0]
    tx.executemany(
        _SQL["insert_assertion"],
        [
            (rows[a.fact_id], passages[a.passage_id], a.span.start, a.span.end, a.extractor, a.polarity)
            for a in content.assertions
        ],
    )


def _link(
    tx: sqlite3.Connection, place: Place, content_row: int, content: Content, passages: Mapping[str, int]
) -> None:
    """Bind names both ways, so that the order of arrival does not matter."""
    defined = sorted({definition.key for definition in content.definitions})
    names = _known_names(tx, place, defined)
    new = {
        name: tx.execute(_SQL["insert_name"], (place.tenant, name)).fetchone()[0]
        for name in defined
        if name not in names
    }
    names |= new
    tx.executemany(
        _SQL["insert_definition"],
        [
            (passages[each.passage_id], each.entity_id, names[each.key], place.tenant, each.strength, each.basis.value)
            for each in sorted(content.definitions, key=lambda each: -each.strength)
        ],
    )
    _name_in_new(tx, place, content.passages, passages)
    _name_in_old(tx, place, content_row, new)


def _name_in_new(tx: sqlite3.Connection, place: Place, new: tuple[Passage, ...], passages: Mapping[str, int]) -> None:
    """Where the new passages name what is defined anywhere in the tenant."""
    found = [(passage, each) for passage in new for each in occurrences(passage.text, _Anything())]
    names = _known_names(tx, place, {each.key for _, each in found})
    tx.executemany(
        _SQL["insert_naming"],
        [
            (passages[passage.id], passage.span.start + each.start, passage.span.start + each.end, names[each.key])
            for passage, each in found
            if each.key in names
        ],
    )


def _name_in_old(tx: sqlite3.Connection, place: Place, content_row: int, new: Mapping[str, int]) -> None:
    """Where the passages that were here already name what is defined only now."""
    texts: dict[int, tuple[str, int]] = {}
    names: dict[int, set[str]] = defaultdict(set)
    for name in new:
        asked = {"phrase": _phrase(name), "tenant": place.tenant, "content": content_row}
        for passage, text, start in tx.execute(_SQL["passages_with_phrase"], asked):
            texts[passage] = (text, start)
            names[passage].add(name)
    for passage, (text, start) in texts.items():
        tx.executemany(
            _SQL["insert_naming"],
            [
                (passage, start + each.start, start + each.end, new[each.key])
                for each in occurrences(text, names[passage])
            ],
        )


def _known_names(tx: sqlite3.Connection, place: Place, keys: set[str] | list[str]) -> dict[str, int]:
    return dict(tx.execute(_SQL["names"], {"keys": listed(keys), "tenant": place.tenant}).fetchall())


def _phrase(name: str) -> str:
    """A name as one FTS5 phrase: whatever stands in it is text."""
    return '"' + name.replace('"', '""') + '"'
