"""The syntax table of a language: one YAML file each, beside this module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

_LONGEST = 5  # words of a phrase
_PHRASES = ("conditions", "according")
_NAMED = ("roles", "implied", "names", "participles")


@dataclass(frozen=True)
class Grammar:
    """``roles`` turn a parser's labels into those of the tree. ``words`` are casefolded words by kind, ``phrases`` what a
    clause or phrase begins with, as casefolded words. ``implied`` and ``names`` say how an implied relation reads and is called;
    ``participles`` which ending of a participle stands for which.
    """

    language: str
    roles: Mapping[str, str]
    implied: Mapping[str, str]
    names: Mapping[str, str]
    participles: Mapping[str, str]
    words: Mapping[str, frozenset[str]]
    phrases: Mapping[str, frozenset[tuple[str, ...]]]

    def has(self, kind: str, word: str) -> bool:
        return word.casefold() in self.words[kind]

    def participle(self, word: str) -> str:
        """A participle without number and gender."""
        for ending, kept in self.participles.items():
            if word.endswith(ending):
                return word[: -len(ending)] + kept
        return word

    def opens(self, kind: str, words: Sequence[str]) -> bool:
        """Whether words begin with a phrase of this kind."""
        folded = tuple(word.casefold() for word in words[:_LONGEST])
        return any(folded[:end] in self.phrases[kind] for end in range(1, len(folded) + 1))


@lru_cache(maxsize=8)
def grammar(language: str) -> Grammar | None:
    """The table of a language, None if it has none."""
    path = resources.files("extraction.clauses") / f"{language}.yaml"
    return compiled(language, yaml.safe_load(path.read_text(encoding="utf-8"))) if path.is_file() else None


def compiled(language: str, written: Mapping[str, Any]) -> Grammar:
    """A table as written made ready."""
    roles, implied, names, participles = (
        {str(one): str(other) for one, other in written[kind].items()} for kind in _NAMED
    )
    return Grammar(
        language=language,
        roles=roles,
        implied=implied,
        names=names,
        participles=participles,
        words={
            kind: frozenset(str(said or "").casefold().split())
            for kind, said in written.items()
            if kind not in (*_NAMED, *_PHRASES)
        },
        phrases={
            kind: frozenset(tuple(phrase.casefold().split()) for phrase in str(written[kind]).split("|"))
            for kind in _PHRASES
        },
    )
