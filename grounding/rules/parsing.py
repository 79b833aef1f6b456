"""Reads a rule: a text becomes a tree, or a mistake with its place and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from contract.records import Datatype, Literal
from contract.rules import (
    AND,
    CONDITIONS,
    EQUALITIES,
    FUNCTIONS,
    IN,
    NOT,
    OR,
    ORDERS,
    VALID_AT,
    Applied,
    Constant,
    Expression,
    Named,
)
from grounding.rules.tokens import WORDS, RuleMistake, Token, tokens

__all__ = ["WORDS", "RuleMistake", "parse_rule"]

LONGEST = 2_000  # characters
DEEPEST = 20  # brackets, functions and "not" inside one another
LEVELS = 60  # of the tree
Found = TypeVar("Found")
_Part = Callable[[], Expression]


def parse_rule(text: str, needs: Mapping[str, Datatype]) -> Expression:
    """The tree of a rule over needs with their datatypes. Raises ``RuleMistake``."""
    if len(text) > LONGEST:
        raise RuleMistake(f"is longer than {LONGEST:,} characters", "make two decisions of it")
    reader = _Reader(tokens(text, needs), needs)
    found = reader.rule()
    reader.end()
    if _levels(found) > LEVELS:
        raise RuleMistake(f"joins more than {LEVELS} signs in a row", "make two decisions of it")
    return reader.condition(found, reader.tokens[0])


def _levels(found: Expression) -> int:
    """How deep a tree is, by level and without recursion."""
    row: list[Expression] = [found]
    levels = 0
    while row:
        row = [part for each in row if isinstance(each, Applied) for part in each.parts]
        levels += 1
    return levels


# -- the grammar ----------------------------------------------------------------------------------------------------
class _Reader:
    """Goes through the tokens once, by recursive descent; ``depth`` bounds it."""

    def __init__(self, tokens: list[Token], needs: Mapping[str, Datatype]) -> None:
        self.tokens, self._needs = tokens, needs
        self._at = self._depth = 0

    @property
    def _here(self) -> Token:
        return self.tokens[self._at]

    def _take(self, *texts: str) -> Token | None:
        """The token here if it is one of these words or signs."""
        token = self._here
        if token.kind not in ("word", "sign") or token.text not in texts:
            return None
        self._at += 1
        return token

    def _due(self, text: str, mend: str) -> None:
        if self._take(text) is None:
            raise RuleMistake(f"{self._met()} where {text!r} is due", mend)

    def _met(self) -> str:
        token = self._here
        return f"ends at character {token.at}" if token.kind == "end" else f"has {token.text!r} at character {token.at}"

    def end(self) -> None:
        token = self._here
        if token.kind == "end":
            return
        if token.kind == "sign" and set(token.text) <= set("<>=!"):
            known = token.text in (*ORDERS, *EQUALITIES)
            mend = "join two comparisons with 'and'" if known else f"use one of {' '.join((*ORDERS, *EQUALITIES))}"
            raise RuleMistake(f"compares with {token.text!r} at character {token.at}", mend)
        raise RuleMistake(f"{self._met()} where it should end", "join conditions with 'and' or 'or'")

    def condition(self, found: Expression, first: Token) -> Expression:
        """Refuse a value where something that is true or false is due."""
        if self._is_condition(found):
            return found
        name = found.name if isinstance(found, Named) else first.text
        raise RuleMistake(
            f"has {name!r} at character {first.at}, which is no condition",
            "compare it, as in 'one_need <= another_need'",
        )

    def _is_condition(self, found: Expression) -> bool:
        if isinstance(found, Named):
            return self._needs.get(found.name) is Datatype.BOOLEAN
        return isinstance(found, Applied) and found.sign in CONDITIONS

    def _value(self, found: Expression, first: Token) -> Expression:
        if isinstance(found, Applied) and found.sign in CONDITIONS:
            raise RuleMistake(
                f"takes the condition at character {first.at} for a value", "join conditions with 'and', 'or', 'not'"
            )
        return found

    def rule(self) -> Expression:
        return self._joined(OR, lambda: self._joined(AND, self._negated))

    def _joined(self, sign: str, part: _Part) -> Expression:
        first = self._here
        parts = [part()]
        starts = [first]
        while self._take(sign):
            starts.append(self._here)
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return Applied(sign, tuple(self.condition(each, at) for each, at in zip(parts, starts, strict=True)))

    def _negated(self) -> Expression:
        if not self._take(NOT):
            return self._test()
        first = self._here
        return Applied(NOT, (self.condition(self._deeper(self._negated), first),))

    def _test(self) -> Expression:
        first = self._here
        left = self._sum()
        if token := self._take(*ORDERS, *EQUALITIES):
            second = self._here
            return Applied(token.text, (self._value(left, first), self._value(self._sum(), second)))
        refused = self._here.text == NOT and self.tokens[self._at + 1].text == IN and self._take(NOT)
        if self._take(IN):
            found = Applied(IN, (self._value(left, first), *self._listed("{", "}")))
            return Applied(NOT, (found,)) if refused else found
        return left

    def _listed(self, opening: str, closing: str) -> list[Expression]:
        """Values between brackets, at least one."""
        self._due(opening, f"write them as {opening}one, another{closing}")
        first = self._here
        found = [self._value(self._sum(), first)]
        while self._take(","):
            first = self._here
            found.append(self._value(self._sum(), first))
        self._due(closing, f"close it with {closing!r}")
        return found

    def _sum(self) -> Expression:
        return self._chained(("+", "-"), lambda: self._chained(("*",), self._signed))

    def _chained(self, signs: tuple[str, ...], part: _Part) -> Expression:
        first = self._here
        found = part()
        while token := self._take(*signs):
            second = self._here
            found = Applied(token.text, (self._value(found, first), self._value(part(), second)))
        return found

    def _signed(self) -> Expression:
        if not self._take("-"):
            return self._atom()
        first = self._here
        inner = self._value(self._deeper(self._signed), first)
        return Applied("*", (Constant(Literal(Datatype.NUMBER, "-1", raw="-1")), inner))

    def _atom(self) -> Expression:
        token = self._here
        if token.literal is not None:
            self._at += 1
            return Constant(token.literal)
        if token.kind == "name":
            self._at += 1
            return Named(token.text)
        if self._take("("):
            found = self._deeper(self.rule)
            self._due(")", "close the bracket")
            return found
        if token.kind == "word" and token.text not in WORDS:
            return self._word(token)
        if token.kind == "sign" and set(token.text) <= set("<>=!"):
            self.end()
        raise RuleMistake(f"{self._met()} where a value is due", 'write a need, a number, a date or a "text" there')

    def _word(self, token: Token) -> Expression:
        """A function with its arguments, or ``valid_at``; any other word is a need that is not declared."""
        self._at += 1
        if token.text in FUNCTIONS and self._here.text == "(":
            parts = self._deeper(lambda: self._listed("(", ")"))
            if token.text == "days_between" and len(parts) != 2:
                raise RuleMistake(
                    f"gives days_between {len(parts)} at character {token.at}", "give it two dates, the earlier first"
                )
            return Applied(token.text, tuple(parts))
        if token.text == VALID_AT:
            return Named(VALID_AT)
        close = get_close_matches(token.text, [*self._needs, *FUNCTIONS, VALID_AT], n=1, cutoff=0.5)
        mend = f"did you mean {close[0]!r}?" if close else f"use one of {', '.join(sorted(self._needs))}"
        raise RuleMistake(f"names {token.text!r} at character {token.at}, which the file does not declare", mend)

    def _deeper(self, part: Callable[[], Found]) -> Found:
        self._depth += 1
        if self._depth > DEEPEST:
            raise RuleMistake(f"is more than {DEEPEST} deep at character {self._here.at}", "make two decisions of it")
        found = part()
        self._depth -= 1
        return found
