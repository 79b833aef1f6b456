"""What rules say of known values, and why some cannot be told."""

from __future__ import annotations

import pytest

from contract.records import Datatype, Literal
from contract.time import parse
from grounding.rules.evaluating import evaluate
from grounding.rules.parsing import RuleMistake, parse_rule

NOW = parse("2026-04-10T15:00:00Z")
KNOWN = {
    "age": Literal(Datatype.QUANTITY, "20", "day", raw="20 días"),
    "window": Literal(Datatype.QUANTITY, "14", "day", raw="dos semanas"),
    "term": Literal(Datatype.QUANTITY, "1", "month", raw="un mes"),
    "cold": Literal(Datatype.RANGE, "2", "°C", "8", raw="2–8 °C"),
    "price": Literal(Datatype.MONEY, "12.5", "EUR", raw="12,50 €"),
    "bought": Literal(Datatype.DATE, "2026-01-31", raw="31 de enero de 2026"),
    "month": Literal(Datatype.DATE, "2026-03", raw="marzo de 2026"),
    "status": Literal(Datatype.TEXT, "entregado", raw="Entregado"),
    "code": Literal(Datatype.CODE, "AX-7", raw="AX-7"),
    "member": Literal(Datatype.BOOLEAN, "true", raw="sí"),
    "limit": Literal(Datatype.NUMBER, "14", raw="14"),
}
DECLARED = {name: literal.datatype for name, literal in KNOWN.items()} | {"absent": Datatype.QUANTITY}


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("age <= window", False),
        ("age > window and member", True),
        ("age - window == 6 days", True),
        ("age <= window + 1 week", True),
        ("window == 2 weeks", True),
        ("window * 2 - 8 days >= age", True),
        ("max(age, window) == age and min(age, window, 3 days) == 3 days", True),
        ("10 % * price == 1.25 EUR", True),
        ("price * 2 > 25 EUR", False),
        ("-price < 0 EUR", True),
        ("bought + 1 month == 2026-02-28", True),
        ("bought + 28 days == 2026-02-28", True),
        ("2026-03-01 - 1 month == 2026-02-01", True),
        ("bought + term < valid_at", True),
        ("days_between(bought, valid_at) == 69 days", True),
        ("valid_at - bought == 69 days", True),
        ("min(bought, valid_at) == bought", True),
        ("cold <= 8 °C", True),
        ("cold + 1 °C >= 3 °C", True),
        ("cold == 9 °C", False),
        ('status == "ENTREGADO"', True),
        ("status in {'delivered', 'entregado'}", True),
        ("status not in {'cancelled', 'devuelto'}", True),
        ("code == 'AX-7'", True),
        ("code != 'AX-8'", True),
        ("not member", False),
        ("absent <= window and age <= window", False),
        ("absent <= window or member", True),
        ("age in {absent, 20 days}", True),
    ],
)
def test_known_values_compare_exactly(rule: str, holds: bool) -> None:
    assert evaluate(parse_rule(rule, DECLARED), KNOWN, NOW).holds is holds


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("absent <= window", "absent, window: not stated"),
        ("term <= window", "term, window: month and day are not one unit"),
        ("window == limit", "limit, window: day and no unit are not one unit"),
        ("price <= 20 USD", "price: EUR and USD are not one unit"),
        ("price + window > 3 EUR", "price, window: EUR and day are not one unit"),
        ("price * window > 3 EUR", "price, window: EUR and day do not multiply"),
        ("cold <= 5 °C", "cold: a range spans the limit"),
        ("cold == 5 °C", "cold: a range may hold the value"),
        ("month < 2027-01-01", "month: a date has no day"),
        ("bought + 1 hour < valid_at", "bought, valid_at: hour are not whole days or months"),
        ("bought + 9999999 days < valid_at", "bought, valid_at: a date leaves the calendar"),
        ("status < 'f'", "status: text and text do not compare"),
        ("status == 3", "status: text and number do not compare"),
        ("member == status", "member, status: boolean and text do not compare"),
        ("age in {absent, 3 days}", "absent, age: not stated"),
        ("max(status, status) == status", "status: text and text do not add up"),
    ],
)
def test_what_cannot_be_told_is_unknown_with_its_reason(rule: str, why: str) -> None:
    found = evaluate(parse_rule(rule, DECLARED), KNOWN, NOW)
    assert (found.holds, found.by) == (None, frozenset())
    assert found.why == why


@pytest.mark.parametrize(
    ("rule", "by"),
    [
        ("age <= window and member", {"age", "window"}),
        ("age <= window and absent <= window", {"age", "window"}),
        ("age <= window and not member", {"age", "window", "member"}),
        ("age > window and member", {"age", "window", "member"}),
        ("age > window or absent <= window", {"age", "window"}),
        ("valid_at > bought", {"bought"}),
    ],
)
def test_what_decides_is_told(rule: str, by: set[str]) -> None:
    assert evaluate(parse_rule(rule, DECLARED), KNOWN, NOW).by == by


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("age =< window", "compares with '=<' at character 5: use one of <= < >= > == !="),
        ("age < 3 days < window", "compares with '<' at character 14: join two comparisons with 'and'"),
        ("age <= windw", "names 'windw' at character 8, which the file does not declare: did you mean 'window'?"),
        ("age", "has 'age' at character 1, which is no condition: compare it"),
        ("member and age", "has 'age' at character 12, which is no condition"),
        ("age <= (member and member)", "takes the condition at character 8 for a value"),
        ("age <= 14 dais", "has 'dais' at character 11, which is no unit: write one as in '14 days' or '100 EUR'"),
        ("bought < 2026-02-30", "has '2026-02-30' at character 10: write a day of the calendar"),
        ("status == 'x", "has a text at character 11 that does not end"),
        ("(age < window", "ends at character 14 where ')' is due: close the bracket"),
        ("age <", "ends at character 6 where a value is due"),
        ("status in ('x')", "has '(' at character 11 where '{' is due: write them as {one, another}"),
        ("age < window member", "has 'member' at character 14 where it should end: join conditions with 'and' or 'or'"),
        ("price < $3", "has '$' at character 9: write the unit after the number, as in '100 EUR'"),
        ("days_between(bought) < 3 days", "gives days_between 1 at character 1: give it two dates"),
        ("age < 1.200,5 days", "ends"),
    ],
)
def test_a_mistake_has_its_place_and_its_mend(rule: str, fault: str) -> None:
    with pytest.raises(RuleMistake) as caught:
        parse_rule(rule, DECLARED)
    if fault != "ends":
        assert str(caught.value).startswith(fault)
