"""The language of rules: total, three-valued, and Python's where all is known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.records import Datatype, Literal
from contract.rules import AND, NOT, OR, Applied, Expression, Named, may_be, names_of
from contract.time import parse
from grounding.rules.evaluating import Truth, evaluate
from grounding.rules.parsing import LONGEST, RuleMistake, parse_rule
from language.values import parse as value

NOW = parse("2026-04-10")
DECLARED = {
    "age": Datatype.QUANTITY,
    "window": Datatype.QUANTITY,
    "price": Datatype.MONEY,
    "bought": Datatype.DATE,
    "status": Datatype.TEXT,
    "member": Datatype.BOOLEAN,
}
NUMBERS = dict.fromkeys(("a", "b", "c"), Datatype.NUMBER)
WRITTEN = """
14 días|3 meses|2–8 °C|100 EUR|7|20 %|2026-03-21|marzo de 2026|sí|no|entregado|9999-12-31
""".strip().split("|")
LITERALS = st.sampled_from([value(each, "es") for each in WRITTEN])


FORMS = ["({0} + {1})", "({0} - {1})", "({0}) * ({1})", "-({0})", "min({0}, {1})", "max({0}, {1})"]
SIGNS = ["<=", "<", ">=", ">", "==", "!=", "in", "not in"]


def arithmetic(chance: Random, atoms: Sequence[str], depth: int = 2) -> str:
    if depth == 0 or chance.random() < 0.5:
        return chance.choice(atoms)
    one, other = (arithmetic(chance, atoms, depth - 1) for _ in range(2))
    return f"({chance.choice(FORMS).format(one, other)})"


def condition(chance: Random, atoms: Sequence[str], truths: Sequence[str] = (), depth: int = 2) -> str:
    """The text of a condition; one of numbers is Python's too."""
    if depth and chance.random() < 0.6:
        one, other = (condition(chance, atoms, truths, depth - 1) for _ in range(2))
        return chance.choice(["({0} and {1})", "({0} or {1})", "(not {0})"]).format(one, other)
    if truths and chance.random() < 0.25:
        return chance.choice(truths)
    one, other = (arithmetic(chance, atoms) for _ in range(2))
    sign = chance.choice(SIGNS)
    return f"({one} {sign} {{{other}, {one} + 1}})" if "in" in sign else f"({one} {sign} {other})"


ATOMS = [*DECLARED, "valid_at", "14 days", "2 months", "10 %", "50 EUR", "3", "2026-03-31", '"entregado"']
SEEDS = st.integers(0, 2**32)
ANY = SEEDS.map(lambda seed: parse_rule(condition(Random(seed), ATOMS, ["member"]), DECLARED))
KNOWN = st.dictionaries(st.sampled_from(list(DECLARED)), LITERALS)


@settings(max_examples=60, deadline=None)
@given(ANY, KNOWN)
def test_every_rule_has_a_truth_or_the_reason_why_not(rule: Expression, known: Mapping[str, Literal]) -> None:
    found = evaluate(rule, known, NOW)
    assert (found.holds is None) == bool(found.why)
    assert found.by <= names_of(rule) & known.keys()
    assert found.holds is not None or not found.by


@settings(max_examples=60, deadline=None)
@given(ANY, KNOWN, KNOWN)
def test_knowing_more_never_changes_what_was_told(
    rule: Expression, known: Mapping[str, Literal], more: Mapping[str, Literal]
) -> None:
    found = evaluate(rule, known, NOW)
    if found.holds is not None:
        assert evaluate(rule, {**more, **known}, NOW).holds is found.holds
        assert found.holds in may_be(rule, set(DECLARED) - known.keys())
        assert evaluate(rule, {name: known[name] for name in found.by}, NOW).holds is found.holds


