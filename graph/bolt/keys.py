"""Keys of nodes: they carry the tenant (or another owner), and never grow beyond what an index holds."""

from __future__ import annotations

from hashlib import blake2b

from contract.ids import digest

_LONGEST = 1000  # bytes; a range index takes some 8,000
_OWNER = 8  # digits of an owner before an id, as ``identified`` writes them


def keyed(owner: int, what: str) -> str:
    """``what`` under the row of its owner; a long one by its hash."""
    if len(what) * 4 <= _LONGEST:
        return f"{owner}:{what}"
    data = what.encode("utf-8")
    return f"{owner}:{what}" if len(data) <= _LONGEST else f"{owner}:#{digest(data)}"


def identified(owner: int, named: str) -> str:
    """An id under the row of its owner: hexadecimal digits alone, which Neo4j keeps in half the room, inside the node."""
    return f"{owner:08}{named}"


def identity(key: str) -> str:
    """The id in a key that ``identified`` made; ``substring(key, 8)`` in a query."""
    return key[_OWNER:]


def owner(key: str) -> int:
    """The row of the owner in a key that ``identified`` made."""
    return int(key[:_OWNER])


def numbered(owner: int, what: str) -> int:
    """A number for ``what`` under its owner, the same for equal ones; different ones may share it, as good as never."""
    return int.from_bytes(
        blake2b(f"{owner}:{what}".encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True
    )
