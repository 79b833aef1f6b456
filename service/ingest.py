"""The flow of ingestion: each document becomes a revision, one atomic commit each; a bad one never blocks the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from contract.access import Scope
from contract.errors import DocumentError, DocumentTooLarge, InvalidMetadata
from contract.records import Commit, CommitOutcome, Embedded, RevisionDraft, Warn
from extraction.document import Document
from extraction.documents import read, read_bytes
from extraction.extract import embedding_inputs, extract
from extraction.metadata import resolve
from graph.labels import comparable
from service.conflicts import after_commit
from service.intake import Input
from service.rings import closed_by, declares_an_end
from service.wiring import Product, latest

MEGABYTE = 1_000_000
_BATCH = 32
_SHOWN = 120  # signs of the words that name what is not here
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """``flags`` are metadata of last resort, under the keys of a document's metadata.

    ``address`` is the only URI that the document may have, where it was sent to one.
    """

    tenant: str
    flags: Mapping[str, Any] = field(default_factory=dict)
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of one document. ``error`` set: it failed, and says how to mend it."""

    name: str
    uri: str | None = None
    revision_id: str | None = None
    label: str | None = None
    outcome: CommitOutcome | None = None
    valid_from: int | None = None
    valid_from_origin: str | None = None
    passages: int = 0
    embedded: int = 0
    coverage: float = 0.0
    superseded: tuple[str, ...] = ()
    warnings: tuple[Warn, ...] = ()
    dangling: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()  # ids of those open on what this commit touched
    error: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The whole run."""

    documents: tuple[Ingested, ...]

    @property
    def failed(self) -> tuple[Ingested, ...]:
        return tuple(document for document in self.documents if document.error)

    def count(self, outcome: CommitOutcome) -> int:
        return sum(document.outcome is outcome for document in self.documents)

    @property
    def coverage(self) -> float:
        """The least coverage of a document that went in; 1.0 where none did."""
        return min((document.coverage for document in self.documents if not document.error), default=1.0)

    @property
    def embedded(self) -> int:
        return sum(document.embedded for document in self.documents)


Progress = Callable[[str, float], None]  # the document's name, and the share of the whole run that is done


def _quiet(_name: str, _share: float) -> None:
    """No progress is shown."""


def ingest(product: Product, inputs: Iterable[Input], options: IngestOptions, progress: Progress = _quiet) -> Report:
    """Take every input in; each is committed by itself."""
    listed = list(inputs)
    documents = []
    for index, entry in enumerate(listed):
        progress(entry.name, index / len(listed))
        documents.append(ingest_one(product, entry, options))
    progress("", 1.0)
    return Report(tuple(documents))


def ingest_one(product: Product, entry: Input, options: IngestOptions) -> Ingested:
    """One document, from its bytes to its commit. A document's own fault is reported, not raised."""
    try:
        draft = prepare(product, entry, options)
        _refuse_ring(product, entry.name, draft)
        embedded = embed(product, draft)
        commit = product.store.commit(draft, embedded, product.clock())
    except DocumentError as error:
        log.warning("document refused", name=entry.name, code=error.code, reason=str(error))
        return Ingested(entry.name, error=str(error), code=error.code)
    log.info("revision committed", uri=draft.metadata.uri, revision=commit.revision_id, outcome=str(commit.outcome))
    return Ingested(
        name=entry.name,
        uri=draft.metadata.uri,
        revision_id=commit.revision_id,
        label=draft.metadata.revision,
        outcome=commit.outcome,
        valid_from=draft.metadata.valid_from,
        valid_from_origin=draft.metadata.origins.get("valid_from"),
        passages=len(draft.content.passages),
        embedded=commit.embedded,
        coverage=draft.coverage,
        superseded=commit.superseded,
        warnings=(*draft.warnings, *_rings(draft.metadata.uri, commit), *_unordered(product, draft)),
        dangling=_waiting(draft, commit),
        conflicts=after_commit(product, draft, commit) if commit.outcome is not CommitOutcome.UNCHANGED else (),
    )


