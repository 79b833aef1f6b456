"""From when, and for how long, what a cue says holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from contract.time import DAY, Instant, from_date
from extraction.cues.lexer import Token
from extraction.cues.records import Effect, EffectBasis
from extraction.cues.tables import CueTable
from language.numbers import numbers

_LOOK = 16  # tokens after "from" in which its date stands
_CUT = frozenset({"comma", "semicolon", "colon", "end", "break", "close", "head", "section", "cue"})


def read_effect(tokens: Sequence[Token], at: int, table: CueTable, before: Effect | None) -> tuple[Effect, int]:
    """The effect that the clause at ``at`` tells, added to what was told ``before``, and the place after it.

    A clause that names no date is one whose date is still to be fixed, unless it is the text's own start.
    """
    token = tokens[at]
    known = before or Effect()
    if token.kind == "terms":
        return replace(known, lasting=_counted(table, table.terms.match(token.text))), at + 1
    if token.kind == "delays":
        delay = _counted(table, table.delays.match(token.text))
        return replace(known, basis=EffectBasis.RELATIVE if delay else EffectBasis.UNKNOWN, delay=delay or 0), at + 1
    end = at + 1
    while end < len(tokens) and end - at <= _LOOK and tokens[end].kind not in _CUT:
        if tokens[end].kind == "date":
            moment = day_of(tokens[end], table)
            if token.kind == "until":
                return replace(known, until=None if moment is None else moment + DAY), end + 1
            basis = EffectBasis.UNKNOWN if moment is None else EffectBasis.EXPLICIT
            return replace(known, basis=basis, at=moment), end + 1
        end += 1
    said = list(tokens[at + 1 : end])
    while said and said[-1].kind == "determiners":  # it goes on with what is ended
        said.pop()
    words = " ".join(each.text for each in said)
    if token.kind == "until" or table.own_start.match(words):
        return known, end
    return replace(known, basis=EffectBasis.UNKNOWN), end


def day_of(token: Token, table: CueTable) -> Instant | None:
    """The first instant of a date's day; None for a day that no calendar has."""
    iso = iso_of(token, table)
    return None if iso is None else from_date(date.fromisoformat(iso))


def iso_of(token: Token, table: CueTable) -> str | None:
    """A date token as an ISO day; None for a day that no calendar has."""
    found = table.dates.fullmatch(token.text)
    if not found:
        return None
    slots = {name.rstrip("0123456789"): value for name, value in found.groupdict().items() if value}
    try:
        return date(int(slots["year"]), table.month(slots["month"]), int(slots["day"])).isoformat()
    except ValueError:
        return None


def _counted(table: CueTable, found: re.Match[str] | None) -> int | None:
    """A number of days, months (30 days) or years (365 days), in microseconds."""
    if not found:
        return None
    counted = numbers(found["count"], table.language)
    return int(counted[0].value) * table.units[found["unit"]] * DAY if counted else None
