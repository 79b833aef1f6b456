"""The word table of questions: ``cues.yaml``, by language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import yaml

from language.tables import LANGUAGES


@dataclass(frozen=True, slots=True)
class Cues:
    """Folded words and patterns of one language; see ``cues.yaml``."""

    events: frozenset[str]
    bounds: frozenset[str]
    attributive: frozenset[str]
    documents: frozenset[str]
    version_words: frozenset[str]
    section_words: frozenset[str]
    thematic: tuple[re.Pattern[str], ...]
    versions: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=1)
def cues() -> dict[str, Cues]:
    """Language -> its cues."""
    loaded = yaml.safe_load(resources.files("retrieval").joinpath("cues.yaml").read_text(encoding="utf-8"))
    return {language: _cues(loaded[language]) for language in LANGUAGES}


@lru_cache(maxsize=8)
def in_any(name: str) -> frozenset[str]:
    """One word list of all languages together: a question may mix them."""
    return frozenset[str]().union(*(getattr(table, name) for table in cues().values()))


def _cues(table: dict[str, str | list[str]]) -> Cues:
    def listed(name: str) -> frozenset[str]:
        return frozenset(str(table[name]).split())

    def patterns(name: str) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(pattern) for pattern in table[name])

    return Cues(
        listed("events"),
        listed("bounds"),
        listed("attributive"),
        listed("documents"),
        listed("version_words"),
        listed("section_words"),
        patterns("thematic"),
        patterns("versions"),
    )
