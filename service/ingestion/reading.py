"""How documents are prepared: here if they are a few simple ones, else by child processes; their order is kept either way."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from contract.errors import DocumentError
from contract.records import RevisionDraft
from service.ingestion.child import Prepared, Start, prepared
from service.ingestion.children import children
from service.ingestion.intake import Input
from service.ingestion.preparing import Described, Measure, Rules, drafted
from service.wiring import Product

Drafted = RevisionDraft | DocumentError

_SIMPLE = ".md .markdown .mdown .txt .text .rst .rest .csv .tsv .json .jsonl .ndjson"
_SMALL = 262_144  # bytes; what is of a simple format and no larger is read in this process
_WORTH = 1_048_576  # bytes of such files from which on it pays to start processes
_MOST = 8


def drafts(product: Product, entries: Sequence[Input], rules: Rules) -> Iterator[Drafted]:
    """What became of each document, in order. Child processes read what may be hostile, and what is much."""
    measure = Measure(product.embedder.count, product.embedder.limit)
    number = _children_for(entries)
    if not number:
        for entry in entries:
            yield _finished(prepared(entry, rules, measure), rules, measure)
        return
    settings = product.settings
    start = Start(rules, product.embedder.name, settings.max_document_seconds, settings.max_document_memory_mb)
    with children(number, start) as family:
        for found in family.prepared(entries):
            yield _finished(found, rules, measure)


def _finished(found: Prepared, rules: Rules, measure: Measure) -> Drafted:
    try:
        return drafted(found, rules, measure) if isinstance(found, Described) else found
    except DocumentError as error:
        return error


def _children_for(entries: Sequence[Input]) -> int:
    """How many processes to prepare these documents with: none for a few simple ones."""
    sizes = [_size(entry) for entry in entries]
    if sum(sizes) < _WORTH and all(_is_simple(entry, size) for entry, size in zip(entries, sizes, strict=True)):
        return 0
    return min(len(entries), len(os.sched_getaffinity(0)), _MOST)


def _is_simple(entry: Input, size: int) -> bool:
    return entry.error is not None or (
        size <= _SMALL and PurePosixPath(entry.name).suffix.casefold() in _SIMPLE.split()
    )


def _size(entry: Input) -> int:
    """Bytes of a document; 0 where that cannot be told, which reading it will say."""
    try:
        return entry.path.stat().st_size if entry.path else len(entry.data or b"")
    except (OSError, ValueError):
        return 0
