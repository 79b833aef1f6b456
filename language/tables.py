"""The tables of a language: one YAML file each, beside this module."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

LANGUAGES = ("en", "es")


@lru_cache(maxsize=8)
def table(language: str) -> dict[str, Any]:
    """The word table of a language; empty if it has none."""
    path = resources.files("language") / f"{language}.yaml"
    if not path.is_file():
        return {}
    loaded: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded
