"""Questions about versions and changes: ``questions.json`` (type, question, answer) over the files in ``docs``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evals.datasets.reading import filled, folder, load, part, typed


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the kind it is, and the answer that a person wrote."""

    kind: str
    question: str
    reference: str


@dataclass(frozen=True, slots=True)
class Versioned:
    """The questions and the folder of the documents, whose names carry the versions."""

    questions: tuple[Asked, ...]
    documents: Path


def read(path: Path) -> Versioned:
    """Raises ``DataError``."""
    file = folder(path) / "questions.json"
    listed = filled(typed(load(file), list, str(file)), "questions", file)
    questions = []
    for number, record in enumerate(listed, start=1):
        where = f"{file}, question {number}"
        kind, question, answer = (part(record, key, str, where) for key in ("type", "question", "answer"))
        questions.append(Asked(kind, question, answer))
    documents = folder(path / "docs")
    filled([each for each in documents.iterdir() if not each.name.startswith(".")], "documents", documents)
    return Versioned(tuple(questions), documents)
