"""From chosen units to what is quoted: what must be read with a sentence comes along, duplicates go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from contract.evidence import Evidence, Question
from contract.records import Span
from grounding.lexicon import lexicon
from grounding.slots import Pick
from grounding.spans import asked
from grounding.subjects import asks_for_several, signs
from grounding.units import Cell, Shape, Unit, is_field, units
from language.values import amounts
from language.words import stems

CONTAINED = 0.9  # share of the shorter quote's stems in the other, with equal numbers: a duplicate
_LIST = 8  # items that a lead-in takes along at most
_BLOCKS = 3  # blocks of code that are quoted together at most
_LISTED = (Shape.ITEM, Shape.LINE)
_MARKUP = "*_` \t"


@dataclass(frozen=True, slots=True)
class Quote:
    """One statement of the evidence: its words, the spans that carry it, and its place among the evidence's units.

    ``slots`` are the cells of a table row that it reads out; a quote without them is verbatim. ``bullet`` marks a list item,
    ``line`` a key and its value, or what stands below a signature, which say nothing without the name of their place.
    """

    evidence: Evidence
    text: str
    spans: tuple[Span, ...]
    ordinal: int
    slots: tuple[Cell, ...] = ()
    bullet: bool = False
    line: bool = False


def quotes(
    picks: Sequence[Pick], question: Question, idf: Mapping[str, float], evidence: Sequence[Evidence] = ()
) -> list[Quote]:
    """The quotes of the picks: grouped by evidence in the order of the best pick, in document order inside.

    ``evidence`` is the packet's: a list that a quote leads into may go on in the passage that follows.
    """
    groups: dict[str, dict[int, Quote]] = {}
    several = asks_for_several(question)
    for pick in picks:
        pieces = units(pick.evidence.text)
        group = groups.setdefault(pick.evidence.evidence_id, {})
        taken = list(_together(pieces, pick.ordinal, pick.evidence.language, whole=several))
        for at in taken:
            group[at] = quote(pick.evidence, pieces[at], at, question, idf)
        if len(taken) > 1 and taken[-1] == len(pieces) - 1 and pieces[-1].shape is Shape.ITEM:
            for after, unit, at in _listed_on(pick.evidence, evidence):
                groups.setdefault(after.evidence_id, {})[at] = quote(after, unit, at, question, idf)
    ordered = [group[at] for group in groups.values() for at in sorted(group)]
    return _distinct(ordered)


def quote(item: Evidence, unit: Unit, at: int, question: Question, idf: Mapping[str, float]) -> Quote:
    """One unit as it is quoted: whole, less an opening connective; a table row as "Key — Column: value"."""
    if unit.shape is Shape.ROW and len(unit.cells) > 1:
        key, *rest = unit.cells
        wanted = _columns(rest, question, idf, item.language)
        spans = (unit.span,) if unit.lead is None else (unit.span, unit.lead)
        return Quote(item, read_out(key, wanted), spans, at, (key, *wanted))
    cut = lexicon(item.language).connective(unit.text) if unit.shape is Shape.SENTENCE else 0
    span = Span(unit.span.start + cut, unit.span.end)
    return Quote(
        item,
        clean(item.text[span.start : span.end]),
        (span,),
        at,
        bullet=unit.shape is Shape.ITEM,
        line=unit.shape is Shape.LINE or signs(question, item),
    )


def read_out(key: Cell, cells: Sequence[Cell]) -> str:
    """A table row in words that need no header."""
    return f"{key.value} — {'; '.join(f'{cell.column}: {cell.value}' for cell in cells)}"


def _columns(cells: Sequence[Cell], question: Question, idf: Mapping[str, float], language: str) -> list[Cell]:
    """The columns that the question names; all that hold something where it names none."""
    weights = asked(question, idf).weights
    named = [cell for cell in cells if set(stems(cell.column, language)) & set(weights)]
    filled = [cell for cell in cells if cell.value]
    return [cell for cell in named if cell.value] or filled or list(cells)


def clean(text: str) -> str:
    """A quote's words: line breaks and list signs are layout."""
    joined = " ".join(text.split())
    for sign in ("- ", "* ", "+ ", "• ", "> "):
        joined = joined.removeprefix(sign)
    return joined


