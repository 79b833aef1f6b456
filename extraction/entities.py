"""Names: which passage defines which entity under which name.

An entity is known by its folded name. Names that stand for the same thing (a title without its parenthesis, an alias, a
short form) are definitions of one entity under several keys, each with its strength. How strong, by basis:

========== =================================================== ==========
title      as it is · without parenthesis · before comma        1 · .95 · .8
alias      declared in metadata                                 1
heading    of several words · of one · without parenthesis      .8 · .5 · .7
table_key  first cell of a row                                  .8
lead       what a section's first passage opens with            .3 – .95
defined    glossary terms, "hereinafter", acronyms · whose .8 · .6
part       of a personal name · the last name alone             .5 · .3
========== =================================================== ==========
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contract.ids import content_id as id_of
from contract.records import Definition, Entity, Metadata, NameBasis, Passage, PassageKind, Section
from extraction.aliases import aliases
from extraction.document import BlockKind, Document
from extraction.leads import defined_terms, lead_names, parsed_lead
from extraction.outline import heading_words
from extraction.wording import Name, clean
from language.words import key, stop_words, words

_READ = (PassageKind.PROSE, PassageKind.LIST)  # kinds that open with a sentence
_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")
_NO_TITLE = ("name", "default")  # origins of a title that says nothing: there a parse is worth its time
_SERIES = re.compile(r",|&|\s(?:and|or|y|e|o|u)\s")
_LONGEST_HEADING = 12  # words; a longer one is a sentence, and no text names it
_LONGEST_KEY = 8  # words of a table key


@dataclass(frozen=True, slots=True)
class _Named:
    """A passage defines the thing called ``entity`` under ``name``."""

    passage_id: str
    entity: str
    name: Name


def definitions(
    tenant: str, metadata: Metadata, document: Document, sections: Sequence[Section], passages: Sequence[Passage]
) -> tuple[tuple[Entity, ...], tuple[Definition, ...]]:
    """All names of a content, each with the passage that defines it. Of equal definitions the strongest is kept."""
    if not passages:
        return (), ()
    language = metadata.language
    found = [
        *_of_title(metadata, passages[0]),
        *_of_headings(sections, passages, metadata.title),
        *_of_tables(document, passages),
        *_of_leads(metadata, sections, passages, language),
        *(named for one in passages for named in _of_terms(one, language)),
    ]
    entities: dict[str, Entity] = {}
    kept: dict[tuple[str, str, str], Definition] = {}
    for named in found:
        entity_key, name_key = key(named.entity), key(named.name.text)
        if not entity_key or not name_key:
            continue
        made = Entity(entity_id(tenant, named.entity), entity_key, " ".join(named.entity.split()))
        entities.setdefault(made.id, made)
        defined = Definition(named.passage_id, made.id, name_key, named.name.strength, named.name.basis)
        at = (defined.passage_id, defined.entity_id, defined.key)
        if at not in kept or kept[at].strength < defined.strength:
            kept[at] = defined
    return tuple(entities.values()), tuple(kept.values())


def entity_id(tenant: str, name: str, kind: str = "") -> str:
    """The id of the entity of this name."""
    return id_of(tenant, key(name), kind)


def _of_terms(passage: Passage, language: str) -> Iterator[_Named]:
    """Other names of one thing that the text gives, and terms of its own that it defines."""
    taken: set[str] = set()
    for each in aliases(passage.text, language):
        taken.add(key(each.alias))
        yield _Named(passage.id, each.name, Name(each.name, 0.6, NameBasis.DEFINED))
        yield _Named(passage.id, each.name, Name(each.alias, 0.8, NameBasis.DEFINED))
    for term in defined_terms(passage.text, language):
        if key(term.text) not in taken:
            yield _Named(passage.id, term.text, term)


def _of_title(metadata: Metadata, first: Passage) -> Iterator[_Named]:
    title = metadata.title
    for name in _variants(title):
        yield _Named(first.id, title, name)
    for alias in metadata.aliases:
        yield _Named(first.id, title, Name(alias, 1.0, NameBasis.ALIAS))


def _variants(title: str) -> Iterator[Name]:
    """The title, without its parenthesis, and before its one comma ("Ackworth, West Yorkshire"; no list of things)."""
    yield Name(title, 1.0, NameBasis.TITLE)
    bare = _PARENTHESIS.sub("", title)
    if bare and bare != title:
        yield Name(bare, 0.95, NameBasis.TITLE)
    before, comma, after = bare.partition(",")
    if comma and before and not _SERIES.search(after):
        yield Name(before, 0.8, NameBasis.TITLE)


def _of_headings(sections: Sequence[Section], passages: Sequence[Passage], title: str) -> Iterator[_Named]:
    """Each heading is defined by the first passage below it."""
    firsts: dict[tuple[str, ...], str] = {}
    path_of = {section.name: section.path for section in sections}
    for passage in passages:
        path = path_of[passage.section]
        for depth in range(1, len(path) + 1):
            firsts.setdefault(path[:depth], passage.id)
    for path in dict.fromkeys(section.path for section in sections):
        heading = heading_words(path[-1]) if path else ""
        length = len(words(heading))
        if path in firsts and 0 < length <= _LONGEST_HEADING and key(heading) != key(title):
            yield _Named(firsts[path], heading, Name(heading, 0.8 if length > 1 else 0.5, NameBasis.HEADING))
            bare = _PARENTHESIS.sub("", heading)
            if bare != heading:
                yield _Named(firsts[path], heading, Name(bare, 0.7, NameBasis.HEADING))


def _of_tables(document: Document, passages: Sequence[Passage]) -> Iterator[_Named]:
    """The first cell of each row, where it names something, is defined by the passage that holds the row."""
    at = 0
    for block in document.blocks:
        if block.kind is not BlockKind.TABLE or block.table is None:
            continue
        for row in block.table.rows:
            cell = next(iter(row), None)
            if cell is None or len(row) < 2 or not _names_something(cell.text):
                continue
            while at < len(passages) and passages[at].span.end <= cell.span.start:
                at += 1
            if at < len(passages) and passages[at].span.start <= cell.span.start:
                text = clean(cell.text)
                yield _Named(passages[at].id, text, Name(text, 0.8, NameBasis.TABLE_KEY))


def _names_something(cell: str) -> bool:
    """Not empty, not long, and no bare number, date or amount."""
    found = words(cell)
    return 0 < len(found) <= _LONGEST_KEY and any(word.text[0].isalpha() and len(word.text) > 1 for word in found)


def _of_leads(
    metadata: Metadata, sections: Sequence[Section], passages: Sequence[Passage], language: str
) -> Iterator[_Named]:
    """What the first passage of each section opens with. The document's first may open with the title's thing."""
    path_of = {section.name: section.path for section in sections}
    untitled = metadata.origins.get("title") in _NO_TITLE
    headed: set[str] = set()
    for at, passage in enumerate(passages):
        if passage.section in headed:
            continue
        headed.add(passage.section)
        if passage.kind not in _READ:
            continue
        names = lead_names(passage.text, language)
        if not names and untitled and len(path_of[passage.section]) <= 1:
            names = parsed_lead(passage.text, language)
        if names:
            entity = metadata.title if at == 0 and _same_thing(metadata.title, names, language) else names[0].text
            yield from (_Named(passage.id, entity, name) for name in names)


def _same_thing(title: str, names: Iterable[Name], language: str) -> bool:
    """Whether one of the names has all the title's words or the title all of its."""
    stop = stop_words(language)
    own = set(key(_PARENTHESIS.sub("", title)).split()) - stop
    for name in names:
        other = set(key(name.text).split()) - stop
        if name.basis is not NameBasis.PART and own and other and (own <= other or other <= own):
            return True
    return False
