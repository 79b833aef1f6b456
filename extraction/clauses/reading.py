"""Sentences, parsed and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from extraction.clauses.grammar import grammar
from extraction.clauses.predications import predications
from extraction.clauses.records import Predication
from extraction.clauses.tree import tree
from extraction.syntax import lemma, parsed


def said(sentences: Sequence[str], language: str) -> Iterator[tuple[Predication, ...]]:
    """What each sentence says; nothing for a language that has no table or no parser."""
    table = grammar(language)
    if table is not None:
        for parse in parsed(sentences, language):
            yield predications(tree(parse, table, lambda word: lemma(word, language)))
