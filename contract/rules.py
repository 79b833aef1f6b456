"""The rule of a decision as a tree: conditions over the facts that it needs, and what they are compared with.

The words of the language are those of docs/policy.md; ``grounding.rules`` reads and evaluates it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from contract.records import Literal

AND, OR, NOT, IN = "and", "or", "not", "in"
ORDERS = ("<=", "<", ">=", ">")
EQUALITIES = ("==", "!=")
SUMS = ("+", "-", "*")
FUNCTIONS = ("min", "max", "days_between")
CONDITIONS = frozenset({AND, OR, NOT, IN, *ORDERS, *EQUALITIES})  # what is true, false or unknown
VALID_AT = "valid_at"  # the day that the question asks about, where no need is named so


@dataclass(frozen=True, slots=True)
class Named:
    """A needed fact by its name in the decision, or ``valid_at``."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that the rule itself states."""

    value: Literal


@dataclass(frozen=True, slots=True)
class Applied:
    """A sign or function over its parts. ``in`` has what is looked for as its first part and the set's members after it."""

    sign: str
    parts: tuple[Expression, ...]


Expression: TypeAlias = "Named | Constant | Applied"


def parts_of(rule: Expression) -> Iterator[Expression]:
    """The rule and all that it is made of, outermost first."""
    yield rule
    for part in rule.parts if isinstance(rule, Applied) else ():
        yield from parts_of(part)


def names_of(rule: Expression) -> frozenset[str]:
    """What the rule names."""
    return frozenset(each.name for each in parts_of(rule) if isinstance(each, Named))


def may_be(rule: Expression, unknown: Collection[str]) -> frozenset[bool]:
    """Which truths a condition can still have where these names are unknown: none where all hangs on them."""
    both = frozenset((True, False))
    match rule:
        case Applied("not", (inner,)):
            return frozenset(not truth for truth in may_be(inner, unknown))
        case Applied("and" | "or" as sign, parts):
            settling = sign == OR  # one part that has this truth settles the whole; the other truth takes all parts
            possible = [may_be(part, unknown) for part in parts]
            settled = any(settling in part for part in possible)
            left = all((not settling) in part for part in possible)
            return frozenset(({settling} if settled else set()) | ({not settling} if left else set()))
        case Applied("in", (item, *members)):
            known = [names_of(member).isdisjoint(unknown) for member in members]
            told = {True} if any(known) else set()
            return (
                frozenset(told | ({False} if all(known) else set()))
                if names_of(item).isdisjoint(unknown)
                else frozenset()
            )
        case _:
            return both if names_of(rule).isdisjoint(unknown) else frozenset()
