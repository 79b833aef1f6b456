"""The order of revision labels: "16.20.2", "2.0-rc1", "Rev. B", "IV", "2024-03", "draft".

Numbers go by value, a pre-release before its final, letters as the alphabet counts (Z before AA), Roman numerals by
value; no label at all is lowest. Letters and Roman numerals look alike, so the other labels of the source decide
which of the two is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from language.words import fold

LabelKey = tuple[int | str | tuple[int, ...], ...]

_NONE, _WORD, _ALPHABETIC, _NUMBER = range(4)
_UNKNOWN_STAGE, _FINAL, _LATER = -9, 0, 1
_STAGES = {
    word: rank
    for rank, words in {
        -6: "snapshot nightly canary dev",
        -5: "draft borrador",
        -4: "alpha alfa a",
        -3: "beta b",
        -2: "preview pre milestone m",
        -1: "rc candidate c",
        _FINAL: "final ga release stable lts definitiva definitivo",
        _LATER: "sp patch p post update u hotfix",
    }.items()
    for word in words.split()
}

_BEFORE = re.compile(
    r"(?:version|ver|revision|rev|release|edition|edicion|ed)(?:[\s._-]+(?=[a-z\d])|(?=\d)|(?=[a-z]$))|[vr][\s.]*(?=\d)"
)
_NUMBERS = r"\d{1,18}(?:[.\-_]\d{1,18})*"
_NUMBERED = re.compile(rf"({_NUMBERS})(?:([.\-_~\s]*)([a-z]+)[.\-_\s]*({_NUMBERS})?)?")
_LETTERED = re.compile(rf"([a-z]+)[.\-_\s]*({_NUMBERS})?")
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_YEARS = range(1900, 2200)


def label_order(labels: Iterable[str | None]) -> Callable[[str | None], LabelKey]:
    """The order of these labels of one source, as a sort key: a greater key is a higher label.

    Equal keys are one label written in two ways ("v2.0", "2.0").
    """
    value = _roman_value if _are_roman(_alphabetic(labels)) else _letter_value
    return lambda label: _key(label, value)


def label_key(label: str | None) -> LabelKey:
    """The order of labels where only this one is known of its source; see ``label_order``."""
    return label_order([label])(label)


def comparable(labels: Iterable[str | None]) -> bool:
    """Whether anybody can tell the order of these labels: all of one kind, none unknown, letters not in doubt."""
    named = {label for label in labels if label}
    keys = set(map(label_order(named), named))
    if len(keys) < 2:
        return True
    one_kind = len({key[0] for key in keys}) == 1
    known = all(key[:2] != (_WORD, _UNKNOWN_STAGE) for key in keys)
    return one_kind and known and not _in_doubt(_alphabetic(named))


def _key(label: str | None, alphabetic_value: Callable[[str], int]) -> LabelKey:
    text, _, build = _bare(label or "").partition("+")
    if not text:
        return (_NONE,)
    numbered = _NUMBERED.fullmatch(text)
    if numbered and not _ends_in_year(numbers := _numbers(numbered[1])):
        stage = _stage(separator=numbered[2] or "", word=numbered[3] or "", numbers=numbered[4] or "")
        return (_NUMBER, _without_zeros_at_the_end(numbers), *stage, len(numbers), build)
    lettered = _LETTERED.fullmatch(text)
    if lettered and _is_alphabetic(lettered[1]):
        return (_ALPHABETIC, alphabetic_value(lettered[1]), _numbers(lettered[2] or ""), build)
    stage_rank = _STAGES.get(lettered[1], _UNKNOWN_STAGE) if lettered else _UNKNOWN_STAGE
    return (_WORD, stage_rank, _numbers((lettered and lettered[2]) or ""), text)


def _bare(label: str) -> str:
    """The label folded, without the word that says that it is one ("Rev. B" is "b")."""
    text = fold(label).strip()
    before = _BEFORE.match(text)
    return text[before.end() :] if before else text


def _stage(separator: str, word: str, numbers: str) -> tuple[int, tuple[int, ...], str]:
    """Where a suffix stands before or after the final: rank, its own numbers, and the word if it says nothing."""
    if not word:
        return (_FINAL, (), "")
    if len(word) == 1 and not separator and not numbers:  # a lettered fix: 1.1.1k
        return (_LATER, (_letter_value(word),), "")
    rank = _STAGES.get(word)
    if rank is None:  # as in semantic versions, any other suffix comes before the final
        return (_UNKNOWN_STAGE, _numbers(numbers), word)
    return (rank, _numbers(numbers), "")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))


def _without_zeros_at_the_end(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """So that 2.0-rc1 comes before 2."""
    kept = len(numbers)
    while kept > 1 and numbers[kept - 1] == 0:
        kept -= 1
    return numbers[:kept]


def _ends_in_year(numbers: tuple[int, ...]) -> bool:
    """A date written day or month first; which of them cannot be told."""
    return len(numbers) > 1 and numbers[-1] in _YEARS and numbers[0] not in _YEARS


def _alphabetic(labels: Iterable[str | None]) -> frozenset[str]:
    """The letters of those labels that are letters or Roman numerals."""
    found = (_LETTERED.fullmatch(_bare(label)) for label in labels if label)
    return frozenset(match[1] for match in found if match and _is_alphabetic(match[1]))


def _is_alphabetic(letters: str) -> bool:
    if len(letters) > 1 and letters in _STAGES:
        return False
    return len(letters) <= 2 or _ROMAN.fullmatch(letters) is not None


def _are_roman(alphabetic: Iterable[str]) -> bool:
    """All can be Roman numerals, and one is more than a letter or is I, where they begin."""
    written = set(alphabetic)
    could_be = all(_ROMAN.fullmatch(letters) for letters in written)
    return could_be and any(len(letters) > 1 or letters == "i" for letters in written)


def _in_doubt(alphabetic: Iterable[str]) -> bool:
    """Single letters that are one order as letters and another as Roman numerals (C, I)."""
    written = set(alphabetic)
    if any(len(letters) > 1 or not _ROMAN.fullmatch(letters) for letters in written):
        return False
    return sorted(written, key=_letter_value) != sorted(written, key=_roman_value)


def _letter_value(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    value = 0
    for letter in letters:
        value = value * 26 + ord(letter) - ord("a") + 1
    return value


def _roman_value(letters: str) -> int:
    digits = [_ROMAN_DIGITS[letter] for letter in letters]
    following = [*digits[1:], 0]
    return sum(-digit if digit < after else digit for digit, after in zip(digits, following, strict=True))
