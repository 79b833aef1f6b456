"""YAML as written: scalars stay strings, so that version 1.10 stays 1.10 and an impossible date reaches its check."""

from __future__ import annotations

import re
from typing import Any

import yaml

from contract.errors import InvalidMetadata

_FRONT = re.compile(r"\A\s*---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LIMIT = 65_536
_KEY_LINE = re.compile(r"^\s*(?:[\w.-]+\s*:(?:\s|$)|-\s|#)")


def mapping(text: str, name: str, first_line: int = 1) -> dict[str, Any]:
    """A YAML mapping of strings, lists and mappings. Raises ``InvalidMetadata`` with the line that is wrong."""
    try:
        values = yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + first_line}" if mark else ""
        raise InvalidMetadata(f"{name}: the metadata is not YAML{where}: mend it or take it out") from error
    if not values:
        return {}
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise InvalidMetadata(f"{name}: the metadata must be lines of the form `key: value`")
    return values


def split(text: str, name: str) -> tuple[dict[str, Any], str]:
    """Front matter and the text after it. What stands between dashes and is no mapping of keys is text."""
    found = _FRONT.match(text)
    if not found or len(found.group(1)) > _LIMIT:
        return {}, text
    lines = [line for line in found.group(1).split("\n") if line.strip()]
    meant = sum(bool(_KEY_LINE.match(line)) for line in lines) >= (len(lines) + 1) // 2
    try:
        return mapping(found.group(1), name, first_line=2), text[found.end() :]
    except InvalidMetadata:
        if meant:
            raise
        return {}, text
