"""The logistic score of answerability and its coefficients: refusal.yaml beside this module, or another file of its form.

There are three sets: questions scored by their words alone (``lexical``), with vectors (``vectors``), and those that meet a
passage in another language (``across``). ``python -m evals fit refusal`` makes the file that ships; ``vigente refusal refit``
makes one for the questions of a corpus.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from contract.errors import SettingsError
from grounding.refusal_features import Features, Signals, features

_SHIPPED = "refusal.yaml"
_STEEPEST = 60.0  # beyond it e^x says nothing more


class Sort(StrEnum):
    """What a question's score rests on."""

    LEXICAL = "lexical"
    VECTORS = "vectors"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Weights:
    """One set of coefficients: a bias and one for each feature. ``rise`` is 0 where there are no vectors."""

    bias: float
    strength: float
    gap: float
    sentence: float
    coverage: float
    missing: float
    strangers: float
    rise: float = 0.0

    def total(self, found: Features) -> float:
        """The weighted sum x, the bias with it."""
        return self.bias + sum(weight * value for weight, value in zip(self.values[1:], values(found), strict=True))

    def score(self, found: Features) -> float:
        """1 ÷ (1 + e^−x): how likely the question is answered, 0–1."""
        return 1.0 / (1.0 + math.exp(-max(min(self.total(found), _STEEPEST), -_STEEPEST)))

    @property
    def values(self) -> tuple[float, ...]:
        """The bias, then the coefficients in the order of ``values`` of features."""
        return tuple(getattr(self, each.name) for each in fields(self))


Coefficients = Mapping[Sort, Weights]


def values(found: Features) -> tuple[float, ...]:
    """The features as a row of numbers; an unknown rise is 0, as its coefficient is."""
    return (
        found.strength,
        found.gap,
        found.sentence,
        found.coverage,
        found.missing,
        found.strangers,
        found.rise or 0.0,
    )


def sort_of(signals: Signals) -> Sort:
    """Which set of coefficients scores a question."""
    if signals.cosine is None or signals.mean is None:
        return Sort.LEXICAL
    return Sort.ACROSS if signals.foreign else Sort.VECTORS


def score(signals: Signals, coefficients: Coefficients | None = None) -> float:
    """How likely what was found answers the question, 0–1; 0 where nothing was found."""
    if not signals.passages:
        return 0.0
    return (coefficients or shipped())[sort_of(signals)].score(features(signals))


@lru_cache(maxsize=1)
def shipped() -> Coefficients:
    """The coefficients that ship, fitted on public questions with and without the article that answers them."""
    return parse(resources.files("grounding").joinpath(_SHIPPED).read_text(encoding="utf-8"), _SHIPPED)


def load(path: Path) -> Coefficients:
    """The coefficients of a file. Raises ``SettingsError`` if it is not there or has another form."""
    try:
        return parse(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        mend = "make it with 'vigente refusal refit LABELS.jsonl', or unset VIGENTE_REFUSAL"
        raise SettingsError(f"there is no file of coefficients at {path}: {mend}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"the coefficients in {path} cannot be read: {error}") from error


def parse(text: str, name: str) -> Coefficients:
    """The coefficients of a file's text. Raises ``SettingsError`` naming the file and what is wrong."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise SettingsError(f"{name} is no YAML ({error}): make it again with 'vigente refusal refit'") from error
    return {sort: _weights(found, sort, name) for sort in Sort}


def _weights(found: Any, sort: Sort, name: str) -> Weights:
    wanted = {each.name for each in fields(Weights)}
    given = found.get(sort.value) if isinstance(found, dict) else None
    if not isinstance(given, dict) or set(given) != wanted:
        raise SettingsError(f"{name}: {sort} needs the numbers {', '.join(sorted(wanted))}, and no others")
    for key, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise SettingsError(f"{name}: {sort}.{key} is {value!r}: write a number")
    return Weights(**{key: float(value) for key, value in given.items()})


def written(coefficients: Coefficients, about: str) -> str:
    """The text of a file of coefficients, with lines that say where they come from."""
    head = "".join(f"# {line}\n" for line in about.splitlines())
    return head + yaml.safe_dump({sort.value: asdict(coefficients[sort]) for sort in Sort}, sort_keys=False)
