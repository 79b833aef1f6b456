"""Claims made from a real sentence: some say the same, the others something that the sentence does not carry.

The words that are changed are in ``alterations.yaml``. A draw depends on the seed and the sentence alone. What a change
makes may read badly; it must only never be true because the sentence is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import resources
from typing import Any

import yaml

from language.words import fold, stop_words

Draw = random.Random
_NUMBER = re.compile(r"(?<![\w.,/-])\d{1,6}(?![\w/-]|[.,]\d)")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SMALL = re.compile(r"(?<![\w.,/-])(?:[2-9]|1[0-5])(?![\w/%-]|[.,]\d)")
_NAME = re.compile(r"(?<=[a-záéíóúñ,] )[A-ZÁÉÍÓÚÑ]\w{3,}")
_BRACKET = re.compile(r" \([^()]*\)")
_LONG_WORD = 6  # letters of the words whose order is turned round
_STEPS = (1, 2, 5, 10)
_ALIKE = 5  # letters at the beginning of two words that may be forms of one


@dataclass(frozen=True, slots=True)
class Altered:
    """A claim by the kind of change that made it."""

    kind: str
    text: str


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((resources.files("evals") / "alterations.yaml").read_text(encoding="utf-8"))
    return loaded


def names(texts: Sequence[str]) -> tuple[str, ...]:
    """The words with a capital letter inside the sentences: what another name is taken from."""
    return tuple(sorted({name for text in texts for name in _NAME.findall(text)}))


def unsupported(sentence: str, language: str, others: Sequence[str], seed: int, beside: str = "") -> list[Altered]:
    """Claims that the sentence does not carry, at most one of a kind.

    ``others`` are names to put in another's place, ``beside`` what stands around the sentence: no name is taken from it.
    """
    draw, words = Draw(f"{seed}:{sentence}"), _tables()[language]
    known = fold(f"{sentence} {beside}")
    elsewhere = [name for name in others if _beginning(name) not in known and fold(name) not in stop_words(language)]
    made: dict[str, str | None] = {
        "number": _replaced(_NUMBER, sentence, draw, lambda found: str(int(found) + draw.choice(_STEPS))),
        "number_word": _replaced(
            _any(words["counts"][2:]), sentence, draw, partial(_another, words["counts"][2:], draw)
        ),
        "unit": _replaced(_any(words["units"]), sentence, draw, partial(_another, words["units"], draw)),
        "month": _replaced(_months(language), sentence, draw, partial(_another, words["months"], draw)),
        "year": _replaced(_YEAR, sentence, draw, lambda found: str(int(found) + draw.choice((-1, 1, 3)))),
        "negation_dropped": _replaced(_negation(language), sentence, draw, lambda _found: ""),
        "negation_added": _replaced(
            _affirmed(language), sentence, draw, lambda found: words["negated"].format(word=found)
        ),
        "modality": _mapped(words["modality"], sentence, draw),
        "condition_dropped": _replaced(_condition(language), sentence, draw, lambda _found: ""),
        "quantifier_added": _replaced(
            _any(words["quantified"]), sentence, draw, lambda found: f"{draw.choice(words['quantifiers'])} {found}"
        ),
        "quantifier_widened": _mapped(words["widened"], sentence, draw),
        "bound": _mapped(words["bounds"], sentence, draw),
        "roles": _mapped(words["roles"], sentence, draw),
        "name": _replaced(_NAME, sentence, draw, lambda _found: draw.choice(elsewhere)) if elsewhere else None,
        "order": _turned(sentence, draw),
    }
    return [Altered(kind, text) for kind, text in made.items() if text and text != sentence]


def supported(sentence: str, language: str, seed: int) -> list[Altered]:
    """Claims that say what the sentence says: itself, its opening, a number as a word, less a remark in brackets."""
    draw, words = Draw(f"{seed}:same:{sentence}"), _tables()[language]
    made: dict[str, str | None] = {
        "verbatim": sentence,
        "without_stop": sentence.rstrip("."),
        "opening": f"{words['opening']}{sentence[:1].lower()}{sentence[1:]}",
        "written_number": _replaced(_SMALL, sentence, draw, lambda found: str(words["counts"][int(found)])),
        "without_remark": _BRACKET.sub("", sentence) if _BRACKET.search(sentence) else None,
        "same_modality": _mapped(words["same"], sentence, draw),
    }
    return [Altered(kind, text) for kind, text in made.items() if text and (kind == "verbatim" or text != sentence)]


def _replaced(pattern: re.Pattern[str], text: str, draw: Draw, change: Callable[[str], str]) -> str | None:
    """The text with one match changed; None where there is no match."""
    matches = list(pattern.finditer(text))
    if not matches:
        return None
    found = draw.choice(matches)
    return f"{text[: found.start()]}{change(found.group())}{text[found.end() :]}"


def _mapped(table: Mapping[str, str], text: str, draw: Draw) -> str | None:
    return _replaced(_any(list(table)), text, draw, lambda found: table[found.lower()]) if table else None


def _another(choices: Sequence[str], draw: Draw, found: str) -> str:
    return draw.choice([choice for choice in choices if choice.casefold() != found.casefold()])


def _any(forms: Sequence[str]) -> re.Pattern[str]:
    """Any of these as whole words, longer ones first."""
    ordered = sorted(forms, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, ordered))})\b", re.IGNORECASE)


def _months(language: str) -> re.Pattern[str]:
    """Months as they are written: English ones have a capital, and "May" alone is a month only beside a number."""
    months = _tables()[language]["months"]
    if language != "en":
        return _any(months)
    sure = "|".join(month for month in months if month != "May")
    return re.compile(rf"\b(?:{sure}|May(?= \d))\b")


def _negation(language: str) -> re.Pattern[str]:
    words = _tables()[language]
    kept = "|".join(words["not_negations"])
    return re.compile(rf"\b(?:{'|'.join(words['negations'])}) {f'(?!{kept})' if kept else ''}", re.IGNORECASE)


def _affirmed(language: str) -> re.Pattern[str]:
    """A verb that is not negated yet."""
    verbs = "|".join(_tables()[language]["takes_negation"])
    return re.compile(rf"(?<!\bno )\b(?:{verbs})\b(?! not| no\b)", re.IGNORECASE)


def _condition(language: str) -> re.Pattern[str]:
    """A condition inside a sentence, to the next comma or full stop."""
    openings = "|".join(sorted(_tables()[language]["conditions"], key=len, reverse=True))
    return re.compile(rf"(?<=[\w)]),? \b(?:{openings})\b [^,.;:]{{8,}}", re.IGNORECASE)


def _turned(sentence: str, draw: Draw) -> str | None:
    """Two long words in each other's place."""
    words = sentence.split(" ")
    long = [at for at, word in enumerate(words) if len(word) >= _LONG_WORD and word.isalpha() and word.islower()]
    pairs = list(_apart(long, words))
    if not pairs:
        return None
    one, other = draw.choice(pairs)
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def _apart(places: Sequence[int], words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs that do not stand together: "written and signed" says the same the other way round. Nor forms of one word."""
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            if other - one > 2 and _beginning(words[one]) != _beginning(words[other]):
                yield one, other


def _beginning(word: str) -> str:
    return fold(word)[:_ALIKE]
