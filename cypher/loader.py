"""Queries from their files: what the header says, and the text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

_FOLDER = resources.files("cypher")
_ROOMS = ("schema", "store", "write", "read", "browser")
_PREFIX = "CYPHER 25"
_KEPT = " replan=skip"  # by keys alone there is one good plan: it is not made again as the graph grows
_KEPT_ROOMS = ("store", "write")
_HEADER = re.compile(r"\A(?://.*\n)+")
_FIELD = re.compile(r"^(Purpose|Propósito|Parameters|Result|Examples): ")
_FOR_PEOPLE = {"", "Propósito", "Examples"}  # what a query of browser/ says besides, its title first
_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True, slots=True)
class Query:
    """One file. ``parameters`` are names without the dollar sign, ``result`` the columns; both may be empty.

    ``text`` always comes from a file of the package, never from a value.
    """

    name: str
    purpose: str
    parameters: tuple[str, ...]
    result: tuple[str, ...]
    text: str

    @property
    def statements(self) -> tuple[str, ...]:
        """The statements of a migration: they end in a semicolon at the end of a line."""
        options, _, bare = self.text.partition("\n")
        found = (part.strip() for part in re.split(r";\s*$", bare, flags=re.MULTILINE))
        return tuple(f"{options}\n{part}" for part in found if part)


@lru_cache(maxsize=256)
def query(name: str) -> Query:
    """The query of the file ``<name>.cypher``, as ``"write/lock_store"``. ``KeyError`` for a name that has no file."""
    room, _, file = name.partition("/")
    path = _FOLDER / room / f"{file}.cypher"
    if room not in _ROOMS or not path.is_file():
        raise KeyError(name)
    return parsed(name, path.read_text(encoding="utf-8"))


def names(room: str) -> tuple[str, ...]:
    """The queries of a room, sorted: ``names("schema")`` gives ``("schema/0001_keys", …)``."""
    folder = _FOLDER / room
    if not folder.is_dir():
        return ()
    found = sorted(file.name for file in folder.iterdir() if file.name.endswith(".cypher"))
    return tuple(f"{room}/{name.removesuffix('.cypher')}" for name in found)


def migrations() -> Mapping[int, Query]:
    """The scripts of ``schema/`` by number; each makes its schema out of the one before it, and may be run again."""
    return {int(name.removeprefix("schema/")[:4]): query(name) for name in names("schema")}


def parsed(name: str, text: str) -> Query:
    """A file's header and text. ``ValueError`` for a header that does not name purpose, parameters and result."""
    said = header(text)
    if set(said) - _FOR_PEOPLE != {"Purpose", "Parameters", "Result"}:
        raise ValueError(f"cypher/{name}.cypher must begin with // Purpose:, // Parameters: and // Result:")
    result = said["Result"]
    return Query(
        name,
        said["Purpose"],
        tuple(dict.fromkeys(_PARAMETER.findall(said["Parameters"]))),
        () if result == "none" else tuple(re.findall(r"(\w+)(?:\s*\([^)]*\))?(?:,|$)", result)),
        f"{_PREFIX}{_KEPT if name.startswith(_KEPT_ROOMS) else ''}\n{_HEADER.sub('', text, count=1).strip()}\n",
    )


def header(text: str) -> Mapping[str, str]:
    """What a file says before its query, by field; under "" what stands before the first, the title of a query for people."""
    begins = _HEADER.match(text)
    fields: dict[str, str] = {}
    last = ""
    for line in (begins.group() if begins else "").splitlines():
        said = line.removeprefix("//").strip()
        field = _FIELD.match(said)
        last = field[1] if field else last
        fields[last] = f"{fields.get(last, '')} {said[field.end() :] if field else said}".strip()
    return fields
