"""Evaluates a rule over known facts: true, false or unknown (Kleene), what decided it, and why it is unknown.

* ``and`` is false where a part is false, whatever the others; true where all are true; else unknown. ``or`` is its dual.
* ``not`` unknown is unknown. A comparison with something unknown, or of units that do not agree, is unknown.
* ``in`` is an ``or`` of equalities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contract.records import Datatype, Literal
from contract.rules import (
    CONDITIONS,
    EQUALITIES,
    OR,
    VALID_AT,
    Applied,
    Constant,
    Expression,
    Named,
    names_of,
)
from contract.time import Instant, iso
from grounding.rules.values import (
    Unknown,
    Value,
    added,
    days_between,
    equal,
    extreme,
    multiplied,
    ordered,
    subtracted,
    value_of,
)


@dataclass(frozen=True, slots=True)
class Truth:
    """``holds`` is None where it is unknown, and ``why`` says why then.

    ``by`` are the facts that decide: all that a true ``and`` rests on, and of a false one only those of the parts that are
    false, since these alone make it so whatever the others are. Nothing decides what is unknown.
    """

    holds: bool | None
    by: frozenset[str] = frozenset()
    why: str = ""


def evaluate(rule: Expression, known: Mapping[str, Literal], valid_at: Instant) -> Truth:
    """The truth of a condition. A fact that is not among the known ones is unknown. Never raises for a tree of ``parsing``."""
    match rule:
        case Applied("and" | "or" as sign, parts):
            return _joined([evaluate(part, known, valid_at) for part in parts], settling=sign == OR)
        case Applied("not", (inner,)):
            found = evaluate(inner, known, valid_at)
            return found if found.holds is None else Truth(not found.holds, found.by)
        case Applied("in", (item, *members)):
            options = [Applied("==", (item, member)) for member in members]
            return _joined([evaluate(option, known, valid_at) for option in options], settling=True)
        case Applied(sign, (left, right)) if sign in CONDITIONS:
            one, other = (_value(part, known, valid_at) for part in (left, right))
            return _told(rule, equal(one, other) if sign in EQUALITIES else ordered(sign, one, other), known)
        case Named(name):
            return _told(rule, _boolean(name, _value(rule, known, valid_at)), known)
        case _:
            return Truth(None, why="a value is no condition")


def _joined(parts: Iterable[Truth], *, settling: bool) -> Truth:
    """Parts of which one with the settling truth decides the whole: true for ``or``, false for ``and``."""
    listed = list(parts)
    if deciding := [part for part in listed if part.holds is settling]:
        return Truth(settling, frozenset().union(*(part.by for part in deciding)))
    if unknown := [part for part in listed if part.holds is None]:
        return Truth(None, why="; ".join(dict.fromkeys(part.why for part in unknown)))
    return Truth(not settling, frozenset().union(*(part.by for part in listed)))


def _told(rule: Expression, found: bool | Unknown, known: Mapping[str, Literal]) -> Truth:
    names = names_of(rule)
    if isinstance(found, Unknown):
        about = ", ".join(sorted(names))
        return Truth(None, why=f"{about}: {found.why}" if about else found.why)
    holds = not found if isinstance(rule, Applied) and rule.sign == "!=" else found
    return Truth(holds, frozenset(names & known.keys()))


def _boolean(name: str, found: Value) -> bool | Unknown:
    if isinstance(found, Literal) and found.datatype is Datatype.BOOLEAN:
        return found.value == "true"
    return found if isinstance(found, Unknown) else Unknown(f"{name} is neither true nor false")


def _value(rule: Expression, known: Mapping[str, Literal], valid_at: Instant) -> Value:
    match rule:
        case Constant(literal):
            return value_of(literal)
        case Named(name) if name in known:
            return value_of(known[name])
        case Named(name):
            day = iso(valid_at) if name == VALID_AT else None
            return Unknown("not stated") if day is None else Literal(Datatype.DATE, day[:10])
        case Applied(sign, parts):
            return _worked_out(sign, [_value(part, known, valid_at) for part in parts])


def _worked_out(sign: str, parts: list[Value]) -> Value:
    match sign, parts:
        case "+", [left, right]:
            return added(left, right)
        case "-", [left, right]:
            return subtracted(left, right)
        case "*", [left, right]:
            return multiplied(left, right)
        case "days_between", [start, end]:
            return days_between(start, end)
        case "min" | "max", [_, *_]:
            return extreme(parts, min if sign == "min" else max)
    return Unknown(f"{sign} of {len(parts)} values")
