"""The flow of ingestion: each document becomes a revision, one atomic commit each; a bad one never blocks the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from contract.errors import DocumentError, InvalidMetadata
from contract.ports import Generator, Usage
from contract.records import Commit, CommitOutcome, Embedded, RevisionDraft, Warn
from extraction.extract import EmbeddingInput, embedding_inputs
from graph.labels import comparable
from service.inbox.finding import after_commit
from service.ingestion.intake import Input
from service.ingestion.modelling import Modelled, modelled
from service.ingestion.preparing import Rules
from service.ingestion.reading import Drafted, drafts
from service.ingestion.rings import closed_by, declares_an_end
from service.scoping import everyone
from service.telemetry.measures import of_document, of_report
from service.wiring import Product, latest

MEGABYTE = 1_000_000
TOGETHER = 128  # passages that are embedded at once, so that those of like length meet
_DOCUMENTS = 8  # that wait for one another's vectors at most
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
    model: Modelled | None = None  # what a model added, where one was to
    error: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The whole run. ``usage`` is what ``model`` was asked for it, where one was to state facts."""

    documents: tuple[Ingested, ...]
    model: str | None = None
    usage: Usage = Usage()

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

    @property
    def added(self) -> Modelled:
        """What a model added to all of them."""
        each = [document.model for document in self.documents if document.model]
        return Modelled(sum(one.facts for one in each), sum(one.refused for one in each), sum(one.left for one in each))


Progress = Callable[[str, float], None]  # the document's name, and the share of the whole run that is done


def quiet(_name: str, _share: float) -> None:
    """No progress is shown."""


def ingest(product: Product, inputs: Iterable[Input], options: IngestOptions, progress: Progress = quiet) -> Report:
    """Take every input in; each is committed by itself, in the order given."""
    with product.watch.stage("ingest") as note:
        report = _ingested(product, list(inputs), options, progress)
        note(of_report(report))
    return report


def _ingested(product: Product, listed: Sequence[Input], options: IngestOptions, progress: Progress) -> Report:
    documents: list[Ingested] = []
    model = product.extracting() if product.extracting else None
    for group in _groups(_read(product, listed, options)):
        read = _with_model(product, model, group)
        with product.watch.stage("ingest.embedding") as note:
            vectors = _vectors(product, [found for found, _ in read])
            note({"vectors": len(vectors)})
        for found, added in read:
            progress(listed[len(documents)].name, len(documents) / len(listed))
            with product.watch.stage("ingest.commit") as note:
                done = replace(_committed(product, listed[len(documents)].name, found, vectors), model=added)
                note(of_document(done))
            documents.append(done)
    progress("", 1.0)
    return Report(tuple(documents), model.name if model else None, model.usage if model else Usage())


def _read(product: Product, listed: Sequence[Input], options: IngestOptions) -> Iterator[Drafted]:
    """What became of each document when it was read, one after the other."""
    found = drafts(product, listed, _rules(product, options))
    for _ in listed:
        with product.watch.stage("ingest.reading"):
            one = next(found)
        yield one


def ingest_one(product: Product, entry: Input, options: IngestOptions) -> Ingested:
    """One document, from its bytes to its commit. A document's own fault is reported, not raised."""
    return ingest(product, [entry], options).documents[0]


def prepare(product: Product, entry: Input, options: IngestOptions) -> RevisionDraft:
    """Read, describe, cut and draw from one document; nothing is written. Raises ``DocumentError``."""
    found = next(drafts(product, [entry], _rules(product, options)))
    if isinstance(found, DocumentError):
        raise found
    return found


def embed(product: Product, draft: RevisionDraft) -> Embedded:
    """The vectors that the store lacks for this draft."""
    return _embedded(product, draft, {})


def _rules(product: Product, options: IngestOptions) -> Rules:
    return Rules(
        tenant=options.tenant,
        flags=options.flags,
        address=options.address,
        max_bytes=product.settings.max_document_mb * MEGABYTE,
        authorities=product.policy.authorities,
        predicates=product.policy.predicates,
        shelf=product.readings,
    )


