"""Ids from content, so that work can be repeated safely."""

from __future__ import annotations

import hashlib
import json

_ID_LENGTH = 32


def digest(data: bytes) -> str:
    """SHA-256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def content_id(*parts: object) -> str:
    """The first 128 bits, in hex, of the SHA-256 of the parts as canonical JSON."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return digest(text.encode("utf-8", "surrogatepass"))[:_ID_LENGTH]