@settings(max_examples=30, deadline=None)
@given(ANY, ANY, ANY, KNOWN)
def test_the_laws_of_three_valued_logic(
    one: Expression, other: Expression, third: Expression, known: Mapping[str, Literal]
) -> None:
    def told(rule: Expression) -> tuple[bool | None, frozenset[str]]:
        found = evaluate(rule, known, NOW)
        return found.holds, found.by

    def negated(rule: Expression) -> Expression:
        return Applied(NOT, (rule,))

    assert told(negated(negated(one))) == told(one)
    for sign, dual in ((AND, OR), (OR, AND)):
        assert told(Applied(sign, (one, other))) == told(Applied(sign, (other, one)))
        assert told(Applied(sign, (one, one))) == told(one)
        assert told(Applied(sign, (Applied(sign, (one, other)), third))) == told(Applied(sign, (one, other, third)))
        assert told(negated(Applied(sign, (one, other)))) == told(Applied(dual, (negated(one), negated(other))))
        absorbed = Applied(sign, (one, Applied(dual, (one, other))))
        assert told(absorbed)[0] is told(one)[0]


TRUTHS = {"t": True, "f": False}


@pytest.mark.parametrize(
    ("rule", "holds", "by"),
    [
        ("t and u", None, ""), ("f and u", False, "f"), ("u and u", None, ""), ("t and t", True, "t"),
        ("t or u", True, "t"), ("f or u", None, ""), ("u or u", None, ""), ("f or f", False, "f"),
        ("not u", None, ""), ("not t", False, "t"), ("not f", True, "f"), ("t and f", False, "f"), ("t or f", True, "t"),
    ],
)  # fmt: skip
def test_kleenes_tables(rule: str, holds: bool | None, by: str) -> None:
    tree = parse_rule(rule, dict.fromkeys("tfu", Datatype.BOOLEAN))
    known = {name: Literal(Datatype.BOOLEAN, str(truth).lower()) for name, truth in TRUTHS.items()}
    assert evaluate(tree, known, NOW) == Truth(holds, frozenset(by), "" if holds is not None else "u: not stated")


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.tuples(*[st.integers(-20, 20)] * 3))
def test_known_numbers_give_what_python_gives(seed: int, values: tuple[int, ...]) -> None:
    text = condition(Random(seed), [*NUMBERS, "2", "0", "10"])
    known = {name: Literal(Datatype.NUMBER, str(each)) for name, each in zip(NUMBERS, values, strict=True)}
    said = eval(text, {"__builtins__": {"min": min, "max": max}}, dict(zip(NUMBERS, values, strict=True)))
    assert evaluate(parse_rule(text, NUMBERS), known, NOW).holds is said


WORDS = """and or not in ( ) { } , <= =< == - * 14 days 3 1.2.3 'x' " € 2026-02-30 min ?"""
PIECES = [*DECLARED, *re.findall(r"\S+", WORDS)]


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), st.text(max_size=30)))
def test_any_text_is_a_rule_or_a_mistake_with_its_place(text: str) -> None:
    try:
        rule = parse_rule(text, DECLARED)
    except RuleMistake as error:
        mistake = error
    else:
        assert evaluate(rule, {}, NOW).holds in (None, True, False)
        return
    place = re.search(r"at character (\d+)", mistake.fault)
    assert mistake.mend
    assert place is not None
    assert 1 <= int(place.group(1)) <= len(text) + 1


@pytest.mark.parametrize(
    "text", ["(" * 500, "not " * 400 + "member", "1" + " + 1" * 300 + " < age", "a" * (LONGEST + 1)]
)
def test_what_is_too_large_is_a_mistake(text: str) -> None:
    with pytest.raises(RuleMistake, match=r"deep|in a row|longer"):
        parse_rule(text, DECLARED)


def test_a_need_may_have_a_name_that_looks_like_a_difference() -> None:
    rule = parse_rule("order-age <= plazo.límite", {"order-age": Datatype.QUANTITY, "plazo.límite": Datatype.QUANTITY})
    assert rule == Applied("<=", (Named("order-age"), Named("plazo.límite")))
