"""Statements from table rows: the subject from the row's key, the predicate from the column's header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contract.policy import PredicateRule
from contract.records import Span
from extraction.document import Cell, Document, Table
from extraction.triples.statement import Statement, declared, heads, split_unit, unmarked

_LONGEST = 120  # characters of a cell that is still a value and not prose


def from_tables(document: Document, predicates: Mapping[str, PredicateRule]) -> Iterator[Statement]:
    """One statement for each cell that has a row key and a header; of two columns with no header, or one that only says
    "value", the first holds labels and the second their values."""
    for block in document.blocks:
        if block.table is None:
            continue
        if _of_labels(block.table, predicates):
            yield from _labelled(block.table)
        elif block.table.header:
            yield from _keyed(block.table)


def _of_labels(table: Table, predicates: Mapping[str, PredicateRule]) -> bool:
    if any(len(row) != 2 for row in table.rows):
        return False
    header = [cell.text for cell in table.header]
    if not any(name.strip() for name in header):
        return True
    if len(header) != 2 or declared(split_unit(header[1])[0], predicates):
        return False
    return heads(header[1], "value_headers") or any(declared(unmarked(row[0].text), predicates) for row in table.rows)


def _labelled(table: Table) -> Iterator[Statement]:
    for label, value in table.rows:
        if said := _said(value):
            name, unit = split_unit(unmarked(label.text))
            yield Statement(None, name, said, _together(label, value), value.span, "tables", unit)


def _keyed(table: Table) -> Iterator[Statement]:
    header = [split_unit(unmarked(cell.text)) for cell in table.header]
    first = 1 if len(header) > 2 and heads(header[0][0], "number_headers") else 0
    for row in table.rows:
        subject = unmarked(row[first].text) if len(row) > first else ""
        if not any(char.isalnum() for char in subject) or len(subject) > _LONGEST:
            continue
        for (label, unit), cell in list(zip(header, row, strict=False))[first + 1 :]:
            if label and (said := _said(cell)):
                yield Statement(subject, label, said, _together(row[first], cell), cell.span, "tables", unit)


def _said(cell: Cell) -> str:
    """A cell's value; empty where it says nothing ("—") or is prose."""
    text = unmarked(cell.text)
    return text if len(text) <= _LONGEST and any(char.isalnum() for char in text) else ""


def _together(one: Cell, other: Cell) -> Span:
    return Span(min(one.span.start, other.span.start), max(one.span.end, other.span.end))
