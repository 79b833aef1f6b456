"""One sentence as the verifier sees it: content tokens in order, each with the marks that stand on it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from contract.records import MEASURED, Literal
from grounding.lexicon import Kind, Lexicon, Mark, lexicon
from language.tables import table
from language.values import amounts
from language.words import Word, fold, stem, stop_words, words

_APOSTROPHE = re.compile("[’‘`´]")
_DETACHED = frozenset({Kind.CONDITION, Kind.EXCEPTION, Kind.HEDGE})


class Sort(StrEnum):
    WORD = "word"
    NAME = "name"  # capitalised inside a sentence, or a code
    VALUE = "value"  # a number, quantity, amount of money, percentage, date or month


@dataclass(frozen=True, slots=True)
class Token:
    """A content word or a value. ``key`` is its stem or canonical value: equal keys mean the same."""

    key: str
    folded: str
    sort: Sort
    clause: int
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence, read. ``loose`` counts the marks that hold for it as a whole: conditions, exceptions, hedges."""

    tokens: tuple[Token, ...]
    loose: Counter[Mark]
    keys: frozenset[str]


@lru_cache(maxsize=4096)
def read(text: str, language: str) -> Reading:
    """The content tokens of one sentence and the marks on them, an opening connective aside.

    A mark stands on the next content token of its sentence, else on the last one before it.
    """
    lex = lexicon(language)
    plain = _expand(text, lex)
    found = words(plain)
    taken = _values(plain, found, language)
    tokens, pending, loose = _scan(plain, found, taken, lex)
    if pending and tokens:
        last = tokens[-1]
        tokens[-1] = Token(last.key, last.folded, last.sort, last.clause, last.marks + tuple(pending))
    elif pending:
        loose.update(pending)
    return Reading(tuple(tokens), loose, frozenset(token.key for token in tokens))


def _scan(
    plain: str, found: list[Word], taken: dict[int, tuple[int, str]], lex: Lexicon
) -> tuple[list[Token], list[Mark], Counter[Mark]]:
    stop = stop_words(lex.language)
    folded = [word.folded for word in found]
    tokens: list[Token] = []
    pending: list[Mark] = []
    loose: Counter[Mark] = Counter()
    at, clause, end = 0, 0, 0
    while at < len(found):
        word = found[at]
        clause += bool(re.search(r"[,;:()]", plain[end : word.start]))
        length, value = taken.get(at, (0, ""))
        hit = None if length else lex.match(folded, at)
        if hit:
            length, mark = hit
            if mark.kind in _DETACHED:
                loose[mark] += 1
            elif mark.kind is not Kind.NEUTRAL:
                pending.append(mark)
        elif length:
            tokens.append(Token(value, folded[at], Sort.VALUE, clause, tuple(pending)))
            pending = []
        else:
            length = 1
            if folded[at] not in stop and not (len(folded[at]) == 1 and folded[at].isalpha() and word.text.islower()):
                sort = _sort(word, first=not tokens and at == 0)
                tokens.append(Token(stem(word.text, lex.language), folded[at], sort, clause, tuple(pending)))
                pending = []
        end = found[at + length - 1].end
        at += length
    return tokens, pending, loose


def _expand(text: str, lex: Lexicon) -> str:
    plain = _APOSTROPHE.sub("'", text[lex.connective(text) :])
    for short, full in lex.contractions:
        plain = re.sub(rf"{short}\b", full, plain, flags=re.IGNORECASE)
    return re.sub(r"(?<=\w)'s\b", "", plain) if lex.language == "en" else plain


def _sort(word: Word, *, first: bool) -> Sort:
    if any(char.isdigit() for char in word.text):
        return Sort.NAME
    if word.text.isupper() and len(word.text) > 1:
        return Sort.NAME
    return Sort.NAME if word.text[0].isupper() and not first else Sort.WORD


def _values(plain: str, found: list[Word], language: str) -> dict[int, tuple[int, str]]:
    """Which words are values: index of the first -> (how many words, canonical value)."""
    taken: dict[int, tuple[int, str]] = {}
    for span, literal in amounts(plain, language):
        if literal.datatype not in MEASURED:
            continue
        inside = [at for at, word in enumerate(found) if word.start < span.end and span.start < word.end]
        if inside and not any(at in taken for at in inside):
            taken[inside[0]] = (len(inside), canonical(literal))
    covered = {at + step for at, (length, _) in taken.items() for step in range(length)}
    for at, word in enumerate(found):
        if at not in covered and word.folded in _months(language) and _is_month(found, at, language):
            taken[at] = (1, f"month:{_months(language)[word.folded]}")
    return taken


def canonical(literal: Literal) -> str:
    """One text for one value, whatever way it is written."""
    high = f"..{literal.high}" if literal.high else ""
    return f"{literal.value}{high} {literal.unit or ''}".strip()


@lru_cache(maxsize=8)
def _months(language: str) -> dict[str, int]:
    """Full names only: "mar" and "sep" are other words too."""
    rows = table(language).get("months", [])
    return {fold(names[0]): number for number, names in enumerate(rows, start=1)}


def _is_month(found: list[Word], at: int, language: str) -> bool:
    """ "may" and "march" are English verbs too: there a month is written with a capital inside the sentence."""
    return language != "en" or (at > 0 and found[at].text[0].isupper())
