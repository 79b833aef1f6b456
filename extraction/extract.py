"""A document with its metadata → a revision ready to commit: cut, headed, named, drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from contract.errors import EmptyDocument
from contract.ids import content_id as id_of
from contract.ids import digest
from contract.policy import PredicateRule, QualifierRule
from contract.records import Content, Entity, Metadata, Passage, PassageKind, RevisionDraft, Section, Warn
from extraction.chunking import coverage, cut
from extraction.clauses import Place, Shelf, clause_facts
from extraction.context import header
from extraction.cues import all_acts
from extraction.document import Document
from extraction.entities import definitions
from extraction.leads import plain
from extraction.triples import facts
from language.sentences import sentences

EXTRACTION_VERSION = 4
"""Raised with every change that gives other passages, names or facts for the same text."""


@dataclass(frozen=True, slots=True)
class EmbeddingInput:
    """What is embedded for a passage, and the content address of its vector."""

    passage_id: str
    key: str
    text: str


def extract(
    document: Document,
    metadata: Metadata,
    *,
    tenant: str,
    embedder_count: Callable[[str], int],
    limit: int,
    predicates: Mapping[str, PredicateRule],
    qualifiers: Mapping[str, QualifierRule] = MappingProxyType({}),
    warnings: Iterable[Warn] = (),
    shelf: Path | None = None,
) -> RevisionDraft:
    """The draft of one revision. ``embedder_count`` and ``limit`` are the embedder's: its tokens of a text, and its most.
    ``shelf`` is a folder where what sentences say is kept from one revision to the next.

    Mentions are left out: they are linked when the names of the whole tenant are known. Raises ``EmptyDocument`` where
    there is nothing to index, and ``InvalidMetadata`` where the document is said to replace itself.
    """
    kept = Place(Shelf(shelf), EXTRACTION_VERSION, tenant, metadata.uri) if shelf else None
    content, unread = _content(document, metadata, tenant, embedder_count, limit, predicates, qualifiers, kept)
    covered = coverage(document, content.sections, content.passages)
    acts, cue_warnings = all_acts(document, metadata)
    return RevisionDraft(
        tenant=tenant,
        metadata=metadata,
        sha256=document.sha256,
        content=content,
        acts=acts,
        coverage=covered,
        warnings=(
            *document.warnings,
            *warnings,
            *cue_warnings,
            *_uncovered(covered, metadata.uri),
            *_unread(unread, metadata.uri),
        ),
    )


def embedding_inputs(content: Content, model: str) -> tuple[EmbeddingInput, ...]:
    """For each passage, header and shown text as one, and the key under which its vector is kept: equal input, one vector."""
    return tuple(
        EmbeddingInput(
            passage.id,
            id_of(model, passage.header, passage.shown),
            f"{passage.header}\n{passage.shown}" if passage.header else passage.shown,
        )
        for passage in content.passages
    )


def _content(
    document: Document,
    metadata: Metadata,
    tenant: str,
    count: Callable[[str], int],
    limit: int,
    predicates: Mapping[str, PredicateRule],
    qualifiers: Mapping[str, QualifierRule],
    kept: Place | None,
) -> tuple[Content, int]:
    """The content, and how many of its sentences no facts were drawn from, as there are too many."""
    sha256 = digest(document.text.encode("utf-8", "surrogatepass"))
    made_from = (metadata.title, metadata.aliases, metadata.language)
    content_id = id_of(tenant, metadata.uri, sha256, made_from, EXTRACTION_VERSION)
    sections, passages = cut(document, content_id, count, metadata.language, title=metadata.title, limit=limit)
    if not passages:
        raise EmptyDocument(f"{metadata.uri} holds no text: give a document with words in it")
    passages = _headed(passages, sections, count, limit)
    named, defined = definitions(tenant, metadata, document, sections, passages)
    things, drawn, assertions = facts(
        passages,
        sections,
        document,
        tenant=tenant,
        title=metadata.title,
        language=metadata.language,
        predicates=predicates,
        qualifiers=qualifiers,
    )
    told = clause_facts(
        passages,
        tenant=tenant,
        language=metadata.language,
        predicates=predicates,
        defined={each.key for each in defined},
        kept=kept,
    )
    stated = {fact.id: fact for fact in (*told.facts, *drawn)}
    where = {(said.fact_id, said.passage_id): said for said in (*told.assertions, *assertions)}
    content = Content(
        id=content_id,
        sha256=sha256,
        text=document.text,
        language=metadata.language,
        sections=sections,
        passages=passages,
        entities=_distinct((*named, *things, *told.entities)),
        definitions=defined,
        facts=tuple(stated.values()),
        assertions=tuple(where.values()),
    )
    return content, told.unread


def _headed(
    passages: Sequence[Passage], sections: Sequence[Section], count: Callable[[str], int], limit: int
) -> tuple[Passage, ...]:
    """The passages with their context headers. A section's own lead sentence is no summary of the passage it stands in."""
    paths = {section.name: section.path for section in sections}
    leads: dict[str, tuple[str, str]] = {}
    for passage in passages:
        leads.setdefault(passage.section, (passage.id, _lead_sentence(passage)))
    top = next(iter(leads.values()))
    headed = []
    for passage in passages:
        holder, lead = leads[passage.section]
        if holder == passage.id or not lead:
            lead = "" if top[0] == passage.id else top[1]
        made = header(paths[passage.section], lead, passage.tokens, count, limit=limit)
        headed.append(replace(passage, header=made))
    return tuple(headed)


def _lead_sentence(passage: Passage) -> str:
    if passage.kind is not PassageKind.PROSE:
        return ""
    first = next(iter(sentences(passage.text)), None)
    return plain(passage.text[first.start : first.end]) if first else ""


def _distinct(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Each entity once, as it was first named."""
    found: dict[str, Entity] = {}
    for entity in entities:
        found.setdefault(entity.id, entity)
    return tuple(found.values())


def _uncovered(covered: float, uri: str) -> tuple[Warn, ...]:
    if covered >= 1.0:
        return ()
    return (Warn("coverage", f"{1 - covered:.2%} of the text of {uri} stands in no passage and cannot be found"),)


def _unread(sentences: int, uri: str) -> tuple[Warn, ...]:
    if not sentences:
        return ()
    return (
        Warn("sentences", f"{sentences:,} sentences of {uri} were not read for facts: split it if they are needed"),
    )
