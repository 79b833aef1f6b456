"""From a document's bytes to a draft that can be committed: read, described, cut and drawn from; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract.errors import DocumentTooLarge, InvalidMetadata
from contract.policy import PredicateRule
from contract.records import Authority, Metadata, RevisionDraft, Warn
from extraction.document import Document
from extraction.documents import read, read_bytes
from extraction.extract import extract
from extraction.metadata import resolve
from service.ingestion.intake import Input


@dataclass(frozen=True, slots=True)
class Rules:
    """What all documents of one run are prepared by. ``max_bytes`` is of a file; ``address`` its only allowed URI;
    ``shelf`` is where what sentences say is kept."""

    tenant: str
    flags: Mapping[str, Any]
    address: str | None
    max_bytes: int
    authorities: Mapping[str, Authority]
    predicates: Mapping[str, PredicateRule]
    shelf: Path | None = None


@dataclass(frozen=True, slots=True)
class Described:
    """A document that was read, with what it is; not cut yet."""

    document: Document
    metadata: Metadata
    warnings: tuple[Warn, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """How an embedder counts the tokens of a text, and the most that it reads."""

    count: Callable[[str], int]
    limit: int


def described(entry: Input, rules: Rules) -> Described:
    """Read a document and tell what it is. Raises ``DocumentError``."""
    if entry.error:
        raise entry.error
    document = _read(entry, rules.max_bytes)
    metadata, warnings = resolve(
        document,
        name=entry.name,
        sidecar=entry.sidecar,
        manifest=entry.manifest,
        flags=rules.flags,
        family=entry.family,
        authorities=rules.authorities,
    )
    if rules.address not in (None, metadata.uri):
        raise InvalidMetadata(
            f"{entry.name} was sent to {rules.address!r} and calls itself {metadata.uri!r}: send it to its own address"
        )
    return Described(document, metadata, warnings)


def drafted(found: Described, rules: Rules, measure: Measure) -> RevisionDraft:
    """Cut a described document and draw from it. Raises ``DocumentError``."""
    return extract(
        found.document,
        found.metadata,
        tenant=rules.tenant,
        embedder_count=measure.count,
        limit=measure.limit,
        predicates=rules.predicates,
        warnings=found.warnings,
        shelf=rules.shelf,
    )


def _read(entry: Input, limit: int) -> Document:
    try:
        if entry.path is not None:
            return read(entry.path, max_bytes=limit)
        return read_bytes(entry.data or b"", entry.name, max_bytes=limit)
    except DocumentTooLarge as error:
        raise DocumentTooLarge(f"{error} (VIGENTE_MAX_DOCUMENT_MB)") from error
