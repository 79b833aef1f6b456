"""Keys of nodes: they carry the tenant (or another owner), and never grow beyond what an index holds."""

from __future__ import annotations

from contract.ids import digest

_LONGEST = 1000  # bytes; a range index takes some 8,000


def keyed(owner: int, what: str) -> str:
    """``what`` under the row of its owner; a long one by its hash."""
    if len(what) * 4 <= _LONGEST:
        return f"{owner}:{what}"
    data = what.encode("utf-8")
    return f"{owner}:{what}" if len(data) <= _LONGEST else f"{owner}:#{digest(data)}"
