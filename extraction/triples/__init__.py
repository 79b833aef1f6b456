"""Extractors: one a file, each (passages, …) -> facts with spans."""
