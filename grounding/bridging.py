"""Answers in two steps: what is said of a thing that the first sentence names and the question does not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from contract.evidence import Question
from grounding.slots import Pick
from grounding.units import is_field
from language.words import words

REST = 0.15  # share of the question that the second step must say and the first does not


def bridged(first: Pick, ranked: Sequence[Pick], question: Question, weights: Mapping[str, float]) -> Pick | None:
    """The sentence that goes on from a name which the first one brings in, and says more of the question; None where none does.

    "Which forester does the company answer to that prunes the limes?": "The limes are pruned by Rowan Works." → "Rowan
    Works answers to the forester Ines Falk."
    """
    brought = _names(first.unit.text, {word.folded for word in words(question.text)})
    if not brought:
        return None
    for pick in ranked:
        newly = sum(weights.get(each, 0.0) for each in pick.matched - first.matched)
        if newly >= REST and pick.unit != first.unit and not is_field(pick.unit) and _holds(pick.unit.text, brought):
            return pick
    return None


def _names(text: str, said: Collection[str]) -> list[tuple[str, ...]]:
    """Runs of words with a capital inside a sentence, folded; those that the question says are none."""
    runs: list[list[str]] = [[]]
    for at, word in enumerate(words(text)):
        if at and word.text[0].isupper():
            runs[-1].append(word.folded)
        elif runs[-1]:
            runs.append([])
    return [tuple(run) for run in runs if run and not set(run) <= set(said)]


def _holds(text: str, names: Sequence[tuple[str, ...]]) -> bool:
    standing = [word.folded for word in words(text)]
    return any(
        tuple(standing[at : at + len(name)]) == name for name in names for at in range(len(standing) - len(name) + 1)
    )
