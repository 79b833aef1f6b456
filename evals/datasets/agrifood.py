"""A made corpus of agri-food documents in Spanish: orders, technical manuals and tables, with questions whose place is known.

It is written from ``agrifood.yaml`` and depends on the seed alone. Documents of a kind are alike but for what they are about,
as real orders and manuals are: the same article stands in a hundred of them, and its own words do not say in which.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import product as combined
from typing import Any

import yaml

SPECIFIC, THEMATIC = "specific", "thematic"
SIZES = {"legal": 150, "technical": 200, "tabular": 150}
QUESTIONS = 1000
_POOLED = 5  # sentences of the kind's pool that a section has beside its own
_RANGE = re.compile(r"<(\d+)-(\d+)>")
_CHOICE = re.compile(r"\[([^\[\]]+\|[^\[\]]+)\]")
_CONTRACTED = re.compile(r"\b(de|a) el ")

Slots = Mapping[str, str]
Draw = random.Random


@dataclass(frozen=True, slots=True)
class Part:
    """A section: its heading and its sentences or, with ``head``, the rows under that table head."""

    heading: str
    units: tuple[str, ...]
    head: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """``kind`` is legal, technical or tabular."""

    id: str
    kind: str
    title: str
    summary: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and where its answer stands: the document, the number of its part and, if specific, of the unit in it."""

    text: str
    intent: str
    document: str
    part: int
    unit: int | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    documents: tuple[Document, ...]
    questions: tuple[Asked, ...]


def made(seed: int, questions: int = QUESTIONS) -> Corpus:
    """500 documents and 1,000 questions, half of them specific; fewer questions take fewer documents, in proportion."""
    share = min(1.0, questions / QUESTIONS)
    documents: list[Document] = []
    asked: list[Asked] = []
    for kind, size in SIZES.items():
        for made_, its in _kind(kind, max(1, round(size * share)), seed):
            documents.append(made_)
            asked += its
    draw = Draw(f"{seed}:questions")
    chosen = []
    for intent in (SPECIFIC, THEMATIC):
        of_intent = [each for each in asked if each.intent == intent]
        chosen += draw.sample(of_intent, min(len(of_intent), max(1, questions // 2)))
    return Corpus(tuple(documents), tuple(chosen))


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    text = (resources.files("evals.datasets") / "agrifood.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def _kind(kind: str, size: int, seed: int) -> Iterator[tuple[Document, list[Asked]]]:
    """Documents of one kind: as many of the combinations of what they can be about as are asked for, drawn by the seed."""
    table = _tables()[kind]
    axes = [[_slots(name, value) for value in values] for name, values in table["axes"].items()]
    subjects = [{name: value for slots in each for name, value in slots.items()} for each in combined(*axes)]
    draw = Draw(f"{seed}:{kind}")
    for number, subject in enumerate(draw.sample(subjects, min(size, len(subjects)))):
        own = Draw(f"{seed}:{kind}:{number}")
        slots = subject | {"numero": str(own.randint(100, 999)), "año": str(own.randint(2012, 2024))}
        slots["doc"] = _filled(table["asked"], slots, own)
        writer = _Writer(f"{kind}/{number}", table, slots, own)
        parts = writer.tables() if kind == "tabular" else writer.sections(table["sections"])
        title, summary = _capital(_filled(table["title"], slots, own)), _filled(table["summary"], slots, own)
        yield Document(writer.document, kind, title, summary, tuple(parts)), writer.asked


class _Writer:
    """Writes the parts of one document, and notes what can be asked of them."""

    def __init__(self, document: str, table: Mapping[str, Any], slots: dict[str, Any], draw: Draw) -> None:
        self.document = document
        self.asked: list[Asked] = []
        self._table = table
        self._slots = slots
        self._draw = draw

    def sections(self, wanted: Sequence[Mapping[str, Any]], first: int = 0) -> list[Part]:
        return [self._section(first + at, section) for at, section in enumerate(wanted)]

    def tables(self) -> list[Part]:
        """The table of all names, one row each, and the notes."""
        slots = self._slots
        names = list(slots["nombres"])
        self._draw.shuffle(names)
        rows = []
        for at, name in enumerate(names):
            values = [_filled(slots[column], slots, self._draw) for column in ("uno", "dos")]
            rows.append(f"| {name} | {values[0]} | {values[1]} |")
            question = _filled(slots["ask"], {**slots, "nombre": name}, self._draw)
            self.asked.append(Asked(question, SPECIFIC, self.document, 0, at))
        self.asked.append(Asked(self._text(self._table["theme"]), THEMATIC, self.document, 0))
        head = f"| {slots['fila'].capitalize()} | {slots['primera']} | {slots['segunda']} |"
        return [Part(f"Tabla 1. {slots['tabla']}", tuple(rows), head), *self.sections([self._table["notes"]], 1)]

    def _section(self, at: int, section: Mapping[str, Any]) -> Part:
        """Its own sentences in their order, and some of the pool's among them."""
        pooled = self._draw.sample(self._table["pool"], min(_POOLED, len(self._table["pool"])))
        said = list(section["says"])
        for sentence in pooled:
            said.insert(self._draw.randint(1, len(said)), sentence)
        units = []
        for number, each in enumerate(said):
            fact = each if isinstance(each, dict) else None
            units.append(_capital(self._text(fact["say"] if fact else each)))
            if fact:
                self.asked.append(Asked(self._text(fact["ask"]), SPECIFIC, self.document, at, number))
        self.asked.append(Asked(self._text(section["theme"]), THEMATIC, self.document, at))
        return Part(self._text(section["heading"]), tuple(units))

    def _text(self, template: str) -> str:
        return _filled(template, self._slots, self._draw)


def _slots(name: str, value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {name: value}


def _filled(template: str, slots: Mapping[str, Any], draw: Draw) -> str:
    worded = _CHOICE.sub(lambda found: draw.choice(found.group(1).split("|")), template)
    numbered = _RANGE.sub(lambda found: str(draw.randint(int(found.group(1)), int(found.group(2)))), worded)
    placed = re.sub(r"\{(\w+)\}", lambda found: str(slots[found.group(1)]), numbered)
    return _CONTRACTED.sub(r"\1l ", placed)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
