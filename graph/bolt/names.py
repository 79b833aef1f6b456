"""The names of each tenant that this process has seen: what a new text is searched for."""

from __future__ import annotations

import threading

from graph.bolt.database import Transaction
from graph.naming import Known


class Names:
    """Kept from commit to commit; it asks for those that came since. Safe to share by threads.

    A name that a purge took may still be among them: what a name stands for is looked up in any case.
    """

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, Known]] = {}
        self._lock = threading.Lock()

    def upto(self, tx: Transaction, tenant: int, last: int) -> Known:
        """All names that are here, the last with the row ``last``. Asked before a transaction writes names of its own."""
        with self._lock:
            after, known = self._seen.get(tenant, (0, Known()))
            if after > last:  # another store is at this address now
                after, known = 0, Known()
            if after < last:
                known.add(tx.rows("write/names_since", {"tenant": tenant, "after": after})[0][0])
            self._seen[tenant] = last, known
        return known
