"""Words with their places, folded words, stems and stop words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import snowballstemmer

from language.tables import table

WORD = re.compile(r"\w+(?:[.\-_/]\w+)*(?:\+\+|#)?", re.UNICODE)
_POSSESSIVE = re.compile(r"['’][sS]\b")
_PLAIN = re.compile(r"[a-z]+")
_JOINT = re.compile(r"[.\-_/]")
_BROKEN = re.compile(r"ie|(?<![gq])ue")
_WHOLE = {"ie": "e", "ue": "o"}  # what a Spanish vowel is where it does not break


class Word(NamedTuple):
    """A word as written and where it stands: offsets into the text it came from."""

    text: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        return fold(self.text)


def words(text: str) -> list[Word]:
    """The words of a text. Codes stay whole ("SPARK-44581", "16.20.2", "C++"); punctuation and spaces part words."""
    return [Word(match.group(), match.start(), match.end()) for match in WORD.finditer(text)]


def folded(text: str) -> list[str]:
    """The words of a text folded, without their places."""
    if text.isascii():
        return WORD.findall(text.lower())
    return [fold(word) for word in WORD.findall(text)]


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Case and accents folded, ñ kept. The length may change: never use it to compute offsets."""
    if text.isascii():
        return text.lower()
    out = []
    for char in text.casefold():
        if char == "ñ":
            out.append(char)
            continue
        out.extend(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part))
    return "".join(out)


def key(text: str) -> str:
    """A name as a key: folded words joined by one space, the English possessive dropped."""
    return " ".join(map(fold, WORD.findall(_POSSESSIVE.sub("", text))))


@lru_cache(maxsize=4)
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer({"es": "spanish", "en": "english"}.get(language, "porter"))


@lru_cache(maxsize=262144)
def stem(word: str, language: str) -> str:
    """The Snowball stem of one word, folded after stemming; words with digits or other signs are codes and stay whole."""
    lowered = word.casefold()
    if not _PLAIN.fullmatch(fold(lowered).replace("ñ", "n")):
        return fold(lowered)
    return fold(_stemmer(language).stemWord(lowered))


def beginning(folded: str) -> str:
    """What stemming, which is dear, keeps of a folded word wherever it leaves two letters: the first two, y and i alike."""
    return folded[:2].replace("y", "i")


def beginnings(folded: str, language: str) -> set[str]:
    """The same, and in Spanish that of the word with its vowel whole: what the ``unbroken`` stem of a word may begin with."""
    whole = _WHOLE.get(folded[1:3]) if language == "es" else None
    return {beginning(folded)} | ({beginning(folded[:1] + whole)} if whole else set())


@lru_cache(maxsize=65536)
def unbroken(stem_: str, language: str) -> str:
    """A Spanish stem with its last ie, ue as e, o: "riegan" and «regar» are one verb, whose vowel breaks under the stress.

    Other stems, and those of other languages, stay as they are. The u of "que", "gue" is no part of a vowel.
    """
    broken = list(_BROKEN.finditer(stem_)) if language == "es" else []
    if not broken:
        return stem_
    last = broken[-1]
    return stem_[: last.start()] + _WHOLE[last.group()] + stem_[last.end() :]


def stems(text: str, language: str) -> list[str]:
    """The text as stems, in order, stop words left out; a compound code also gives its parts."""
    stop = stop_words(language)
    found: list[str] = []
    for word in WORD.findall(text):
        if fold(word) in stop:
            continue
        found.append(stem(word, language))
        if word.isalnum():
            continue
        parts = _JOINT.split(word)
        if len(parts) > 1 and not word.replace(".", "").isdigit():
            found.extend(stem(part, language) for part in parts if part and fold(part) not in stop)
    return found


@lru_cache(maxsize=8)
def stop_words(language: str) -> frozenset[str]:
    """Folded function words of a language; empty for one that has no table."""
    return frozenset(fold(word) for word in table(language).get("stop_words", "").split())
