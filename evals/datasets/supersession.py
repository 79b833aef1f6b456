"""Documents and which of them ended which: laws (``derogations.json`` and ``docs``) or PEPs (``peps_links.json`` and the
repository's text, packed).

A pair is (what was ended, by what), in the URIs of the documents.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.datasets.reading import filled, folder, load, part, typed
from evals.records import DataError

Pair = tuple[str, str]
LAWS, PEPS = "derogations.json", "peps_links.json"
_PACKED = "peps-head.tar.gz"
_PEP = re.compile(r"(?:^|/)pep-0*(\d+)\.(?:rst|txt)$")


@dataclass(frozen=True, slots=True)
class Document:
    """One text; ``suffix`` tells its format."""

    uri: str
    text: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A corpus with its true pairs. ``kinds`` tells of each pair how it is known."""

    documents: tuple[Document, ...]
    pairs: frozenset[Pair]
    kinds: dict[Pair, str]
    source_type: str


def read(path: Path) -> Ended:
    """Raises ``DataError``. Pairs whose documents are not both here are left out."""
    if (folder(path) / LAWS).is_file():
        documents, kinds, source_type = _laws(path), _derogations(path / LAWS), "law"
    elif (path / PEPS).is_file():
        documents, kinds, source_type = _peps(path / _PACKED), _links(path / PEPS), "document"
    else:
        raise DataError(f"{path} holds neither {LAWS} nor {PEPS}: name the folder of one of these data sets")
    filled(documents, "documents", path)
    here = {document.uri for document in documents}
    known = {pair: kind for pair, kind in kinds.items() if set(pair) <= here}
    filled(list(known), "pairs whose two documents are there", path)
    return Ended(tuple(documents), frozenset(known), known, source_type)


def _laws(path: Path) -> list[Document]:
    files = sorted(folder(path / "docs").glob("*.md"))
    return [Document(file.stem, file.read_text(encoding="utf-8"), ".md") for file in files]


def _derogations(file: Path) -> dict[Pair, str]:
    return {pair: part(record, "label", str, where) for pair, record, where in _pairs(file, str)}


def _peps(file: Path) -> list[Document]:
    """The texts, by number, without unpacking anything to disk."""
    try:
        with tarfile.open(file) as packed:
            members = [(found.group(1), each) for each in packed if (found := _PEP.search(each.name)) and each.isfile()]
            texts = [(number, stream.read()) for number, each in members if (stream := packed.extractfile(each))]
    except (OSError, tarfile.TarError) as error:
        raise DataError(f"{file} cannot be read as a packed folder ({error}): put the PEPs' text there") from error
    numbered = sorted(texts, key=lambda item: int(item[0]))
    return [Document(number, text.decode("utf-8", "replace"), ".rst") for number, text in numbered]


def _links(file: Path) -> dict[Pair, str]:
    """By which header a pair is known: both, or one of them."""
    found = {}
    for pair, record, where in _pairs(file, int):
        newer, older = part(record, "in_replaces", bool, where), part(record, "in_superseded_by", bool, where)
        found[pair] = "both headers" if newer and older else "replaces alone" if newer else "superseded-by alone"
    return found


def _pairs(file: Path, kind: type[Any]) -> Iterator[tuple[Pair, Any, str]]:
    listed = typed(load(file), list, str(file))
    for number, record in enumerate(filled(listed, "pairs", file), start=1):
        where = f"{file}, pair {number}"
        yield (str(part(record, "old", kind, where)), str(part(record, "new", kind, where))), record, where
