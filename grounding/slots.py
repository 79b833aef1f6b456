"""Slots: table rows, and lines of a key with its value. A question that names the key looks them up; no ranking."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from contract.evidence import Evidence, Question
from grounding.subjects import depth, explains
from grounding.units import Shape, Unit
from language.tables import LANGUAGES
from language.words import stems

STRAY = 0.5  # what headings over a slot take away that name something else than is asked about


@dataclass(frozen=True, slots=True)
class Pick:
    """A unit of one piece of evidence with its score. ``matched`` are the question's stems that it holds."""

    evidence: Evidence
    unit: Unit
    ordinal: int
    score: float
    matched: frozenset[str]


def slots(
    ranked: Sequence[Pick], question: Question, weights: Mapping[str, float], many: Collection[str] = ()
) -> tuple[Pick, ...]:
    """The slot that the question names, by its words or as a declared predicate; of one of ``many`` values all."""
    declared = [pick for pick in ranked if states(pick, question.predicates) and _slotted(pick)]
    if not declared:
        found = _by_words(ranked, question, weights)
        return (found,) if found else ()
    several = set(question.predicates) & set(many)
    stated = _stated(declared[0], several)
    return (declared[0], *(pick for pick in declared[1:] if _stated(pick, several) & stated))


def _stated(pick: Pick, predicates: Collection[str]) -> set[tuple[str, str]]:
    """Of which things a pick's evidence states these predicates in the pick's unit."""
    return {
        (each.fact.predicate, each.fact.subject)
        for each in pick.evidence.facts
        if each.fact.predicate in predicates and states(pick, (each.fact.predicate,))
    }


def _by_words(ranked: Sequence[Pick], question: Question, weights: Mapping[str, float]) -> Pick | None:
    """The slot that the question names by its words.

    By its words it must hold, with its headings, as much of the question as the best unit does, or stand where the
    question's code is the heading. A question for an explanation is answered by no line.
    """
    named = [pick for pick in ranked if looked_up(pick, question.language)]
    rows = [pick for pick in named if pick.unit.shape is Shape.ROW]
    lines = [] if explains(question) else [pick for pick in named if pick.unit.shape is Shape.LINE]
    if own := [(away, pick) for pick in lines if (away := depth(question, pick.evidence)) is not None]:
        return min(own, key=lambda each: each[0])[1]
    if not named:
        return None
    place = _place(ranked, weights)
    best = max(rows, key=lambda pick: _held(pick, weights), default=None)
    line = max(_holding(lines, place), key=lambda pick: _fit(pick, weights, place), default=None)
    if line is not None and (best is None or _held(line, weights, place) > _held(best, weights)):
        best = line
    return best if best is not None and _held(best, weights, place) >= _held(ranked[0], weights) else None


def _place(ranked: Sequence[Pick], weights: Mapping[str, float]) -> tuple[str, ...]:
    """The headings that say the most of the question and the least beside it; the title alone where none says any."""

    def named(item: Evidence) -> float:
        over = _headings(item)
        return sum(weights.get(each, 0.0) for each in over) - STRAY * _stray(over, weights)

    best = max((pick.evidence for pick in ranked), key=named)
    return best.path if named(best) > 0 else best.path[:1]


def _holding(lines: Sequence[Pick], place: tuple[str, ...]) -> list[Pick]:
    """The lines that hold for a place: those below it, else those nearest around it. A line of a section beside it does not."""
    if len(place) < 2:
        return sorted(lines, key=lambda pick: len(pick.evidence.path))
    below = [pick for pick in lines if pick.evidence.path[: len(place)] == place]
    around = [pick for pick in lines if place[: len(pick.evidence.path)] == pick.evidence.path]
    nearest = max((len(pick.evidence.path) for pick in around), default=0)
    return below or [pick for pick in around if len(pick.evidence.path) == nearest]


def _held(pick: Pick, weights: Mapping[str, float], place: tuple[str, ...] = ()) -> float:
    """The share of the question that a unit says, with its headings and those of the place that it holds for."""
    item = pick.evidence
    over = {each for part in (item.title, *item.path, *place) for each in stems(part, item.language)}
    return sum(weights.get(each, 0.0) for each in pick.matched | over)


def _fit(pick: Pick, weights: Mapping[str, float], place: tuple[str, ...]) -> float:
    """What a slot holds of the question, less what its headings say beside it."""
    return _held(pick, weights, place) - STRAY * _stray(_headings(pick.evidence), weights)


def _headings(item: Evidence) -> set[str]:
    """The stems of the headings over a piece, less those of its title, which all pieces have."""
    over = {each for part in item.path[1:] for each in stems(part, item.language)}
    return over - set(stems(item.title, item.language))


def _stray(over: Collection[str], weights: Mapping[str, float]) -> float:
    """The share of some stems that the question does not say."""
    return sum(each not in weights for each in over) / len(over) if over else 0.0


def states(pick: Pick, predicates: Collection[str]) -> bool:
    """Whether a unit holds the span in which its evidence states one of these predicates."""
    item = pick.evidence
    spans = [each.at.passage.local(each.span) for each in item.facts if each.fact.predicate in predicates]
    if item.observation is not None:
        spans += [span for predicate, span in item.observation.spans.items() if predicate in predicates]
    return any(pick.unit.span.start <= span.start and span.end <= pick.unit.span.end for span in spans)


def _slotted(pick: Pick) -> bool:
    """Whether a unit is a slot at all; a row only where the question names its key."""
    return pick.unit.shape in (Shape.LINE, Shape.ITEM) or row_named(pick)


def row_named(pick: Pick) -> bool:
    """Whether the question names the key of a table row; names stay, whatever language they are stemmed in."""
    if pick.unit.shape is not Shape.ROW or not pick.unit.cells:
        return False
    key = pick.unit.cells[0].value
    return any(set(stems(key, language)) & pick.matched for language in LANGUAGES)


def looked_up(pick: Pick, asked_in: str) -> bool:
    """Whether a unit is a slot that the question names: a row by its key and a column, a line by the whole of its key.

    The columns of a table in another language cannot be named: there the key is enough.
    """
    language = pick.evidence.language
    if row_named(pick):
        columns = (set(stems(cell.column, language)) for cell in pick.unit.cells[1:])
        return language != asked_in or any(column & pick.matched for column in columns)
    if pick.unit.shape is Shape.LINE:
        key = set(stems(pick.unit.text.partition(":")[0], language))
        return bool(key) and key <= pick.matched
    return False
