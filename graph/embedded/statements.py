"""The SQL of this room: files of named statements, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

_NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)
_FOLDER = resources.files("graph.embedded") / "sql"


@lru_cache(maxsize=32)
def statements(file: str) -> Mapping[str, str]:
    """The statements of ``sql/<file>.sql`` by name; each stands below a line ``-- name: <name>``."""
    _, *parts = _NAME.split((_FOLDER / f"{file}.sql").read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}


def migrations() -> Mapping[int, str]:
    """The scripts that make each schema out of the one before it, by number; the first makes it out of nothing."""
    found = (file for file in _FOLDER.iterdir() if file.name.startswith("schema_"))
    return {
        int(file.name[7:11]): file.read_text(encoding="utf-8") for file in sorted(found, key=lambda file: file.name)
    }
