"""Statements from ``key: value`` lines, list items and plain sentences of the form "LABEL is VALUE"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from contract.policy import PredicateRule
from contract.records import Datatype, Span
from extraction.document import Block, BlockKind, Document
from extraction.triples.statement import Statement, read_label, unmarked
from language.numbers import flat
from language.qualifiers import Rules
from language.sentences import sentences
from language.tables import table
from language.values import parse

_LINE = re.compile(
    r"[ \t]*(?:>[ \t]*)*(?:[-*+•–][ \t]+|\d+[.)][ \t]+)?"
    r"(?P<mark>[*_`]{1,3})?(?P<label>[^\W_][^\n:|]{0,60}?)(?:[*_`]{1,3})?[ \t]*"
    r"(?::(?:[*_`]{1,3})?[ \t]+|[ \t][—–][ \t]+)(?:[*_`]{1,3}[ \t]*)?(?P<value>[^\s*_`|].*?)[ \t]*"
)
_LINES = re.compile(r"[^\n]+")
_WORDS = 7  # a label has no more
_LONGEST = 100  # characters of a value that is still a value and not prose
_PHRASE = 4  # words of a value that may end in a full stop
_LINED = (BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.PARAGRAPH)


def from_lines(
    document: Document, language: str, predicates: Mapping[str, PredicateRule], qualifiers: Rules
) -> Iterator[Statement]:
    """Lines that are a label and a value. An undeclared label counts in lists and in blocks made of such lines only;
    alone in a paragraph it needs a value that is no free text, since "Note: …" is prose; a sentence is no value."""
    for block in document.blocks:
        if block.kind not in _LINED:
            continue
        lines = list(_lines(document.text, block))
        pairs = [found for line in lines if (found := _pair(document.text, line))]
        of_pairs = len(pairs) == len(lines) and (len(lines) > 1 or block.kind is not BlockKind.PARAGRAPH)
        for pair in pairs:
            alone = len(lines) == 1 and parse(pair.value, language).datatype is not Datatype.TEXT
            known = read_label(pair.label, language, predicates, qualifiers).rule
            if known or ((of_pairs or alone) and not _is_prose(pair.value)):
                yield pair


def from_sentences(
    document: Document, language: str, predicates: Mapping[str, PredicateRule], qualifiers: Rules
) -> Iterator[Statement]:
    """Whole sentences "The refund window for members is 14 days.": a declared label, a copula and nothing after the value."""
    pattern = _sentence_pattern(language)
    for block in document.blocks:
        if pattern is None or block.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            continue
        text = document.text[block.span.start : block.span.end]
        for span in sentences(text):
            match = pattern.fullmatch(flat(text[span.start : span.end]))
            if match is None:
                continue
            start = block.span.start + span.start
            label, value = (
                text[span.start + match.start(name) : span.start + match.end(name)] for name in ("label", "value")
            )
            rule = read_label(unmarked(label), language, predicates, qualifiers).rule
            if rule is not None and _is_value(value, language, rule.datatype):
                at = Span(start + match.start("value"), start + match.end("value"))
                yield Statement(None, unmarked(label), unmarked(value), Span(start, at.end), at, "sentences")


def _is_prose(value: str) -> bool:
    """A full sentence: what stands after "Location data:" in a notice explains, it is no value."""
    return value.endswith(".") and len(value.split()) > _PHRASE


def _lines(text: str, block: Block) -> Iterator[Span]:
    for line in _LINES.finditer(text, block.span.start, block.span.end):
        if line.group().strip():
            yield Span(*line.span())


def _pair(text: str, line: Span) -> Statement | None:
    match = _LINE.fullmatch(text, line.start, line.end)
    if match is None:
        return None
    label, value = unmarked(match["label"]), unmarked(match["value"])
    prose = len(value) > _LONGEST or len(sentences(value)) > 1 or value.endswith(("?", ":"))
    if prose or len(label.split()) > _WORDS or not any(char.isalnum() for char in value):
        return None
    at = Span(*match.span("value"))
    return Statement(None, label, value, Span(match.start("label"), at.end), at, "keyvalue")


@lru_cache(maxsize=8)
def _sentence_pattern(language: str) -> re.Pattern[str] | None:
    copulas = sorted((flat(str(words)) for words in table(language).get("copulas", [])), key=len, reverse=True)
    if not copulas:
        return None
    articles = "|".join(table(language).get("label_articles", "").split())
    return re.compile(
        rf"(?:(?:{articles})\s+)?(?P<label>\S[^.,:;\n]{{2,60}}?)\s+(?:{'|'.join(copulas)})\s+(?P<value>.{{1,60}}?)\.?"
    )


def _is_value(text: str, language: str, datatype: Datatype) -> bool:
    """Whether the words are one value and nothing else: a condition after it would make the statement say less."""
    read = parse(text, language)
    return read.datatype is not Datatype.TEXT and parse(text, language, datatype).datatype is not Datatype.TEXT