def _with_model(
    product: Product, model: Generator | None, group: Sequence[Drafted]
) -> list[tuple[Drafted, Modelled | None]]:
    """What became of each document, with the facts of a model where there is one."""
    if model is None:
        return [(found, None) for found in group]
    added = iter(modelled(product, model, [found for found in group if isinstance(found, RevisionDraft)]))
    return [next(added) if isinstance(found, RevisionDraft) else (found, None) for found in group]


def _groups(
    found: Iterable[Drafted],
) -> Iterator[list[Drafted]]:
    """Documents that are embedded together: as many as give the encoder enough passages to sort by length."""
    group: list[Drafted] = []
    passages = 0
    for one in found:
        group.append(one)
        passages += 0 if isinstance(one, DocumentError) else len(one.content.passages)
        if passages >= TOGETHER or len(group) == _DOCUMENTS:
            yield group
            group, passages = [], 0
    if group:
        yield group


def _committed(product: Product, name: str, found: Drafted, vectors: Mapping[str, bytes]) -> Ingested:
    try:
        if isinstance(found, DocumentError):
            raise found
        _refuse_ring(product, name, found)
        commit = product.store.commit(found, _embedded(product, found, vectors), product.clock())
    except DocumentError as error:
        log.warning("document refused", name=name, code=error.code, reason=str(error))
        return Ingested(name, error=str(error), code=error.code)
    meta = found.metadata
    log.info("revision committed", uri=meta.uri, revision=commit.revision_id, outcome=str(commit.outcome))
    return Ingested(
        name=name,
        uri=meta.uri,
        revision_id=commit.revision_id,
        label=meta.revision,
        outcome=commit.outcome,
        valid_from=meta.valid_from,
        valid_from_origin=meta.origins.get("valid_from"),
        passages=len(found.content.passages),
        embedded=commit.embedded,
        coverage=found.coverage,
        superseded=commit.superseded,
        warnings=(*found.warnings, *_rings(meta.uri, commit), *_unordered(product, found)),
        dangling=_waiting(found, commit),
        conflicts=after_commit(product, found, commit) if commit.outcome is not CommitOutcome.UNCHANGED else (),
    )


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
    now = latest(product)
    view = product.store.view(everyone(product, draft.tenant, now, now))
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


def _vectors(product: Product, group: Sequence[Drafted]) -> Mapping[str, bytes]:
    """The vectors that the store lacks for a group of drafts. A text that the embedder refuses leaves all to their turns."""
    drafts = [one for one in group if isinstance(one, RevisionDraft)]
    try:
        return _made(product, [item for draft in drafts for item in _inputs(product, draft)])
    except DocumentError:
        return {}


def _embedded(product: Product, draft: RevisionDraft, made: Mapping[str, bytes]) -> Embedded:
    """What is committed with a draft: of the vectors, those that are made already or are made now, and the store lacks."""
    inputs = _inputs(product, draft)
    return Embedded(
        model=product.embedder.name,
        dimension=product.embedder.dimension,
        keys={item.passage_id: item.key for item in inputs},
        vectors=_made(product, inputs, made),
    )


def _made(
    product: Product, inputs: Sequence[EmbeddingInput], made: Mapping[str, bytes] | None = None
) -> dict[str, bytes]:
    known = made or {}
    lacking = product.store.missing({item.key for item in inputs})
    texts = {item.key: item.text for item in inputs if item.key in lacking and item.key not in known}
    fresh = product.embedder.passages(list(texts.values())) if texts else []
    return {key: known[key] for key in known.keys() & lacking} | dict(zip(texts, fresh, strict=True))


def _inputs(product: Product, draft: RevisionDraft) -> tuple[EmbeddingInput, ...]:
    return embedding_inputs(draft.content, product.embedder.name)
