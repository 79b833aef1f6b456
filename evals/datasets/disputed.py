"""Questions with documents that do not agree, in the form of RAMDocs: one JSON object a line.

``{"question", "documents": [{"text", "type", "answer"}], "gold_answers": […], "wrong_answers": […]}``. ``type`` is what the
document gives: ``correct`` a right answer, of which an ambiguous question has several; ``misinfo`` a wrong one; ``noise`` none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.datasets.reading import filled, folder, part, typed
from evals.records import DataError
from language.words import key

CORRECT, MISINFO, NOISE = "correct", "misinfo", "noise"
AGREED, AMBIGUOUS, MISINFORMED, BOTH = "agreed", "ambiguous", "misinformed", "both"


@dataclass(frozen=True, slots=True)
class Paper:
    """One document; ``answer`` is what it says to the question, empty for noise."""

    uri: str
    text: str
    type: str
    answer: str


@dataclass(frozen=True, slots=True)
class Disputed:
    """A question with all the documents that it may be answered from. ``id`` is the file and the line.

    ``wrong`` leaves out what is right too: the data lists a few answers on both sides.
    """

    id: str
    question: str
    documents: tuple[Paper, ...]
    gold: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Why its documents differ: several right answers, wrong ones, both, or not at all."""
        if len(self.gold) > 1:
            return BOTH if self.wrong else AMBIGUOUS
        return MISINFORMED if self.wrong else AGREED


def read(path: Path) -> list[Disputed]:
    """Every question of a folder's files, by name and line. Raises ``DataError``."""
    files = filled(sorted(folder(path).glob("*.jsonl")), "questions (NAME.jsonl)", path)
    found = [each for file in files for each in _questions(file)]
    return list(filled(found, "questions", path))


def _questions(file: Path) -> Iterator[Disputed]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{file} cannot be read ({error}): mend or replace it") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _question(_record(line, f"{file}, line {number}"), f"{file.stem}-{number}", f"{file}, line {number}")


def _record(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise DataError(f"{where} cannot be read as JSON ({error}): mend or replace it") from error


def _question(record: Any, id_: str, where: str) -> Disputed:
    documents = [
        _paper(each, f"{id_}/{at}", where) for at, each in enumerate(part(record, "documents", list, where), start=1)
    ]
    gold, wrong = (_answers(record, name, where) for name in ("gold_answers", "wrong_answers"))
    if not documents or not gold:
        raise DataError(f"{where} has no documents or no gold_answers: give each question some of both")
    right = {key(each) for each in gold}
    return Disputed(
        id=id_,
        question=part(record, "question", str, where),
        documents=tuple(documents),
        gold=gold,
        wrong=tuple(each for each in wrong if key(each) not in right),
    )


def _paper(record: Any, uri: str, where: str) -> Paper:
    text, type_ = part(record, "text", str, where), part(record, "type", str, where)
    if type_ not in (CORRECT, MISINFO, NOISE):
        raise DataError(f"{where} has another form: 'type' should be {CORRECT}, {MISINFO} or {NOISE}, not {type_!r}")
    return Paper(uri, text, type_, "" if type_ == NOISE else part(record, "answer", str, where))


def _answers(record: Any, name: str, where: str) -> tuple[str, ...]:
    """The answers of a list, each once."""
    listed = part(record, name, list, where)
    return tuple({key(typed(each, str, where)): each for each in listed}.values())
