"""Fits the refusal score to questions of a corpus whose answerability its people know, and tells what that changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contract.access import Principal
from contract.errors import RequestError, SettingsError
from contract.time import Instant
from contract.time import parse as parse_time
from grounding.refusal import signals
from grounding.refusal_fit import Label, Quality, fit, labels_of, left_out, quality, scored
from grounding.refusal_model import Coefficients, Sort, shipped, written
from language.words import key
from service.ask import AskRequest, begin, candidates
from service.wiring import Product

LEAST = 10  # questions of each answer: fewer tell nothing
SPREAD = 2.0  # how far a coefficient is thought to be from the shipped one, one standard deviation
FOLDS, SEED = 5, 20260101
_KEYS = {"question": str, "answerable": bool, "valid_at": str}


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line of a file of labels: a question, and whether what the reader may read answers it."""

    question: str
    answerable: bool
    valid_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Refitted:
    """One sort of question. ``after`` is of each question by a fit on the others: five folds."""

    sort: Sort
    before: Quality
    after: Quality


@dataclass(frozen=True, slots=True)
class Refit:
    """What a refit came to. ``unmet``: questions for which nothing at all was found, which are declined with any
    coefficients; ``kept``: sorts with too few questions, whose coefficients stay as they were."""

    labels: int
    unmet: int
    threshold: float
    refitted: tuple[Refitted, ...]
    kept: tuple[Sort, ...]
    coefficients: Coefficients


def read_labels(path: Path) -> list[Labelled]:
    """The labels of a file of JSON lines. Raises ``RequestError`` naming the line that has another form."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(
            f"the labels in {path} cannot be read ({error}): give a file of JSON lines in UTF-8"
        ) from error
    return [_labelled(line, f"{path}, line {at}") for at, line in enumerate(lines, start=1) if line.strip()]


def _labelled(line: str, where: str) -> Labelled:
    try:
        found: Any = json.loads(line)
    except ValueError:
        found = None
    form = '{"question": "…", "answerable": true}, with "valid_at" if it is asked of another time'
    if not isinstance(found, dict) or not {"question", "answerable"} <= found.keys() <= _KEYS.keys():
        raise RequestError(f"{where} has another form: write {form}")
    for name, value in found.items():
        if not isinstance(value, _KEYS[name]) or value == "":
            raise RequestError(f"{where}: {name} is {value!r}: write {form}")
    at = found.get("valid_at")
    return Labelled(found["question"], found["answerable"], None if at is None else parse_time(at))


def refit(product: Product, principal: Principal, labels: Sequence[Labelled]) -> Refit:
    """Fit each sort of question that has enough of both answers, around the coefficients that ship.

    Nothing is written. Raises ``RequestError`` where no sort has enough.
    """
    _enough(labels)
    threshold = product.policy.thresholds.relevance
    by_sort: dict[Sort, list[Label]] = {sort: [] for sort in Sort}
    unmet = 0
    for each in labels:
        found = list(_labels(product, principal, each))
        unmet += not found
        for label in found:
            by_sort[label.sort].append(label)
    ready = [sort for sort, some in by_sort.items() if _both(some) >= LEAST]
    if not ready:
        counts = ", ".join(f"{sort} {_both(some)}" for sort, some in by_sort.items())
        raise RequestError(
            f"of {len(labels)} labels {unmet} found nothing, and the rest is too few of each sort and answer ({counts}; "
            f"{LEAST} are needed): label more questions, or check the reader and the tenant"
        )
    prior = shipped()
    return Refit(
        labels=len(labels),
        unmet=unmet,
        threshold=threshold,
        refitted=tuple(_refitted(product, sort, by_sort[sort], threshold) for sort in ready),
        kept=tuple(sort for sort in Sort if sort not in ready),
        coefficients=dict(product.refusal) | {sort: fit(by_sort[sort], prior[sort], SPREAD) for sort in ready},
    )


def _enough(labels: Sequence[Labelled]) -> None:
    yes = sum(each.answerable for each in labels)
    if min(yes, len(labels) - yes) < LEAST:
        raise RequestError(
            f"the labels hold {yes} answerable questions and {len(labels) - yes} others: give at least {LEAST} of each"
        )


def _both(labels: Sequence[Label]) -> int:
    yes = sum(each.answerable for each in labels)
    return min(yes, len(labels) - yes)


def _labels(product: Product, principal: Principal, each: Labelled) -> Iterator[Label]:
    asked = begin(product, AskRequest(each.question, principal, each.valid_at))
    found, _, vector = candidates(product, asked)
    if found.candidates:
        met = signals(asked.view, asked.question, found.candidates, vector, asked.whole)
        yield from labels_of(met, each.answerable, key(each.question))


def _refitted(product: Product, sort: Sort, labels: Sequence[Label], threshold: float) -> Refitted:
    scores: Mapping[Label, float] = left_out(labels, lambda some: fit(some, shipped()[sort], SPREAD), FOLDS, SEED)
    return Refitted(
        sort,
        before=quality(labels, scored(product.refusal), threshold),
        after=quality(labels, scores.__getitem__, threshold),
    )


def write(found: Refit, path: Path) -> None:
    """Put the coefficients in a file's place, whole or not at all. Raises ``SettingsError``."""
    about = f"Fitted to {found.labels} labels by 'vigente refusal refit'; VIGENTE_REFUSAL names this file."
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(written(found.coefficients, about), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise SettingsError(
            f"the coefficients cannot be written to {path}: {error}; set VIGENTE_REFUSAL anew"
        ) from error
