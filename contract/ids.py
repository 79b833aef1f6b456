"""Ids from content, so that work can be repeated safely."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

_ID_LENGTH = 32
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str).encode


def digest(data: bytes) -> str:
    """SHA-256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def content_id(*parts: object) -> str:
    """The first 128 bits, in hex, of the SHA-256 of the parts as canonical JSON."""
    return digest(_CANONICAL(parts).encode("utf-8", "surrogatepass"))[:_ID_LENGTH]


def canonical(value: object) -> Any:
    """A record as what JSON has. Sets and keys are sorted, so that equal records are equal texts."""
    if is_dataclass(value):
        return {field.name: canonical(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [canonical(each) for each in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return {name: canonical(value[name]) for name in sorted(value)}
    return b64encode(value).decode() if isinstance(value, bytes) else value