def _together(pieces: Sequence[Unit], at: int, language: str, *, whole: bool) -> Iterable[int]:
    """A unit with those it cannot be read without, and with all of its list where the ``whole`` is asked for.

    A sentence that opens with a pronoun brings the one before, an item its lead-in, a lead-in its list.
    """
    found = {at}
    unit = pieces[at]
    if unit.shape is Shape.ITEM and unit.lead is not None:
        led = (before for before in range(at) if pieces[before].span == unit.lead)
        found |= {before for before in led if not is_field(pieces[before])}
    if unit.shape is Shape.ITEM and whole:
        found |= {at + step for step in _run(pieces[at + 1 :])} | {at - step for step in _run(pieces[:at][::-1])}
    if unit.shape is Shape.CODE:
        return _block(pieces, at)
    if unit.shape is not Shape.SENTENCE:
        return sorted(found)
    if unit.text.endswith(":"):
        after = pieces[at + 1 : at + 1 + _LIST]
        listed = takewhile(lambda piece: piece.shape is after[0].shape and piece.shape in _LISTED, after)
        found |= {at + step for step, _ in enumerate(listed, start=1)}
    if at and pieces[at - 1].shape is Shape.SENTENCE and opens_with_pronoun(unit.text, language):
        found.add(at - 1)
    return sorted(found)


def _run(pieces: Sequence[Unit]) -> range:
    """How many steps on a list goes."""
    items = takewhile(lambda piece: piece.shape is Shape.ITEM and not is_field(piece), pieces[:_LIST])
    return range(1, sum(1 for _ in items) + 1)


def _block(pieces: Sequence[Unit], at: int) -> Iterable[int]:
    """A block of code with its lead-in and the blocks beside it, which say the same in another form."""
    first = at
    while first and pieces[first - 1].shape is Shape.CODE:
        first -= 1
    blocks = sum(1 for _ in takewhile(lambda piece: piece.shape is Shape.CODE, pieces[first : first + _BLOCKS]))
    found = range(first, max(first + blocks, at + 1))
    led = first and pieces[first - 1].shape is Shape.SENTENCE and pieces[first - 1].text.endswith(":")
    return range(first - 1, found.stop) if led else found


def _listed_on(item: Evidence, evidence: Sequence[Evidence]) -> Iterable[tuple[Evidence, Unit, int]]:
    """The items with which the passage after one goes on, if it is in the packet."""
    for after in evidence:
        same = (after.revision_id, after.path) == (item.revision_id, item.path)
        if same and item.ordinal is not None and after.ordinal == item.ordinal + 1:
            listed = takewhile(lambda unit: unit.shape is Shape.ITEM, units(after.text)[:_LIST])
            yield from ((after, unit, at) for at, unit in enumerate(listed))


def opens_with_pronoun(text: str, language: str) -> bool:
    """Whether a sentence begins with a word that points back; a connective before it does not count."""
    lex = lexicon(language)
    rest = text[lex.connective(text) :].lstrip("«\"'“¿¡(" + _MARKUP).casefold()
    return any(rest == opener or rest.startswith((f"{opener} ", f"{opener},")) for opener in lex.openers)


def _distinct(found: Sequence[Quote]) -> list[Quote]:
    kept: list[Quote] = []
    for each in found:
        if not any(duplicates(each, other) for other in kept if not _listed_beside(each, other)):
            kept.append(each)
    return kept


def _listed_beside(one: Quote, other: Quote) -> bool:
    """Whether one of two is an item and the other prose of the same piece: a list is quoted whole."""
    return one.evidence.evidence_id == other.evidence.evidence_id and one.bullet != other.bullet


def duplicates(one: Quote, other: Quote) -> bool:
    """Whether two quotes say the same: .9 of the shorter's words are in the longer, and their numbers are equal."""
    mine, theirs = set(stems(one.text, one.evidence.language)), set(stems(other.text, other.evidence.language))
    shorter = min(len(mine), len(theirs))
    if not shorter or len(mine & theirs) < CONTAINED * shorter:
        return False
    return _numbers(one) == _numbers(other)


def _numbers(one: Quote) -> list[tuple[str, str | None]]:
    return sorted((literal.value, literal.unit) for _, literal in amounts(one.text, one.evidence.language))
