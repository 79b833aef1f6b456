"""Extracted tuples against gold ones, by words: the scoring of CaRB (Bhardwaj, Aggarwal and Mausam 2019), at one point.

A gold tuple and an extracted one are compared slot by slot: relation with relation, first argument with first argument and
so on. They compare only if their relations share a word and the extracted one has as many of the first two arguments as
the gold one. Then

    precision of the pair = shared words ÷ words of the extracted tuple (slots that the gold one lacks left out)
    recall of the pair    = shared words ÷ words of the gold tuple

A sentence's recall is the sum over its gold tuples of the best recall any extracted one reaches (one may serve several); its
precision the sum over pairs, each tuple in one at most, taken greedily by precision. Over a set the sums are divided by all
gold and all extracted tuples. Words are folded, each counts as often as it stands. CaRB draws a curve over confidences;
the product's extractors give none, so there is one point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals import measures
from language.words import words

Slot = Counter[str]


@dataclass(frozen=True, slots=True)
class Extracted:
    """A relation and its arguments, the subject first."""

    relation: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """The sums of one sentence: ``precise`` over ``found`` extracted tuples, ``recalled`` over ``gold`` ones."""

    precise: float
    recalled: float
    found: int
    gold: int


def matched(gold: Sequence[Extracted], found: Sequence[Extracted]) -> Matched:
    """One sentence."""
    pairs = {
        (at, other): score
        for at, wanted in enumerate(gold)
        for other, given in enumerate(found)
        if (score := pair(wanted, given))
    }
    recalled = sum(
        max((score[1] for (wanted, _), score in pairs.items() if wanted == at), default=0.0) for at in range(len(gold))
    )
    precise, used_gold, used_found = 0.0, set[int](), set[int]()
    for (at, other), score in sorted(pairs.items(), key=lambda item: (-item[1][0], item[0])):
        if at not in used_gold and other not in used_found:
            precise += score[0]
            used_gold.add(at)
            used_found.add(other)
    return Matched(precise, recalled, len(found), len(gold))


def pair(gold: Extracted, found: Extracted) -> tuple[float, float] | None:
    """Precision and recall of one pair; None where they do not compare."""
    wanted = [_slot(gold.relation), *map(_slot, gold.arguments)]
    given = [_slot(found.relation), *map(_slot, found.arguments)]
    if not wanted[0] & given[0] or len(given) < min(len(wanted), 3):
        return None
    given = given[: len(wanted)]
    shared = sum((one & other).total() for one, other in zip(wanted, given, strict=False))
    return shared / sum(slot.total() for slot in given), shared / sum(slot.total() for slot in wanted)


def scores(sentences: Iterable[Matched]) -> dict[str, float]:
    """Precision, recall and F1 over all sentences; without any extracted tuple there is no precision."""
    every = list(sentences)
    found, gold = sum(each.found for each in every), sum(each.gold for each in every)
    precision = sum(each.precise for each in every) / found if found else None
    recall = sum(each.recalled for each in every) / gold if gold else None
    return measures.table({"precision": precision, "recall": recall, "f1": measures.f1(precision, recall)})


def _slot(text: str) -> Slot:
    return Counter(word.folded for word in words(text))
