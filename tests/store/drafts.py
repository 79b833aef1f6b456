"""Small drafts in the shape that extraction gives them, with vectors made from a hash of the text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from contract.access import Audience, Holding, Principal, Scope
from contract.history import Act
from contract.ids import content_id
from contract.ports import GraphStore, GraphView
from contract.records import (
    Assertion,
    Commit,
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
from contract.time import Instant, parse
from language.words import key, stems

MODEL = "by-hash"
DIMENSION = 24
TENANT = "acme"
LATE = parse("2027-01-01")
OPEN = Principal(TENANT)

Text = str | Sequence[str]


def vector(text: str) -> bytes:
    """A unit vector that depends on the text alone."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    values = np.random.default_rng(seed).standard_normal(DIMENSION)
    return (values / np.linalg.norm(values)).astype("<f4").tobytes()


def draft(
    uri: str,
    sections: Text | Mapping[str, Text],
    *,
    tenant: str = TENANT,
    names: Mapping[str, str] | None = None,
    facts: Iterable[tuple[str, str, str]] = (),
    leads: Iterable[tuple[str, str, str]] = (),
    acts: Iterable[Act] = (),
    parents: Mapping[str, str] | None = None,
    valid_from: str | None = None,
    valid_to: str | None = None,
    observed_at: str | None = None,
    label: str | None = None,
    audience: Audience | None = None,
    standing: bool = False,
    title: str = "A title",
) -> RevisionDraft:
    """A draft of sections by name, one passage a text. ``names`` (name -> entity) are defined by the first passage.

    ``facts`` are (subject, predicate, value), each asserted where its value stands; ``leads`` are those whose value is an entity.
    """
    by_section = sections if isinstance(sections, Mapping) else {"body": sections}
    texts = {name: (text,) if isinstance(text, str) else tuple(text) for name, text in by_section.items()}
    metadata = Metadata(
        uri=uri,
        title=title,
        valid_from=_instant(valid_from),
        valid_to=_instant(valid_to),
        observed_at=_instant(observed_at),
        revision=label,
        audience=audience or Audience(),
        standing=standing,
    )
    content = _content(tenant, uri, texts, parents or {}, names or {}, tuple(facts), tuple(leads))
    return RevisionDraft(tenant, metadata, content.sha256, content, tuple(acts))


def embedded(made: RevisionDraft, store: GraphStore | None = None) -> Embedded:
    """The draft's vectors; only those that the store lacks, if it is given."""
    keys = {passage.id: content_id(MODEL, passage.header, passage.shown) for passage in made.content.passages}
    wanted = set(keys.values()) if store is None else store.missing(keys.values())
    texts = {keys[passage.id]: passage.shown for passage in made.content.passages}
    return Embedded(MODEL, DIMENSION, keys, {each: vector(texts[each]) for each in wanted})


def put(store: GraphStore, made: RevisionDraft, at: str | Instant = "2026-01-01") -> Commit:
    return store.commit(made, embedded(made, store), instant(at))


def view(
    store: GraphStore,
    valid_at: str | Instant = LATE,
    known_at: str | Instant = LATE,
    *,
    reader: Principal = OPEN,
    holding: Holding = Holding.IN_FORCE,
    pins: Iterable[str] = (),
) -> GraphView:
    readable = reader.readable(store.audiences())
    return store.view(Scope(reader.tenant, readable, instant(valid_at), instant(known_at), holding, frozenset(pins)))


def texts(of: GraphView) -> list[str]:
    """What a view shows, sorted."""
    return sorted(located.passage.text for located in of.located(of.passage_ids()))


