"""What the command line says, in the reader's language: one table, ``texts.yaml``."""

from __future__ import annotations

import locale
import os
from functools import lru_cache
from importlib import resources

import yaml


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    text = (resources.files("service") / "texts.yaml").read_text(encoding="utf-8")
    loaded: dict[str, dict[str, str]] = yaml.safe_load(text)
    return loaded


def languages() -> tuple[str, ...]:
    return tuple(_tables())


def keys(language: str) -> frozenset[str]:
    """The keys of one language's table; every language has the same."""
    return frozenset(_tables()[language])


def say(key: str, language: str, **values: object) -> str:
    """The text under a key, filled in; English where a language has no table."""
    tables = _tables()
    return tables.get(language, tables["en"])[key].format(**values)


def reader_language() -> str:
    """Spanish where the environment's locale is, else English."""
    name = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return "es" if name.lower().startswith("es") else "en"
