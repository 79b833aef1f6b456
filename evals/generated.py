"""Stores of generated content: the size of a bench without the cost of reading documents and of an encoder.

Everything depends on the seed alone. A store is kept as long as what it is made from, and the code that writes it, are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from contract.access import Audience
from contract.ids import content_id, digest
from contract.records import (
    Assertion,
    Content,
    Datatype,
    Definition,
    Embedded,
    Entity,
    Fact,
    Literal,
    Metadata,
    NameBasis,
    Passage,
    PassageKind,
    RevisionDraft,
    Section,
    Span,
)
from contract.store import Store
from contract.time import Instant, parse
from evals import places
from evals.records import Options
from language.words import key, stems

TENANT, MODEL, LANGUAGE = "evals", "generated", "en"
KNOWN: Instant = parse("2026-01-01")
SPREAD = 0.6  # length of what a vector is moved from the middle of its cluster, whose length is 1
_ROOT = Path(__file__).parents[1]
_WRITING = ("contract", "cypher", "graph", "language")

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Page:
    """A generated document: one passage a text, with its vector. Its title is a name, defined by the first passage.

    ``stated`` are facts by the number of their text: (at, subject, predicate, thing), whose ``thing`` stands in that text.
    ``in_a_section`` texts stand in one section.
    """

    uri: str
    title: str
    texts: Sequence[str]
    vectors: Floats
    audience: Audience = Audience()
    stated: Sequence[tuple[int, str, str, str]] = ()
    in_a_section: int = 100


def clustered(sizes: Sequence[int], dimension: int, seed: int) -> Floats:
    """Unit vectors in clusters of these sizes, cluster after cluster: a random middle, moved by ``SPREAD`` anywhere."""
    draw = np.random.default_rng(seed)
    middles = units(draw.standard_normal((len(sizes), dimension)))
    moved = units(draw.standard_normal((sum(sizes), dimension)))
    return units(np.repeat(middles, sizes, axis=0) + SPREAD * moved)


def units(rows: NDArray[np.float64] | Floats) -> Floats:
    """Each row at length 1."""
    wide = rows.astype(np.float64)
    found: Floats = (wide / np.linalg.norm(wide, axis=-1, keepdims=True)).astype(np.float32)
    return found


def draft(page: Page) -> RevisionDraft:
    """The page as extraction would give it: sections with a passage a text, its title's name, its facts."""
    identity = content_id(TENANT, page.uri, list(page.texts), page.stated)
    text = "\n\n".join(page.texts)
    passages = _passages(page, identity)
    title = _entity(page.title)
    facts, assertions, things = _facts(page, passages)
    content = Content(
        id=identity,
        sha256=digest(text.encode()),
        text=text,
        language=LANGUAGE,
        sections=tuple(_sections(page, passages, identity)),
        passages=passages,
        entities=tuple({each.id: each for each in (title, *things)}.values()),
        definitions=(Definition(passages[0].id, title.id, title.key, 1.0, NameBasis.TITLE),),
        facts=facts,
        assertions=assertions,
    )
    metadata = Metadata(page.uri, page.title, language=LANGUAGE, audience=page.audience)
    return RevisionDraft(TENANT, metadata, content.sha256, content)


def _passages(page: Page, identity: str) -> tuple[Passage, ...]:
    made: list[Passage] = []
    start = 0
    for number, own in enumerate(page.texts):
        made.append(
            Passage(
                id=content_id(identity, number),
                section=f"part-{number // page.in_a_section}",
                ordinal=number,
                span=Span(start, start + len(own)),
                text=own,
                kind=PassageKind.PROSE,
                tokens=len(own.split()),
                stems=" ".join(stems(own, LANGUAGE)),
            )
        )
        start += len(own) + 2
    return tuple(made)


def _sections(page: Page, passages: Sequence[Passage], identity: str) -> Iterator[Section]:
    for number, start in enumerate(range(0, len(passages), page.in_a_section)):
        held = passages[start : start + page.in_a_section]
        name, span = f"part-{number}", Span(held[0].span.start, held[-1].span.end)
        tokens = sum(passage.tokens for passage in held)
        yield Section(content_id(identity, name), name, (page.title, name), number, span, tokens)


def embedded(of: RevisionDraft, page: Page) -> Embedded:
    """The page's vectors under the ids of its passages."""
    vectors = {
        passage.id: row.astype("<f4").tobytes() for passage, row in zip(of.content.passages, page.vectors, strict=True)
    }
    return Embedded(MODEL, page.vectors.shape[1], {passage: passage for passage in vectors}, vectors)


@contextmanager
def kept(
    options: Options, name: str, made_from: Sequence[object], dimension: int, pages: Callable[[], Iterator[Page]]
) -> Iterator[Store]:
    """The store of these pages in ``options.work``, written on the first run. ``made_from`` is what the pages depend on."""
    folder = options.work / f"generated-{name}"
    by = content_id(*made_from, dimension, *_code())
    if not places.is_made(options, folder, by):
        places.clear(options, folder)
        with places.opened(options, folder, model=MODEL, dimension=dimension) as store:
            write(store, pages(), options)
        places.note(options, folder, by)
    with places.opened(options, folder, model=MODEL, dimension=dimension) as store:
        yield store


def write(store: Store, pages: Iterable[Page], options: Options) -> None:
    """Commit the pages, one a commit; closing the store makes its vector index."""
    for number, page in enumerate(pages):
        if number % 100 == 0:
            options.progress(f"writing page {number}", 0.0)
        made = draft(page)
        store.commit(made, embedded(made, page), KNOWN + number)


def _facts(
    page: Page, passages: Sequence[Passage]
) -> tuple[tuple[Fact, ...], tuple[Assertion, ...], tuple[Entity, ...]]:
    facts: dict[str, Fact] = {}
    assertions: list[Assertion] = []
    things: list[Entity] = []
    for at, subject, predicate, thing in page.stated:
        one, other = _entity(subject), _entity(thing)
        value = Literal(Datatype.ENTITY, other.key, raw=thing)
        identity = content_id(TENANT, one.id, predicate, other.key)
        facts.setdefault(identity, Fact(identity, one.id, subject, predicate, value, other.id))
        start = passages[at].span.start + page.texts[at].index(thing)
        assertions.append(Assertion(identity, passages[at].id, Span(start, start + len(thing)), MODEL))
        things += (one, other)
    return tuple(facts.values()), tuple(assertions), tuple(things)


def entity_id(name: str) -> str:
    """The id that extraction gives to a thing of this name."""
    return content_id(TENANT, key(name), "")


def _entity(name: str) -> Entity:
    return Entity(entity_id(name), key(name), name)


def _code() -> list[str]:
    files = (
        path
        for room in _WRITING
        for path in (_ROOT / room).rglob("*")
        if path.suffix in (".py", ".sql", ".cypher", ".yaml")
    )
    return [digest(path.read_bytes()) for path in sorted(files)]
