"""Reads JSON data with one sentence for what is wrong, and draws from what was read."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from evals.records import DataError, Options

T = TypeVar("T")
_NAMES = {dict: "an object", list: "a list", str: "a text", int: "a number", bool: "true or false"}


def folder(path: Path) -> Path:
    """The folder of a data set. Raises ``DataError`` if there is none."""
    if not path.is_dir():
        raise DataError(f"{path} is no folder: name the folder of the data set with --data")
    return path


def load(path: Path) -> Any:
    """The JSON of one file. Raises ``DataError`` if it is not there or is no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise DataError(f"{path} is not there: see the form of its data set in docs/evals/README.md") from error
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read as JSON ({error}): mend or replace it") from error


def part(record: Any, key: str, kind: type[T], where: str) -> T:
    """One value of an object, of the kind it must have. Raises ``DataError`` naming where it should stand."""
    value = typed(record, dict, where).get(key)
    if not isinstance(value, kind):
        raise DataError(f"{where} has another form: {key!r} should be {_NAMES.get(kind, kind.__name__)}")
    return value


def typed(value: Any, kind: type[T], where: str) -> T:
    """The value itself if it is of the kind it must have."""
    if not isinstance(value, kind):
        raise DataError(f"{where} has another form: it should be {_NAMES.get(kind, kind.__name__)}")
    return value


def filled(items: Sequence[T], what: str, where: Path) -> Sequence[T]:
    """The items, if there are any."""
    if not items:
        raise DataError(f"{where} holds no {what}: give a data set that is not empty")
    return items


def drawn(items: Sequence[T], options: Options) -> list[T]:
    """All items, or as many as the limit says: drawn by the seed, in the order of the data."""
    if options.limit is None or options.limit >= len(items):
        return list(items)
    chosen = random.Random(options.seed).sample(range(len(items)), options.limit)
    return [items[at] for at in sorted(chosen)]
