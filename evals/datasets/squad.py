"""Questions on paragraphs, in the form of SQuAD: articles → paragraphs → questions, one file a language or corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.datasets.reading import filled, folder, load, part, typed

Paragraph = tuple[str, str, str]  # id, title of its article, text


@dataclass(frozen=True, slots=True)
class SquadQuestion:
    """A question. ``gold`` is the id of its paragraph; ``impossible``: the paragraph is about it and does not answer it."""

    id: str
    text: str
    gold: str
    article: str
    answers: tuple[str, ...]
    impossible: bool = False


@dataclass(frozen=True, slots=True)
class SquadSet:
    """One file; its name is the file's."""

    name: str
    paragraphs: tuple[Paragraph, ...]
    questions: tuple[SquadQuestion, ...]

    @property
    def articles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(title for _, title, _ in self.paragraphs))


def read(path: Path) -> list[SquadSet]:
    """Every file of a folder, by name. Raises ``DataError``."""
    files = filled(sorted(folder(path).glob("*.json")), "questions (NAME.json)", path)
    return [_set(file) for file in files]


def _set(file: Path) -> SquadSet:
    paragraphs: list[Paragraph] = []
    questions: list[SquadQuestion] = []
    for number, article in enumerate(part(load(file), "data", list, str(file)), start=1):
        where = f"{file}, article {number}"
        title = str(typed(article, dict, where).get("title") or f"{file.stem} {number}").replace("_", " ")
        for each in part(article, "paragraphs", list, where):
            id_ = f"{file.stem}/{len(paragraphs)}"
            paragraphs.append((id_, title, part(each, "context", str, where)))
            questions += [_question(asked, id_, title, where) for asked in part(each, "qas", list, where)]
    filled(questions, "questions", file)
    return SquadSet(file.stem, tuple(paragraphs), tuple(questions))


def _question(record: Any, paragraph: str, title: str, where: str) -> SquadQuestion:
    answers = [part(each, "text", str, where) for each in part(record, "answers", list, where)]
    return SquadQuestion(
        id=str(record.get("id", "")),
        text=part(record, "question", str, where),
        gold=paragraph,
        article=title,
        answers=tuple(dict.fromkeys(answers)),
        impossible=bool(record.get("is_impossible", not answers)),
    )
