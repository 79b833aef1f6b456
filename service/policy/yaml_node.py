"""A mapping of a YAML file, read key by key, so that every mistake is named with its file, its key and its mend."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from contract.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Node:
    """One mapping of the file: ``path`` is its dotted place, empty at the top."""

    file: str
    path: str
    values: Mapping[str, Any]

    def place(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def wrong(self, key: str, fault: str, mend: str) -> SettingsError:
        """The error for one key of this mapping."""
        return SettingsError(f"{self.file}: {self.place(key)} {fault}: {mend}")

    def only(self, known: Collection[str]) -> None:
        """Refuse a key that is not one of these, naming the nearest that is."""
        for key in self.values:
            if key not in known:
                raise self.wrong(key, "is not a known key", nearest(key, known))

    def has(self, key: str) -> bool:
        return self.values.get(key) is not None

    def child(self, key: str, *, required: bool = False) -> Node:
        """The mapping under a key; an empty one where the key is absent and not required."""
        value = self.values.get(key)
        if value is None:
            if required:
                raise self.wrong(key, "is missing", "add it")
            value = {}
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            raise self.wrong(key, "is not a mapping", "write it as lines of 'name: value'")
        return Node(self.file, self.place(key), value)

    def children(self) -> Iterator[tuple[str, Node]]:
        """Every key with its mapping."""
        for key in self.values:
            yield key, self.child(key, required=True)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if value is None:
            raise self.wrong(key, "is missing", "add it")
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "is not a text", f"write it as '{key}: some text'")
        return value

    def optional_text(self, key: str) -> str | None:
        return self.text(key) if self.has(key) else None

    def one_of(self, key: str, known: Collection[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in known:
            raise self.wrong(key, f"is {value!r}", nearest(value, known))
        return value

    def refer(self, key: str, words: Collection[str], known: Collection[str]) -> None:
        """Refuse a reference to what the file does not declare."""
        for word in words:
            if word not in known:
                mend = nearest(word, known) if known else "declare it"
                raise self.wrong(key, f"names {word!r}, which the file does not declare", mend)

    def truth(self, key: str, default: bool = False) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, f"is {value!r}", "write true or false")
        return value

    def number(self, key: str, default: float, low: float, high: float = float("inf")) -> float:
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            wanted = f"from {low:g} to {high:g}" if high != float("inf") else f"of at least {low:g}"
            raise self.wrong(key, f"is {value!r}", f"write a number {wanted}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one text alone; empty where the key is absent."""
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(item, str) and item.strip() for item in listed):
            raise self.wrong(key, "is not a list of texts", "write it as [one, another]")
        return tuple(listed)


def read(path: Path, text: str | None = None) -> Node:
    """The top mapping of a file; ``text`` is its content where it is already at hand. Raises ``SettingsError``."""
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8") if text is None else text)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: give a UTF-8 file that exists ({error})") from error
    except yaml.YAMLError as error:
        where = " ".join(str(error).split())
        raise SettingsError(f"{path} is not YAML: mend what stands here: {where}") from error
    if not isinstance(loaded, Mapping) or not all(isinstance(key, str) for key in loaded):
        raise SettingsError(f"{path} is not a mapping: write it as lines of 'name: value'")
    return Node(path.name, "", loaded)


def nearest(word: str, known: Collection[str]) -> str:
    """The mend for a word that is not one of these."""
    close = get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"use one of {', '.join(sorted(known))}"
