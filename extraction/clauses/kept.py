"""What the sentences of a source were read to say, kept from revision to revision: an unchanged sentence is not parsed again.

One file a source, stamped with the version of the extraction, the language and its parser, holds by their content the sentences
of the last revision and no more, and goes with the source.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract.ids import content_id
from contract.records import Span
from extraction.clauses.reading import said
from extraction.clauses.records import Argument, Part, Phrase, Predication
from extraction.syntax import parser

LEAST = 32  # sentences from which on they are worth a file
_Kept = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of such files."""

    folder: Path

    def file(self, tenant: str, uri: str) -> Path:
        return self.folder / f"{content_id(tenant, uri)}.json.gz"

    def forget(self, tenant: str, uri: str) -> None:
        """Remove what is kept of a source."""
        self.file(tenant, uri).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Place:
    """Where what one source says is kept. ``version`` is the extraction's."""

    shelf: Shelf
    version: int
    tenant: str
    uri: str

    def said(self, sentences: Sequence[str], language: str) -> Iterator[tuple[Predication, ...]]:
        """What each sentence says, as ``reading.said``; those that the last revision had too are looked up."""
        stamp = content_id(self.version, language, parser(language))
        known = self._read(stamp) if len(sentences) >= LEAST else {}
        keys = [content_id(sentence) for sentence in sentences]
        fresh = {key: sentence for key, sentence in zip(keys, sentences, strict=True) if key not in known}
        read = dict(zip(fresh, said(list(fresh.values()), language), strict=False))
        if not read and fresh:  # a language without a parser
            return
        if read and len(sentences) >= LEAST:
            kept = {key: known[key] if key in known else [_packed(each) for each in read[key]] for key in keys}
            self._write({"stamp": stamp, "said": kept})
        for key in keys:
            yield read[key] if key in read else tuple(map(_unpacked, known[key]))

    def _read(self, stamp: str) -> _Kept:
        """What is kept under this stamp; nothing where it is another's, or broken."""
        try:
            with gzip.open(self.shelf.file(self.tenant, self.uri), "rt", encoding="utf-8") as file:
                kept = json.load(file)
            return dict(kept["said"]) if kept["stamp"] == stamp else {}
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            return {}

    def _write(self, kept: Mapping[str, Any]) -> None:
        """Best effort: what cannot be kept is read again."""
        path = self.shelf.file(self.tenant, self.uri)
        beside = path.with_suffix(f".{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with gzip.open(beside, "wt", encoding="utf-8", compresslevel=3) as file:
                json.dump(kept, file, ensure_ascii=True, separators=(",", ":"))
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)


def _packed(said: Predication) -> list[Any]:
    return [
        _phrase(said.subject),
        _phrase(said.relation),
        said.name,
        [[_phrase(each.phrase), each.part.value] for each in said.arguments],
        said.rule,
        said.implied,
        said.asserted,
        said.polarity,
        said.modality,
        [_phrase(each) for each in said.conditions],
        said.attributed and _phrase(said.attributed),
    ]


def _phrase(phrase: Phrase) -> list[Any]:
    return [phrase.text, [[span.start, span.end] for span in phrase.spans], phrase.head, phrase.pos]


def _unpacked(kept: Sequence[Any]) -> Predication:
    subject, relation, name, arguments, rule, implied, asserted, polarity, modality, conditions, attributed = kept
    return Predication(
        subject=_phrase_of(subject),
        relation=_phrase_of(relation),
        name=name,
        arguments=tuple(Argument(_phrase_of(phrase), Part(part)) for phrase, part in arguments),
        rule=rule,
        implied=implied,
        asserted=asserted,
        polarity=polarity,
        modality=modality,
        conditions=tuple(map(_phrase_of, conditions)),
        attributed=attributed and _phrase_of(attributed),
    )


def _phrase_of(kept: Sequence[Any]) -> Phrase:
    text, spans, head, pos = kept
    return Phrase(text, tuple(Span(start, end) for start, end in spans), head, pos)
