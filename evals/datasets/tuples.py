"""Sentences with gold tuples: ``*.tsv`` in the form of CaRB (sentence, relation, arguments), ``*.json`` as in Re-OIE2016."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.datasets.reading import filled, folder, load, part, typed
from evals.records import DataError
from evals.tuples import Extracted
from language.detect import detect

_ARGUMENTS = ("arg0", "arg1", "arg2", "arg3", "temp", "loc")
_SAMPLE = 50  # sentences that tell the language


@dataclass(frozen=True, slots=True)
class TupleSet:
    """One file."""

    name: str
    language: str
    sentences: tuple[tuple[str, tuple[Extracted, ...]], ...]


def read(path: Path) -> list[TupleSet]:
    """Every file of a folder, by name. Raises ``DataError``."""
    files = sorted(file for file in folder(path).iterdir() if file.suffix in (".tsv", ".json"))
    return [_set(file) for file in filled(files, "tuples (NAME.tsv or NAME.json)", path)]


def _set(file: Path) -> TupleSet:
    rows = _lines(file) if file.suffix == ".tsv" else _records(file)
    gold: dict[str, list[Extracted]] = defaultdict(list)
    for sentence, extracted in rows:
        gold[sentence].append(extracted)
    filled(list(gold), "sentences with tuples", file)
    language = detect(" ".join(list(gold)[:_SAMPLE]))
    return TupleSet(file.stem, language, tuple((sentence, tuple(found)) for sentence, found in gold.items()))


def _lines(file: Path) -> Iterator[tuple[str, Extracted]]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        cells = line.split("\t")
        if len(cells) < 3 or not cells[0].strip() or not cells[1].strip():
            raise DataError(f"{file}, line {number} has another form: it should be SENTENCE, RELATION, ARGUMENT, …")
        yield cells[0], Extracted(cells[1], _whole(cells[2:]))


def _records(file: Path) -> Iterator[tuple[str, Extracted]]:
    for sentence, found in typed(load(file), dict, str(file)).items():
        for record in typed(found, list, f"{file}, {sentence[:40]!r}"):
            yield sentence, _extracted(record, f"{file}, {sentence[:40]!r}")


def _extracted(record: Mapping[str, Any], where: str) -> Extracted:
    relation = part(record, "pred", str, where)
    return Extracted(relation, _whole([str(record.get(name) or "") for name in _ARGUMENTS]))


def _whole(cells: Sequence[str]) -> tuple[str, ...]:
    """The arguments up to the last that is there; one that is missing before it stays as an empty slot."""
    last = max((at for at, cell in enumerate(cells) if cell.strip()), default=-1)
    return tuple(cells[: last + 1])
