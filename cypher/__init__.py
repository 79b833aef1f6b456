"""Cypher texts, one query a file: ``schema/``, ``write/``, ``read/``, ``browser/``; see README.md for the model."""

from cypher.loader import Query, migrations, names, query

__all__ = ["Query", "migrations", "names", "query"]