def everything(of: GraphView) -> tuple[object, ...]:
    """Every read of a view that names no commit."""
    ids = of.passage_ids()
    revisions = of.revisions()
    uris = sorted({revision.uri for revision in revisions})
    definitions = of.definitions(ids)
    entities = sorted({definition.entity_id for definition in definitions})
    words = sorted({stem for located in of.located(ids) for stem in located.passage.stems.split()})
    return (
        of.size(),
        ids,
        of.located(ids),
        [of.section(identity) for identity in ids],
        [of.siblings(identity) for identity in ids],
        of.lexical(words, 1000),
        of.idf(words),
        of.nearest(vector("a question"), 1000),
        of.mean_cosine(vector("a question")),
        definitions,
        of.named({definition.key for definition in definitions}),
        of.defining(entities),
        of.entities(entities),
        of.mentions(ids),
        of.mentioning(entities, 1000),
        of.stated(),
        _linked(of),
        revisions,
        [of.in_force(uri) for uri in uris],
        [of.holds(uri) for uri in uris],
        of.supersessions([revision.id for revision in revisions]),
    )


def _linked(of: GraphView) -> tuple[object, ...]:
    ends = sorted({each for said in of.stated() for each in (said.fact.subject_id, said.fact.object_id) if each})
    return of.linked(ends), of.linked(ends, towards=True)


def instant(at: str | Instant) -> Instant:
    return parse(at) if isinstance(at, str) else at


def _instant(day: str | None) -> Instant | None:
    return None if day is None else parse(day)


def _content(
    tenant: str,
    uri: str,
    by_section: Mapping[str, tuple[str, ...]],
    parents: Mapping[str, str],
    names: Mapping[str, str],
    stated: tuple[tuple[str, str, str], ...],
    leads: tuple[tuple[str, str, str], ...],
) -> Content:
    text = ""
    sections: list[Section] = []
    passages: list[Passage] = []
    identity = content_id(tenant, uri, sorted(by_section.items()), sorted(names.items()), stated, leads)
    for ordinal, (name, parts) in enumerate(by_section.items()):
        begin = len(text)
        for part in parts:
            span = Span(len(text), len(text) + len(part))
            number = len(passages)
            passages.append(
                Passage(
                    id=content_id(identity, number),
                    section=name,
                    ordinal=number,
                    span=span,
                    text=part,
                    kind=PassageKind.PROSE,
                    tokens=len(part.split()),
                    stems=" ".join(stems(part, "en")),
                )
            )
            text += part + "\n\n"
        span = Span(begin, max(begin, len(text) - 2))
        path = ("A title", name)
        sections.append(Section(content_id(identity, name), name, path, ordinal, span, 10, parents.get(name)))
    entities = {name: _entity(tenant, entity) for name, entity in names.items()}
    ends = {name: _entity(tenant, name) for one, _, other in leads for name in (one, other)}
    facts, assertions = _facts(tenant, text, passages, stated, leads)
    return Content(
        id=identity,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        text=text,
        language="en",
        sections=tuple(sections),
        passages=tuple(passages),
        entities=tuple({each.id: each for each in (*entities.values(), *ends.values())}.values()),
        definitions=tuple(
            Definition(passages[0].id, entity.id, key(name), 1.0, NameBasis.TITLE) for name, entity in entities.items()
        ),
        facts=facts,
        assertions=assertions,
    )


def _entity(tenant: str, name: str) -> Entity:
    return Entity(content_id(tenant, key(name)), key(name), name)


def _facts(
    tenant: str,
    text: str,
    passages: Sequence[Passage],
    stated: Iterable[tuple[str, str, str]],
    leads: Iterable[tuple[str, str, str]],
) -> tuple[tuple[Fact, ...], tuple[Assertion, ...]]:
    facts, assertions = [], []
    for (subject, predicate, value), is_entity in [
        *((each, False) for each in stated),
        *((each, True) for each in leads),
    ]:
        other = _entity(tenant, value) if is_entity else None
        fact = Fact(
            content_id(tenant, subject, predicate, value, *(["entity"] if other else [])),
            content_id(tenant, key(subject)),
            subject,
            predicate,
            Literal(Datatype.ENTITY, other.key, raw=value) if other else Literal(Datatype.TEXT, value, raw=value),
            other.id if other else None,
        )
        start = text.index(value)
        inside = next(passage for passage in passages if passage.span.start <= start < passage.span.end)
        facts.append(fact)
        assertions.append(Assertion(fact.id, inside.id, Span(start, start + len(value)), "by_hand"))
    return tuple(facts), tuple(assertions)
