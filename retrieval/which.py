"""The versions and the identifiers that a question names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from contract.records import Datatype, Span
from language import values
from language.words import Word, fold, stop_words, words
from retrieval.cues import in_any

_V_NUMBER = re.compile(r"[vV](\d+(?:\.\d+)*(?:[-.]?(?:rc|alpha|beta|a|b)\.?\d*)?)")
_DOTTED = re.compile(r"\d+(?:\.\d+)+(?:[-.]?(?:rc|alpha|beta)\.?\d*)?")
_SEMANTIC = re.compile(r"\d+\.\d+\.\d+(?:[-.]?(?:rc|alpha|beta)\.?\d*)?")
_LABEL = re.compile(r"[A-Z]|[IVX]{1,5}|\d{1,4}(?:\.\d+)*(?:[-.]?(?:rc|alpha|beta)\.?\d*)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORT_CAPITALS = 4  # so many capitals alone are a code ("EMFILE"), fewer an abbreviation
_DIGITS = 3  # so many digits alone, after the word for what they number, are a number of it ("law 731")
_NAMED = 3  # words after a year, the last of which may be the word for a document ("the 2019 tree law")
_NEAR = 4  # words before a dotted number that may say what it is a version of


def versions(text: str, language: str, dated: Sequence[Span]) -> tuple[str, ...]:
    """Labels of versions, as written but for a leading "v": "16.20.2", "B", "2.1", "2019", in order.

    After a word for it ("rev. B"), as a "v" number, as a dotted number after a name or after the word for a document, or
    as the year of a document («la ley de 2019», "the 2019 law"). A number with a unit or a currency, a date, and the
    number of a section are none.
    """
    found: list[str] = []
    spoken = words(text)
    measured = _measured(text, language)
    last = -_NEAR  # the place of the label before
    for at, word in enumerate(spoken):
        before = [each.folded for each in spoken[max(0, at - _NEAR) : at]]
        label = None
        if before and (before[-1] in in_any("version_words") or (at - last == 2 and before[-1] in in_any("and_words"))):
            label = _V_NUMBER.fullmatch(word.text) or _LABEL.fullmatch(word.text)
        elif not _inside(word, dated) or _YEAR.fullmatch(word.text):
            label = _V_NUMBER.fullmatch(word.text) or _bare_label(spoken, at, measured)
        if label:
            last = at
            found.append(label.group(1) if label.re is _V_NUMBER else label.group())
    return tuple(dict.fromkeys(found))


def identifiers(text: str, language: str, taken: Iterable[Span], labels: Iterable[str]) -> tuple[str, ...]:
    """Codes to be found exactly, as written, in order: part numbers, error codes, names in code, numbers of things.

    ``taken`` are dates; ``labels`` are versions already read.
    """
    spoken = words(text)
    shouted = sum(char.isupper() for char in text) > sum(char.islower() for char in text)
    skipped = (*taken, *_measured(text, language))
    known = {fold(label) for label in labels}
    found = []
    for at, word in enumerate(spoken):
        if _inside(word, skipped) or fold(word.text).removeprefix("v") in known:
            continue
        if _is_code(word.text, shouted) or (at and _is_number_of(spoken[at - 1], word, language)):
            found.append(word.text)
    return tuple(dict.fromkeys(found))


def _bare_label(spoken: Sequence[Word], at: int, measured: Sequence[Span]) -> re.Match[str] | None:
    """A dotted number or a year that no word for "version" announces."""
    word, before = spoken[at], list(spoken[max(0, at - _NEAR) : at])
    folded = [each.folded for each in before]
    if _YEAR.fullmatch(word.text):
        return _YEAR.fullmatch(word.text) if dates_document(spoken, at) else None
    label = _DOTTED.fullmatch(word.text)
    if not label or not before or _inside(word, measured) or folded[-1] in in_any("section_words"):
        return None
    if _SEMANTIC.fullmatch(word.text):  # three numbers are a version whatever stands before, unless they are thousands
        return label
    named = before[-1].text[0].isupper() or any(char.isdigit() or char in "._" for char in before[-1].text)
    return label if named or not in_any("documents").isdisjoint(folded) else None


def dates_document(spoken: Sequence[Word], at: int) -> bool:
    """Whether a year is a document's: «la ley de arbolado de 2019», "the 2019 law", "the 2019 tree law"."""
    before = [each.folded for each in spoken[max(0, at - _NEAR) : at]]
    if before and before[-1] in {"de", "del", "of"}:
        return not in_any("documents").isdisjoint(before)
    after = [each.folded for each in spoken[at + 1 : at + 1 + _NAMED]]
    named = next((place for place, word in enumerate(after) if word in in_any("documents")), None)
    return named is not None and not any(word in stop_words("en") for word in after[:named])


def _measured(text: str, language: str) -> tuple[Span, ...]:
    """Where amounts with a unit, a currency or a percent sign stand."""
    plain = (Datatype.NUMBER, Datatype.DATE, Datatype.CODE)
    return tuple(
        span for span, literal in values.amounts(text, language) if literal.unit and literal.datatype not in plain
    )


def _inside(word: Word, spans: Iterable[Span]) -> bool:
    return any(span.start < word.end and word.start < span.end for span in spans)


def _is_code(written: str, shouted: bool) -> bool:
    letters = [char for char in written if char.isalpha()]
    if not letters:
        return False
    if any(char.isdigit() or char in "_./" for char in written):
        return True
    if any(one.islower() and other.isupper() for one, other in pairwise(written)):
        return True
    return not shouted and written.isupper() and len(letters) >= _SHORT_CAPITALS


def _is_number_of(before: Word, word: Word, language: str) -> bool:
    """ "law 731", "pedido 1042", "4471123"."""
    if not word.text.isdigit() or len(word.text) < _DIGITS:
        return False
    return (before.text.isalpha() and before.folded not in stop_words(language)) or len(word.text) > _NEAR
