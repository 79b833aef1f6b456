"""What a cue's words list: references to other documents, whole or by section, read by a small state machine.

A list may mix whole texts and sections, leave the kind of text to be carried on ("leyes 1.000 y 2.000"), name the section
before its text, and be broken by clauses that only tell of other texts. What it does not understand it leaves out: from
there on nothing counts until a place where a list goes on for sure (a semicolon, or "y la ley").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from contract.records import Span
from extraction.cues.clauses import clause, parenthesis, skip
from extraction.cues.effects import iso_of
from extraction.cues.lexer import Token
from extraction.cues.reading import (
    BARRIERS,
    CLAUSES,
    ENDS,
    RESTS,
    Item,
    Named,
    Reading,
    capital,
    coded,
    is_long,
    is_number,
    plain,
)
from extraction.cues.records import Reference
from extraction.cues.references import named_after, numbered
from extraction.cues.tables import CueTable
from extraction.outline import slug

_LARGEST_RANGE = 500
_LONGEST_NAME = 10


def read_items(tokens: Sequence[Token], text: str, table: CueTable, last: Reference | None = None) -> Reading:
    """Read a list. ``text`` is the whole document's; ``last`` is the reference that "the same law" would mean."""
    reading = Reading(tokens, text, table, last=last)
    while reading.at < len(tokens) and reading.peek() not in ENDS:
        _step(reading)
    return reading


def _step(r: Reading) -> None:
    token = r.tokens[r.at]
    kind = token.kind
    if kind in BARRIERS:
        _restart(r, new_group=kind != "colon")
    elif kind in RESTS:
        r.expecting, r.at = True, r.at + 1
    elif kind in (
        "determiners",
        "fillers",
        "number_marks",
        "of",
        "quote",
        "sign",
        "ordinals",
        "ranges",
        "close",
        "loose_date",
    ):
        r.at += 1
    elif kind == "open":
        parenthesis(r)
    elif kind in CLAUSES:
        clause(r)
    elif kind == "date":
        _date(r, token)
    elif kind == "section":
        r.section, r.at = token.value, r.at + 1
        if not r.expecting and not r.pending and not r.inner:
            skip(r)
    elif kind == "parts":
        _inner_part(r)
    elif kind == "head":
        _head(r, token)
    elif kind == "same":
        _same(r)
    elif kind == "own":
        r.pending, r.inner = [], False
        skip(r)
    elif kind == "number":
        if not (r.table.name_first and r.expecting and _is_year(token) and _name_before_head(r)):
            _number(r, token)
    elif kind == "code" and r.expecting:
        r.at += 1
        _add(r, Reference("document", token.span, number=coded(token.text)))
    elif not (r.table.name_first and (r.expecting or r.pending or r.inner) and _name_before_head(r)):
        skip(r)


def _restart(r: Reading, *, new_group: bool) -> None:
    r.expecting, r.pending, r.inner, r.section = True, [], False, None
    r.at += 1
    if new_group:
        r.group = len(r.items)
        r.partial_ahead = r.partial_ahead and not r.items


def _add(r: Reading, reference: Reference, *, whole: bool = True) -> None:
    sections = () if whole else tuple(dict.fromkeys(r.pending))
    r.items.append(
        Item(
            reference,
            sections,
            inner=r.inner,
            partial=r.partial_ahead,
            conditional=r.conditional_ahead,
            exceptions=excepted(r.excepted_ahead, reference),
            effect=r.effect_ahead,
            end=r.at,
        )
    )
    r.last, r.expecting, r.pending, r.inner = reference, False, [], False
    r.counted, r.section = r.section or r.counted, None


def excepted(named: Named | None, reference: Reference) -> tuple[str, ...] | None:
    """What an exception takes out of a text: None where it takes out nothing of this one."""
    return named.sections if named is not None and named.concerns(reference) else None


def _head(r: Reading, token: Token) -> None:
    """A reference that begins with its kind; after section numbers it is the text that they are sections of."""
    sections = bool(r.pending or r.inner)
    if not (r.expecting or sections):
        skip(r)
        return
    r.at += 1
    reference = numbered(r, token) or named_after(r, token)
    if reference is None:
        if not sections:
            _carry(r, token)
        after = r.peek()
        if sections or after not in (*RESTS, *BARRIERS, "exceptions", "fillers", "open"):
            skip(r)
        return
    if not sections:
        _carry(r, token)
    _add(r, reference, whole=not sections)


def _carry(r: Reading, head: Token) -> None:
    """What bare numbers in the rest of the list are of: the plural that opened it, whatever singular stands between."""
    if r.head is None or head.text.endswith("s"):
        r.head = head.value


