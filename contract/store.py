"""All that a store of the product does: the ports of ``contract.ports`` and ``contract.portable`` in one."""

from __future__ import annotations

from typing import Protocol

from contract.portable import Portable
from contract.ports import CommunityStore, ConflictStore, GraphStore, JobStore, MergeStore, TraceStore


class Store(GraphStore, CommunityStore, ConflictStore, MergeStore, TraceStore, JobStore, Portable, Protocol):
    """What ``service.wiring`` opens. Safe to share by threads."""

    def reindex(self) -> tuple[str, ...]:
        """Make every derived index again from the records; the names of what was made."""
        ...
