"""What a source may be called in other texts, as keys: numbers, days, names. Equal keys are one thing.

A source's own names stand in its metadata and at the head of its title; a reference in a text gives one key, the same
whatever words it is written in. Names are hashed: a key outlives what it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from contract.history import Act, ActKind, Polarity
from contract.ids import digest
from contract.records import Metadata
from contract.time import iso
from extraction.cues.items import read_items
from extraction.cues.lexer import tokens
from extraction.cues.records import Reference
from extraction.cues.tables import CueTable, cue_table
from extraction.document import Document
from language.words import key

_PREFIX = "name"
_LEAD = 8  # signs that may stand before what a source calls itself
_SHORTEST = 4  # letters of a title that can stand for its document
_IDENTITIES = frozenset({"identifier", "id", "identificador", "number", "numero", "número", "codigo", "código", "code"})
_DAYS = frozenset({"promulgation_date", "fecha_de_promulgacion", "enacted", "adopted"})
_CODED_KEY = re.compile(r"[A-Z]{2,8}")
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_DIVIDER = re.compile(r"\s+[-–—]\s+|\s*[:|]\s+")


def key_of(reference: Reference, language: str) -> str:
    """The key of a reference: by number, else by name, else by day."""
    if reference.number:
        return f"{_PREFIX}:{reference.kind}:{reference.number}"
    if reference.name:
        return named(reference.name, language)
    return f"{_PREFIX}:{reference.kind}:@{reference.date}"


def named(title: str, language: str) -> str:
    """The key of a name: its words whatever their order, without small ones, as a hash."""
    table = cue_table(language)
    small = table.stop_words if table else frozenset[str]()
    words = sorted({word for word in key(title).split() if word not in small})
    return f"{_PREFIX}:{digest(' '.join(words).encode())[:16]}"


def known_as(metadata: Metadata, document: Document) -> tuple[Act, ...]:
    """The names of a source as acts: sure ones asserted, those that it may be taken for conditional."""
    language = metadata.language
    table = cue_table(language) or cue_table("en")
    assert table is not None
    sure: dict[str, None] = {}
    likely: dict[str, None] = {}
    for reference in _references(metadata, document, table):
        sure[key_of(reference, language)] = None
        if reference.number and reference.number.isdecimal() and (other := table.written_as.get(reference.kind)):
            likely[f"{_PREFIX}:{other}:{reference.number}"] = None
        for day in _days(metadata, document):
            sure[f"{_PREFIX}:{reference.kind}:@{day}"] = None
            if other := table.written_as.get(reference.kind):
                likely[f"{_PREFIX}:{other}:@{day}"] = None
    for title in _titles(metadata):
        if sum(map(str.isalpha, title)) >= _SHORTEST:
            sure[named(title, language)] = None
    return (
        *(Act(ActKind.KNOWN_AS, target=name) for name in sure),
        *(Act(ActKind.KNOWN_AS, target=name, polarity=Polarity.CONDITIONAL) for name in likely if name not in sure),
    )


def _titles(metadata: Metadata) -> Iterator[str]:
    """The title, its aliases, and what follows a divider in the title («Ley Nº 9155 - Código Penal»)."""
    yield from (metadata.title, *metadata.aliases)
    _, *rest = _DIVIDER.split(metadata.title, maxsplit=1)
    yield from rest


def _references(metadata: Metadata, document: Document, table: CueTable) -> Iterator[Reference]:
    """What the source calls itself by number: a reference that its title, URI, alias or identifier begins with."""
    for text in (*_own(metadata, document), *_address(metadata.uri, table)):
        first = next(iter(read_items(tokens(text, 0, table), text, table).items), None)
        if first and first.reference.number and first.reference.span.start <= _LEAD:
            yield first.reference


def _address(uri: str, table: CueTable) -> Iterator[str]:
    """The last part of a URI from where it names a kind of text ("uy-ley-15738"), and as a code ("pep-0484")."""
    text = _spaced(re.sub(r"\.\w{1,5}$", "", uri.rsplit("/", 1)[-1]))
    heads = [token.span.start for token in tokens(text, 0, table) if token.kind == "head"]
    yield text[heads[0] :] if heads else text.upper()


def _own(metadata: Metadata, document: Document) -> Iterator[str]:
    yield from (metadata.title, *metadata.aliases)
    for header, value in document.front.items():
        if not isinstance(value, str):
            continue
        if header.casefold() in _IDENTITIES:
            yield _spaced(value)
        elif _CODED_KEY.fullmatch(header) and value.strip().isdecimal():
            yield f"{header} {value.strip()}"


def _spaced(identity: str) -> str:
    return re.sub(r"[-_]+", " ", identity)


def _days(metadata: Metadata, document: Document) -> Iterable[str]:
    own = [value for header, value in document.front.items() if header.casefold() in _DAYS and isinstance(value, str)]
    days = {found.group() for value in own if (found := _ISO_DAY.match(value))}
    if metadata.valid_from is not None and (start := iso(metadata.valid_from)):
        days.add(start[:10])
    return sorted(days)
