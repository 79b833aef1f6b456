"""The word table of questions: ``cues.yaml``, by language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from contract.evidence import Aspect
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
    and_words: frozenset[str]
    version_nouns: frozenset[str]
    asking: frozenset[str]
    came: frozenset[str]
    went: frozenset[str]
    code_words: frozenset[str]
    thematic: tuple[re.Pattern[str], ...]
    compared: tuple[re.Pattern[str], ...]
    aspects: Mapping[Aspect, tuple[re.Pattern[str], ...]]


@lru_cache(maxsize=1)
def cues() -> dict[str, Cues]:
    """Language -> its cues."""
    loaded = yaml.safe_load(resources.files("retrieval").joinpath("cues.yaml").read_text(encoding="utf-8"))
    return {language: _cues(loaded[language]) for language in LANGUAGES}


@lru_cache(maxsize=8)
def in_any(name: str) -> frozenset[str]:
    """One word list of all languages together: a question may mix them."""
    return frozenset[str]().union(*(getattr(table, name) for table in cues().values()))


def _cues(table: dict[str, Any]) -> Cues:
    def listed(name: str) -> frozenset[str]:
        return frozenset(str(table[name]).split())

    noun = f"(?:{'|'.join(sorted(listed('version_nouns')))})"

    return Cues(
        listed("events"),
        listed("bounds"),
        listed("attributive"),
        listed("documents"),
        listed("version_words"),
        listed("section_words"),
        listed("and_words"),
        listed("version_nouns"),
        listed("asking"),
        listed("came"),
        listed("went"),
        listed("code_words"),
        tuple(map(re.compile, table["thematic"])),
        tuple(map(re.compile, table["compared"])),
        {
            Aspect(name): tuple(re.compile(pattern.replace("VERSION", noun)) for pattern in patterns)
            for name, patterns in table["aspects"].items()
        },
    )
