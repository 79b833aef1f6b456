"""The queries for people who look at the graph in Neo4j Browser: titles and descriptions in two languages, examples."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from cypher.loader import Query, header, names, query

_EXAMPLE = re.compile(r":param (\w+) => ('[^']*'|-?\d+)")


@dataclass(frozen=True, slots=True)
class Saved:
    """One query of ``browser/``. ``title`` and ``purpose`` are by language; ``text`` is the file as the Browser takes it in.

    ``examples`` gives every parameter a value that finds something in the examples of the project.
    """

    query: Query
    title: Mapping[str, str]
    purpose: Mapping[str, str]
    examples: Mapping[str, str | int]
    text: str

    @property
    def name(self) -> str:
        return self.query.name.removeprefix("browser/")


def saved() -> tuple[Saved, ...]:
    """Every query of ``browser/``, by name. ``ValueError`` for a header that lacks a title or purpose in either language."""
    return tuple(_saved(name) for name in names("browser"))


def style() -> str:
    """The style sheet of the kit, as Neo4j Browser takes it in (GraSS)."""
    return (resources.files("cypher") / "browser" / "vigente.grass").read_text(encoding="utf-8")


def _saved(name: str) -> Saved:
    text = (resources.files("cypher") / f"{name}.cypher").read_text(encoding="utf-8")
    said = header(text)
    english, between, spanish = said.get("", "").partition(" · ")
    if not between or not said.get("Propósito"):
        raise ValueError(
            f"cypher/{name}.cypher must begin with // English title · título en español, and have // Propósito:"
        )
    examples = {parameter: ast.literal_eval(value) for parameter, value in _EXAMPLE.findall(said.get("Examples", ""))}
    return Saved(
        query(name),
        {"en": english, "es": spanish},
        {"en": said["Purpose"], "es": said["Propósito"]},
        examples,
        text,
    )
