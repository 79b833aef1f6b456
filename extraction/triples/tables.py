"""Statements from table rows: the subject from the row's key, the predicate from the column's header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from contract.policy import PredicateRule
from contract.records import Datatype, Span
from extraction.document import Block, BlockKind, Cell, Document, Table
from extraction.triples.statement import Statement, declared, heads, read_label, split_unit, unmarked
from language.qualifiers import Rules, named, of_heading, value_of
from language.values import parse
from language.words import key

_LONGEST = 120  # characters of a cell that is still a value and not prose, and of a caption
_KEYS = (Datatype.TEXT, Datatype.ENTITY, Datatype.CODE)  # what a key is read as; a value that is measured is none

Found = tuple[tuple[str, str], ...]


def from_tables(
    document: Document, language: str, predicates: Mapping[str, PredicateRule], qualifiers: Rules
) -> Iterator[Statement]:
    """One statement for each cell that has a row key and a header; of two columns with no header, or one that only says
    "value", the first holds labels and the second their values.

    A row's further keys are qualifiers: columns headed by a declared one, and those without which two rows would have one
    key. So is what the line above the table says it is of.
    """
    for before, block in pairwise((None, *document.blocks)):
        if block is None or block.table is None:
            continue
        above = tuple(of_heading(_caption(before), language, qualifiers)[0].items())
        if _of_labels(block.table, predicates):
            yield from _labelled(block.table, above)
        elif block.table.header:
            yield from _keyed(block.table, above, language, predicates, qualifiers)


def _caption(before: Block | None) -> str:
    """The line above a table; not its heading, which counts for all that stands under it."""
    if before is None or before.kind is not BlockKind.PARAGRAPH or len(before.text) > _LONGEST:
        return ""
    return unmarked(before.text)


def _of_labels(table: Table, predicates: Mapping[str, PredicateRule]) -> bool:
    if any(len(row) != 2 for row in table.rows):
        return False
    header = [cell.text for cell in table.header]
    if not any(name.strip() for name in header):
        return True
    if len(header) != 2 or declared(split_unit(header[1])[0], predicates):
        return False
    return heads(header[1], "value_headers") or any(declared(unmarked(row[0].text), predicates) for row in table.rows)


def _labelled(table: Table, above: Found) -> Iterator[Statement]:
    for label, value in table.rows:
        if said := _said(value):
            name, unit = split_unit(unmarked(label.text))
            yield Statement(None, name, said, _together(label, value), value.span, "tables", unit, above)


def _keyed(
    table: Table, above: Found, language: str, predicates: Mapping[str, PredicateRule], qualifiers: Rules
) -> Iterator[Statement]:
    header = [split_unit(unmarked(cell.text)) for cell in table.header]
    first = 1 if len(header) > 2 and heads(header[0][0], "number_headers") else 0
    keys = {at: name for at, (label, _) in enumerate(header) if at >= first and (name := named(label, qualifiers))}
    valued = [read_label(label, language, predicates, qualifiers).rule is not None for label, _ in header]
    texts = [at for at in range(first, len(header)) if not valued[at] and _is_text(table, at, language)]
    subject = next((at for at in texts if at not in keys), first) if first in keys else first
    keys.pop(subject, None)
    further = [at for at in texts if at not in keys and at != subject]
    keys |= {at: key(header[at][0]) for at in _needed(table, [subject, *keys], further)}
    for row in table.rows:
        about = unmarked(row[subject].text) if len(row) > subject else ""
        if not any(char.isalnum() for char in about) or len(about) > _LONGEST:
            continue
        own = {name: value for at, name in keys.items() if at < len(row) and (value := _key(row[at], name, qualifiers))}
        narrowed = tuple((dict(above) | own).items())
        for at, ((label, unit), cell) in enumerate(zip(header, row, strict=False)):
            if at > first and at != subject and at not in keys and label and (said := _said(cell)):
                span = _together(row[subject], cell)
                yield Statement(about, label, said, span, cell.span, "tables", unit, narrowed)


def _is_text(table: Table, at: int, language: str) -> bool:
    """Whether a column's cells are words or codes, as keys are."""
    cells = [unmarked(row[at].text) for row in table.rows if at < len(row) and row[at].text.strip()]
    return bool(cells) and all(len(cell) > _LONGEST or parse(cell, language).datatype in _KEYS for cell in cells)


def _needed(table: Table, keyed: Sequence[int], further: Sequence[int]) -> Sequence[int]:
    """The further columns, from the left, that tell rows with one key apart; none where all of them together do not."""
    for count in range(len(further) + 1):
        columns = (*keyed, *further[:count])
        rows = [tuple(key(row[at].text) for at in columns if at < len(row)) for row in table.rows]
        if len(set(rows)) == len(rows):
            return further[:count]
    return ()


def _key(cell: Cell, name: str, qualifiers: Rules) -> str:
    """The value of a key column in a row; empty where it says nothing ("—", "all")."""
    text = unmarked(cell.text)
    return "" if heads(text, "all_of_them") or len(text) > _LONGEST else value_of(text, name, qualifiers)


def _said(cell: Cell) -> str:
    """A cell's value; empty where it says nothing ("—") or is prose."""
    text = unmarked(cell.text)
    return text if len(text) <= _LONGEST and any(char.isalnum() for char in text) else ""


def _together(one: Cell, other: Cell) -> Span:
    return Span(min(one.span.start, other.span.start), max(one.span.end, other.span.end))
