"""Questions that need several passages: ``NAME.json`` with the ``…_corpus.json`` whose name it begins with.

A corpus is a list of ``{"title", "text"}`` or an object title → text or sentences. A question has its gold titles under
``gold``, ``supporting_facts`` (pairs of title and sentence number) or ``paragraphs`` with ``is_supporting``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.datasets.reading import filled, folder, load, part, typed
from evals.records import DataError

_CORPUS = "_corpus"


@dataclass(frozen=True, slots=True)
class HopQuestion:
    """A question, the titles of all passages it needs, and its kind if the data tells it."""

    text: str
    gold: frozenset[str]
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class HopSet:
    """``passages`` are titles and texts in the order of the corpus; a title may stand several times."""

    name: str
    passages: tuple[tuple[str, str], ...]
    questions: tuple[HopQuestion, ...]


def read(path: Path) -> list[HopSet]:
    """Every set of a folder, by name. Raises ``DataError``."""
    names = sorted(file.stem for file in folder(path).glob("*.json"))
    corpora = [name.removesuffix(_CORPUS) for name in names if name.endswith(_CORPUS)]
    asked = filled([name for name in names if not name.endswith(_CORPUS)], "questions (NAME.json)", path)
    return [_set(path, name, corpora) for name in asked]


def _set(path: Path, name: str, corpora: list[str]) -> HopSet:
    own = max((corpus for corpus in corpora if name.startswith(corpus)), key=len, default=None)
    if own is None:
        raise DataError(f"{path / name}.json has no corpus: put {name}{_CORPUS}.json beside it")
    corpus, questions = path / f"{own}{_CORPUS}.json", path / f"{name}.json"
    asked = filled(typed(load(questions), list, str(questions)), "questions", questions)
    return HopSet(
        name,
        tuple(filled(_passages(load(corpus), str(corpus)), "passages", corpus)),
        tuple(_question(record, f"{questions}, question {at}") for at, record in enumerate(asked, start=1)),
    )


def _passages(corpus: Any, where: str) -> list[tuple[str, str]]:
    if isinstance(corpus, Mapping):
        return [(str(title), _joined(text, where)) for title, text in corpus.items()]
    return [
        (part(record, "title", str, where), part(record, "text", str, where)) for record in typed(corpus, list, where)
    ]


def _joined(text: Any, where: str) -> str:
    if isinstance(text, str):
        return text
    return " ".join(sentence.strip() for sentence in map(str, typed(text, list, where)) if sentence.strip())


def _question(record: Any, where: str) -> HopQuestion:
    kind = typed(record, dict, where).get("type")
    return HopQuestion(part(record, "question", str, where), _gold(record, where), str(kind) if kind else None)


def _gold(record: Mapping[str, Any], where: str) -> frozenset[str]:
    if "gold" in record:
        titles = [str(title) for title in part(record, "gold", list, where)]
    elif "supporting_facts" in record:
        facts = part(record, "supporting_facts", list, where)
        titles = [str(typed(fact, list, where)[0]) for fact in facts if fact]
    else:
        paragraphs = part(record, "paragraphs", list, where)
        titles = [part(each, "title", str, where) for each in paragraphs if part(each, "is_supporting", bool, where)]
    if not titles:
        raise DataError(f"{where} names no gold passage: write their titles under 'gold'")
    return frozenset(titles)
