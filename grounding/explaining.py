"""Answers to why, how and what for: what was chosen with the sentences that go on from it, since they carry the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from contract.evidence import Evidence, Question
from grounding.slots import Pick
from grounding.spans import Choice, of_one_thing
from grounding.subjects import explains, is_headed, is_within, penalty
from grounding.units import Shape, Unit, is_field, units
from language.words import stems

MOST = 5  # sentences of one explanation
ROOM = 900  # characters of it
NEAR = 1.0  # how far below the best the prose of a named section may score to be where an explanation begins
REST = 0.15  # share of the question that another part of it must be
_PROSE = (Shape.SENTENCE, Shape.ITEM)


def explained(choice: Choice, question: Question, weights: Mapping[str, float]) -> Choice:
    """The choice as it is, or for a question that asks for an explanation each pick with what follows it.

    Where the question names several things that have sections of their own, the best of each section is explained; and
    where it asks for something that none of these says, so is what says that best. ``weights`` are its stems' shares.
    """
    if not explains(question) or not choice.picks or choice.picks[0].unit.shape not in _PROSE:
        return choice
    begins = _of_each(choice, question)
    begins = (*begins, *_of_the_rest(begins, choice, question, weights))
    room = MOST if len(begins) == 1 else max(3, MOST // len(begins))
    longer = {
        (pick.evidence.evidence_id, pick.ordinal): pick
        for pick in (each for begin in begins for each in (*_opening(begin, choice, question), *_going_on(begin, room)))
    }
    return replace(choice, picks=tuple(longer.values()))


def _of_each(choice: Choice, question: Question) -> tuple[Pick, ...]:
    """For each of the question's codes that has a section its best prose there, if near the best; else the best pick."""
    found: dict[str, Pick] = {}
    for code in question.identifiers:
        alone = replace(question, identifiers=(code,))
        near = (each for each in choice.ranked if each.unit.shape in _PROSE and is_within(alone, each.evidence))
        best = next(near, None)
        if best is not None and best.score >= choice.ranked[0].score - NEAR:
            found.setdefault(best.evidence.evidence_id, best)
    return tuple(found.values()) or choice.picks[:1]


def _of_the_rest(
    begins: Sequence[Pick], choice: Choice, question: Question, weights: Mapping[str, float]
) -> Iterator[Pick]:
    """The best prose that says what of the question no section begun with says: another part of it."""
    said = frozenset[str]().union(*(_said(begin) for begin in begins)) & weights.keys()
    ranked = of_one_thing(begins[0], choice.ranked, question)
    near = (pick for pick in ranked if pick.unit.shape in _PROSE and not is_field(pick.unit))
    for pick in near:
        newly = sum(weights[each] for each in (pick.matched & weights.keys()) - said)
        if newly >= REST and pick.score >= choice.ranked[0].score - NEAR:
            yield pick
            return


def _said(pick: Pick) -> frozenset[str]:
    """The stems of a pick's piece: what its sentences say together, and its headings."""
    item = pick.evidence
    return frozenset(stems(" ".join([*item.path, item.text]), item.language))


def _opening(begin: Pick, choice: Choice, question: Question) -> Iterator[Pick]:
    """The first sentence of a section that the question names: it says what the thing is. It may stand in a passage before."""
    if not is_headed(question, begin.evidence):
        return
    for item in _section(begin, choice):
        before = begin.ordinal if item is begin.evidence else None
        for at, piece in enumerate(units(item.text)[:before]):
            if piece.shape is Shape.SENTENCE and not penalty(question, piece, item):
                yield replace(begin, evidence=item, unit=piece, ordinal=at)
                return


def _section(begin: Pick, choice: Choice) -> list[Evidence]:
    """The passages of a pick's section that are at hand, up to its own, in document order."""
    own = begin.evidence
    known = {each.evidence.evidence_id: each.evidence for each in choice.ranked}
    found = [
        item
        for item in known.values()
        if (item.revision_id, item.path) == (own.revision_id, own.path)
        and item.ordinal is not None
        and own.ordinal is not None
        and item.ordinal < own.ordinal
    ]
    return [*sorted(found, key=lambda item: item.ordinal or 0), own]


def _going_on(begin: Pick, room: int) -> Iterator[Pick]:
    """A pick and the prose that follows it without a break, as far as there is room."""
    pieces = units(begin.evidence.text)
    length = 0
    for step, piece in enumerate(pieces[begin.ordinal : begin.ordinal + room]):
        length += len(piece.text)
        if piece.shape not in _PROSE or (step and (length > ROOM or _breaks(pieces, begin.ordinal + step))):
            return
        yield begin if step == 0 else replace(begin, unit=piece, ordinal=begin.ordinal + step)


def _breaks(pieces: Sequence[Unit], at: int) -> bool:
    """Whether a list begins that the text before does not lead into: another matter."""
    return pieces[at].shape is Shape.ITEM and pieces[at - 1].shape is Shape.SENTENCE and pieces[at].lead is None
