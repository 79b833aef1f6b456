"""Documents in dated versions: ``versions.json`` lists language, document, the day from which it holds, and its file."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from contract.errors import InvalidDate
from contract.time import DAY, Instant, parse
from evals.datasets.reading import filled, folder, load, part, typed
from evals.records import DataError

_HEADING = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)
_AFTER_LAST = 60 * DAY  # how long the newest version is asked about: its end is not known


@dataclass(frozen=True, slots=True)
class Dated:
    """One version: it holds from ``start`` to the next one's. ``label`` is its day as written."""

    label: str
    start: Instant
    end: Instant
    text: str

    @property
    def middle(self) -> Instant:
        return (self.start + self.end) // 2


@dataclass(frozen=True, slots=True)
class DatedDocument:
    """A document in one language, its versions oldest first."""

    uri: str
    language: str
    title: str
    versions: tuple[Dated, ...]


def read(path: Path) -> list[DatedDocument]:
    """All documents, by URI. Raises ``DataError``."""
    file = folder(path) / "versions.json"
    listed = typed(load(file), list, str(file))
    found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for number, record in enumerate(filled(listed, "versions", file), start=1):
        where = f"{file}, version {number}"
        language, name = part(record, "lang", str, where), part(record, "doc", str, where)
        text = _text(path / part(record, "path", str, where))
        found[language, name].append((part(record, "effective", str, where), text))
    return [_document(f"{language}/{name}", language, sorted(texts), file) for (language, name), texts in found.items()]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"{file} is listed and cannot be read: put it there as UTF-8 or take it off the list"
        ) from error


def _document(uri: str, language: str, texts: list[tuple[str, str]], file: Path) -> DatedDocument:
    try:
        starts = [parse(label) for label, _ in texts]
    except InvalidDate as error:
        raise DataError(f"{file}: {uri} has a date that cannot be read ({error}): write it as 2024-05-31") from error
    ends = [*starts[1:], starts[-1] + _AFTER_LAST]
    versions = tuple(
        Dated(label, start, end, text) for (label, text), start, end in zip(texts, starts, ends, strict=True)
    )
    heading = _HEADING.search(texts[-1][1])
    return DatedDocument(uri, language, heading.group(1) if heading else uri.rsplit("/", 1)[-1], versions)
