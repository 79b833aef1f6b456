"""Tables cut by rows, each part with the header it cannot be read without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from contract.records import PassageKind, Span
from extraction.document import Block
from extraction.pieces import Ruler, shares

_RULE = re.compile(r"([-=:+]{3})[-=:+]+")
_PADDING = re.compile(r"[ \t]{2,}")


@dataclass(frozen=True, slots=True)
class Cut:
    """A future passage: its span, its kind, and what must be read with it and stands elsewhere."""

    span: Span
    kind: PassageKind
    lead: str = ""


def header_lines(block: Block, text: str) -> str:
    """The header of a table as its rows' lead, padding and rules shortened; empty if it has none."""
    if block.table is None or not block.table.header:
        return ""
    head = text[block.span.start : max(block.table.head.end, block.span.start)]
    return _PADDING.sub(" ", _RULE.sub(r"\1", head)).strip()


def table_cuts(block: Block, measure: Ruler, most: int, limit: int, intro: str) -> list[Cut]:
    """A table too large for one passage as groups of rows of at most ``most`` tokens with their lead.

    ``intro`` is the sentence that leads to it, if one does. A row that fits with its lead into what the model reads
    (``limit``) stays whole; a longer one is cut at words. A header too long for that is shortened in the lead, and its whole
    text is cut like a row.
    """
    header, rows = header_lines(block, measure.text), list(_rows(block, measure))
    lead = "\n".join(part for part in (intro, header) if part)
    if measure.net_of(lead) > most // 2:
        lead = header
    if measure.net_of(lead) > limit // 2:
        lead = _shortened(lead, measure, limit // 2)
    elif header and len(rows) > 1:
        rows = rows[1:]
    cost = measure.net_of(lead)
    usual = most - cost if cost <= most // 2 else min(limit - cost, most // 2)
    return [Cut(span, PassageKind.TABLE, lead) for span in _grouped(rows, measure, usual, limit - cost)]


def _shortened(lead: str, measure: Ruler, most: int) -> str:
    while lead and measure.net_of(lead) > most:
        kept = lead[: len(lead) * 3 // 4]
        lead = kept.rsplit(None, 1)[0] if len(kept.split()) > 1 else kept[:-1]
    return lead


def _rows(block: Block, measure: Ruler) -> Iterator[Span]:
    """The header's lines (if there is a header) and each row, together all of the block's text."""
    table = block.table
    starts = [span.start for span in table.row_spans] if table else []
    if table and table.header and table.head.end > block.span.start:
        starts = [block.span.start, *(max(start, table.head.end) for start in starts)]
    else:
        starts = [block.span.start, *starts[1:]]
    for start, end in zip(starts, [*starts[1:], block.span.end], strict=True):
        row = measure.trimmed(start, end)
        if row.end > row.start:
            yield row


def _grouped(rows: list[Span], measure: Ruler, usual: int, longest: int) -> Iterator[Span]:
    group: Span | None = None
    size = 0
    for row in rows:
        tokens = measure.net(row)
        if group and size + tokens <= usual:
            group, size = Span(group.start, row.end), size + tokens
            continue
        if group:
            yield group
        group, size = row, tokens
        if tokens > longest:
            yield from (span for span, _ in shares(row, tokens, measure, max(usual, 1)))
            group = None
    if group:
        yield group
