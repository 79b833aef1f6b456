"""Views of one database: each fixed to a scope at the last complete commit."""

from __future__ import annotations

import threading

from contract.access import Scope
from graph.bolt.columns import load_columns
from graph.bolt.database import Database
from graph.bolt.lexical import BoltPostings
from graph.bolt.reader import BoltReader, RevisionRows
from graph.bolt.searching import VectorSearch
from graph.columns import Columns
from graph.keeping import Kept
from graph.lexical import LexicalSearch
from graph.view import View

_KEPT_TENANTS = 64
_KEPT_REVISIONS = 20_000


class Views:
    """What views share: tables, postings and vectors in memory, caught up commit by commit. Safe to share by threads."""

    def __init__(self, database: Database, dimension: int) -> None:
        self._database = database
        self._words = LexicalSearch(BoltPostings(database))
        self._vectors = VectorSearch(database, dimension)
        self._revisions: RevisionRows = Kept(_KEPT_REVISIONS)
        self._columns: Kept[str, Columns] = Kept(_KEPT_TENANTS)
        self._lock = threading.Lock()

    def view(self, scope: Scope) -> View:
        """``contract.ports.GraphView`` of a scope."""
        columns = self._columns_of(scope.tenant)
        reader = BoltReader(self._database, columns.tenant, columns.purges, self._revisions)
        return View(reader, columns, scope, self._words, self._vectors)

    def _columns_of(self, tenant: str) -> Columns:
        with self._lock:
            columns = load_columns(self._database, tenant, self._columns.get(tenant))
            if columns.tenant:
                self._columns.put(tenant, columns)
            return columns