def _name_before_head(r: Reading) -> bool:
    """The other order: "the Data Protection Act 1998", "the 2019 Travel Policy". Added if there is one here."""
    at = r.at + 1 if _is_year(r.tokens[r.at]) else r.at
    first = at
    while at < len(r.tokens) and at - first < _LONGEST_NAME:
        token = r.tokens[at]
        if token.kind == "head" or not (capital(r, token) or token.kind in ("of", "joiners")):
            break
        at += 1
    if at in (first, len(r.tokens)) or r.tokens[at].kind != "head" or not capital(r, r.tokens[at]):
        return False
    begin, head = r.tokens[r.at].span.start, r.tokens[at]
    r.at = at + 1
    ahead = 1 if r.peek() in ("of", "open") else 0
    if r.peek(ahead) == "number" and _is_year(r.tokens[r.at + ahead]):
        r.at += ahead + (2 if r.peek() == "open" else 1)
    span = Span(begin, r.tokens[min(r.at, len(r.tokens)) - 1].span.end)
    _add(r, Reference(head.value, span, name=r.text[span.start : span.end]), whole=not (r.pending or r.inner))
    return True


def _is_year(token: Token) -> bool:
    return re.fullmatch(r"(?:1[5-9]|20)\d\d", token.text) is not None


def _same(r: Reading) -> None:
    sections = bool(r.pending or r.inner)
    r.at += 1
    if r.last is not None and (sections or r.expecting):
        _add(r, replace(r.last, span=r.tokens[r.at - 1].span), whole=not sections)
    else:
        skip(r)


def _number(r: Reading, token: Token) -> None:
    """A section's number if a section or its text is near, else one more text of the kind that is carried on."""
    if r.section and (r.pending or r.tokens[r.at - 1].kind in ("section", "number_marks", "determiners", "fillers")):
        _section_number(r, token)
    elif r.expecting and _leads_to_head(r):
        r.section = r.section or r.counted or _first_section(r.table)
        _section_number(r, token)
    elif r.expecting and r.head and is_number(token) and (is_long(token) or r.tokens[r.at - 1].kind == "number_marks"):
        r.at += 1
        _add(r, Reference(r.head, token.span, number=plain(token.text)))
    else:
        r.at += 1
        r.expecting = False


def _section_number(r: Reading, token: Token) -> None:
    number = plain(token.text)
    ranged = r.at > 0 and r.tokens[r.at - 1].kind == "ranges" and r.pending
    if ranged:
        low = re.search(r"(\d+)\D*$", r.pending[-1])
        if low and number.isdecimal() and int(low.group(1)) < int(number) <= int(low.group(1)) + _LARGEST_RANGE:
            r.pending += [slug(f"{r.section} {each}") for each in range(int(low.group(1)) + 1, int(number) + 1)]
    else:
        r.pending.append(slug(f"{r.section} {number}"))
    r.expecting, r.at = False, r.at + 1


def _inner_part(r: Reading) -> None:
    """A part of a section ("inciso B) y C)"): it has no name here; the section that follows does."""
    r.inner = True
    r.at += 1
    while r.peek() in (
        "word",
        "close",
        "number",
        "ordinals",
        "joiners",
        "comma",
        "of",
        "determiners",
        "number_marks",
        "parts",
        "quote",
        "ranges",
        "fillers",
    ):
        r.at += 1


def _date(r: Reading, token: Token) -> None:
    last = r.items[-1] if r.items else None
    iso = iso_of(token, r.table)
    if last is not None and last.reference.number and last.reference.date is None:
        r.last = replace(last.reference, date=iso)
        r.items[-1] = replace(last, reference=r.last, end=r.at + 1)
        r.at += 1
    elif r.head and r.expecting and (last is None or last.reference.number is None) and not r.pending:
        r.at += 1
        _add(r, Reference(r.head, token.span, date=iso))
    else:
        r.at += 1


def _leads_to_head(r: Reading) -> bool:
    """Numbers that "of" and a head follow are sections: «22 y 24 del decreto-ley»."""
    ahead = 0
    while r.peek(ahead) in ("number", "comma", "joiners", "ranges", "parts", "close", "ordinals"):
        ahead += 1
    if r.peek(ahead) != "of":
        return False
    while r.peek(ahead) in ("of", "determiners", "fillers"):
        ahead += 1
    return r.peek(ahead) in ("head", "same")


def _first_section(table: CueTable) -> str:
    return next(str(value) for kind, value in table.kinds.values() if kind == "section")
