"""Cypher texts, one query a file: ``schema/``, ``write/``, ``read/``, ``browser/``."""
