"""The thing that a question about versions or changes asks about: its codes, and the words that are left."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from contract.evidence import Question
from language.words import fold, stems, words
from retrieval.cues import in_any

_QUOTED = re.compile(r"`([^`]{2,60})`|«([^»]{2,60})»|“([^”]{2,60})”|\"([^\"]{2,60})\"")
_SIGNED = re.compile(r"(?<![\w.])(?:[@$.#]|--?)[A-Za-z_][\w.\-]*|(?<!\S)[A-Za-z_]\w*:(?=\s+\w)")
_CALL = re.compile(r"\(\s*\)$")


@dataclass(frozen=True, slots=True)
class Thing:
    """``codes`` are to be found as they are written; ``stems`` are the content words left, the codes' own among them.

    ``in_code``: the question asks for an example, so for lines of code.
    """

    codes: tuple[str, ...]
    stems: tuple[str, ...]
    in_code: bool

    @property
    def empty(self) -> bool:
        return not self.codes and not self.stems


def squash(word: str) -> str:
    """A word folded, without signs: "Node.js", "NODEJS" and "node-js" are one name."""
    return re.sub(r"[\W_]+", "", fold(word))


def thing(question: Question, names: Collection[str]) -> Thing:
    """What is left of a question without its words for versions and the names of its source (``names``, squashed)."""
    text, language = question.text, question.language
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(text)]
    signed = [match.group() for match in _SIGNED.finditer(text)]
    coded = [code for code in question.identifiers if squash(code) not in names]
    codes = tuple(dict.fromkeys(_CALL.sub("", code) for code in (*quoted, *signed, *coded)))
    asking, examples = in_any("asking"), in_any("code_words")
    labels = {fold(label) for label in question.versions}
    left = [
        word.text
        for word in words(text)
        if word.folded not in asking
        and word.folded.removeprefix("v") not in labels
        and squash(word.text) not in names
        and not any(squash(part) in names for part in re.split(r"[.\-_/]", word.text) if len(part) > 1)
    ]
    in_code = not codes and any(fold(word) in examples for word in left)
    kept = [word for word in left if not (in_code and fold(word) in examples)]
    return Thing(codes, tuple(dict.fromkeys(stem for word in kept for stem in stems(word, language))), in_code)
