"""Fits the coefficients of answerability to labelled questions, and tells how good they are on questions left out.

Logistic regression by Newton's method with a Gaussian prior around the coefficients that there are (Gelman et al. 2008,
doi:10.1214/08-AOAS191, give the reasons for a prior): few labels move them little, many move them far. Nothing is drawn by
chance but the folds, whose seed is given.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from grounding.refusal_features import Features, Signals, features
from grounding.refusal_model import Coefficients, Sort, Weights, sort_of, values

_STEPS = 100
_SMALL = 1e-9  # a step below it is none
_DIGITS = 3  # of a coefficient: what is kept of it

Fit = Callable[[Sequence["Label"]], Weights]
Floats = NDArray[np.float64]
FLAT = Weights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # a prior that knows nothing


@dataclass(frozen=True, slots=True)
class Label:
    """A question whose answerability is known. Questions of one ``group`` (an article) are never parted by a fold."""

    sort: Sort
    features: Features
    answerable: bool
    group: str


@dataclass(frozen=True, slots=True)
class Quality:
    """``keep``: share of the answerable ones that score the threshold or more; ``turn_away``: of the others that score less;
    ``auc``: how likely an answerable one scores above another (ties count half). None where there are none."""

    n: int
    keep: float | None
    turn_away: float | None
    auc: float | None


def labels_of(signals: Signals, answerable: bool, group: str) -> Iterator[Label]:
    """The label of one question, and if vectors are known the one that it has without them."""
    found, sort = features(signals), sort_of(signals)
    yield Label(sort, found, answerable, group)
    if sort is Sort.VECTORS:
        yield Label(Sort.LEXICAL, replace(found, rise=None), answerable, group)


def fit(labels: Sequence[Label], prior: Weights, spread: float) -> Weights:
    """The coefficients most likely after these labels of one sort, each thought within ``spread`` of the prior's (one
    standard deviation). Both answers weigh alike in all, however many there are of each."""
    rows = np.array([(1.0, *values(each.features)) for each in labels])
    answers = np.array([float(each.answerable) for each in labels])
    weigh = _balanced(answers)
    centre = np.array(prior.values)
    pull = np.full(len(centre), 1.0 / spread**2)
    found = centre.copy()
    for _ in range(_STEPS):
        likely = 1.0 / (1.0 + np.exp(-np.clip(rows @ found, -60.0, 60.0)))
        slope = rows.T @ (weigh * (likely - answers)) + pull * (found - centre)
        curve = (rows * (weigh * likely * (1.0 - likely))[:, None]).T @ rows + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        found = found - step
        if float(np.max(np.abs(step))) < _SMALL:
            break
    return Weights(*(round(float(each), _DIGITS) for each in found))


def _balanced(answers: Floats) -> Floats:
    """Weights of the labels: those of each answer sum to half of their number."""
    yes = float(answers.sum())
    no = len(answers) - yes
    weigh: Floats = np.where(answers > 0.5, len(answers) / (2 * yes or 1.0), len(answers) / (2 * no or 1.0))
    return weigh


def quality(labels: Sequence[Label], score: Callable[[Label], float], threshold: float) -> Quality:
    """How well a score tells these labels apart."""
    yes = np.array([score(each) for each in labels if each.answerable])
    no = np.sort([score(each) for each in labels if not each.answerable])
    below = (np.searchsorted(no, yes, "left") + np.searchsorted(no, yes, "right")) / 2
    return Quality(
        n=len(labels),
        keep=float(np.mean(yes >= threshold)) if len(yes) else None,
        turn_away=float(np.mean(no < threshold)) if len(no) else None,
        auc=float(np.mean(below) / len(no)) if len(yes) and len(no) else None,
    )


def left_out(labels: Sequence[Label], made: Fit, folds: int, seed: int) -> Mapping[Label, float]:
    """The score of each label by a fit on the groups of the other folds."""
    groups = sorted({each.group for each in labels})
    random.Random(seed).shuffle(groups)
    fold_of = {group: at % folds for at, group in enumerate(groups)}
    found: dict[Label, float] = {}
    for fold in range(min(folds, len(groups))):
        weights = made([each for each in labels if fold_of[each.group] != fold])
        held = (each for each in labels if fold_of[each.group] == fold)
        found.update((each, weights.score(each.features)) for each in held)
    return found


def keeping(weights: Weights, labels: Sequence[Label], share: float, threshold: float) -> Weights:
    """The same with the bias at which this share of the answerable ones scores the threshold or more."""
    reached = float(np.quantile([weights.total(each.features) for each in labels if each.answerable], 1.0 - share))
    moved = weights.bias + math.log(threshold / (1.0 - threshold)) - reached
    return replace(weights, bias=round(moved, _DIGITS))


def scored(coefficients: Coefficients) -> Callable[[Label], float]:
    """The score of a label by its sort's coefficients."""
    return lambda each: coefficients[each.sort].score(each.features)