def prepare(product: Product, entry: Input, options: IngestOptions) -> RevisionDraft:
    """Read, describe, cut and draw from one document; nothing is written."""
    if entry.error:
        raise entry.error
    document = _read(entry, product.settings.max_document_mb * MEGABYTE)
    metadata, warnings = resolve(
        document,
        name=entry.name,
        sidecar=entry.sidecar,
        manifest=entry.manifest,
        flags=options.flags,
        family=entry.family,
        authorities=product.policy.authorities,
    )
    if options.address not in (None, metadata.uri):
        raise InvalidMetadata(
            f"{entry.name} was sent to {options.address!r} and calls itself {metadata.uri!r}: send it to its own address"
        )
    return extract(
        document,
        metadata,
        tenant=options.tenant,
        embedder_count=product.embedder.count,
        limit=product.embedder.limit,
        predicates=product.policy.predicates,
        qualifiers=product.policy.qualifiers,
        warnings=warnings,
    )


def _read(entry: Input, limit: int) -> Document:
    try:
        if entry.path is not None:
            return read(entry.path, max_bytes=limit)
        return read_bytes(entry.data or b"", entry.name, max_bytes=limit)
    except DocumentTooLarge as error:
        raise DocumentTooLarge(f"{error} (VIGENTE_MAX_DOCUMENT_MB)") from error


def _refuse_ring(product: Product, name: str, draft: RevisionDraft) -> None:
    """A document that closes a ring of replacements would leave none of them in force."""
    if not declares_an_end(draft):
        return
    if ring := closed_by(draft, product.store.history(draft.tenant), latest(product)):
        raise InvalidMetadata(
            f"{name}: {', '.join(sorted(ring))} replace one another in a ring: take out a replaces or a replaced_by"
        )


def _rings(uri: str, commit: Commit) -> tuple[Warn, ...]:
    """What a person should look at: sources that are here and replace or void one another."""
    return tuple(
        Warn("cycle", f"{', '.join(ring)} replace or void one another: see which of them holds with 'vigente timeline'")
        for ring in commit.cycles
        if uri in ring
    )


def _unordered(product: Product, draft: RevisionDraft) -> tuple[Warn, ...]:
    """Where labels alone tell the order of revisions, and nobody can tell the order of the labels."""
    meta = draft.metadata
    if not meta.revision or not (meta.standing or meta.valid_from is None):
        return ()
    readable = frozenset(number for number, _ in product.store.audiences())
    view = product.store.view(Scope(draft.tenant, readable, latest(product), latest(product)))
    labels = sorted({one.metadata.revision for one in view.revisions(meta.uri) if one.metadata.revision})
    if comparable(labels):
        return ()
    message = (
        f"nobody can tell the order of {', '.join(labels)} ({meta.uri}): declare valid_from, or labels of one form"
    )
    return (Warn("label_order", message),)


def _waiting(draft: RevisionDraft, commit: Commit) -> tuple[str, ...]:
    """What the document's acts name that is not here: a URI of its metadata, or the words of its text."""
    said = {name: act.cue for act in draft.acts if act.cue for name in (act.target, act.by) if name}
    text = draft.content.text
    return tuple(
        " ".join(text[said[name][0] : said[name][1]].split())[-_SHOWN:] if name in said else name
        for name in commit.dangling
    )


def embed(product: Product, draft: RevisionDraft) -> Embedded:
    """The vectors that the store lacks for this draft, made in batches."""
    model = product.embedder.name
    inputs = embedding_inputs(draft.content, model)
    lacking = product.store.missing({item.key for item in inputs})
    texts = {item.key: item.text for item in inputs if item.key in lacking}
    keys = list(texts)
    vectors: dict[str, bytes] = {}
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        vectors.update(zip(batch, product.embedder.passages([texts[key] for key in batch]), strict=True))
    return Embedded(
        model=model,
        dimension=product.embedder.dimension,
        keys={item.passage_id: item.key for item in inputs},
        vectors=vectors,
    )
