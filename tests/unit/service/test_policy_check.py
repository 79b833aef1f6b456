"""A policy that can be read may still not say what was meant: each remark names the thing and what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contract.policy import DecisionRule, LiveSourceRule, Needed, Policy, PredicateRule
from contract.records import Authority, Datatype
from grounding.rules.parsing import parse_rule
from service.policy.check import remarks
from service.policy.reader import load_policy

LABELS = {"es": ("plazo",), "en": ("term",)}
TERM = PredicateRule("term", Datatype.QUANTITY, "one", LABELS, frozenset({"policy"}))
SOURCE = LiveSourceRule("orders", "http://x/{subject}", {"term": "a"}, {"es": "", "en": ""})
POLICY = Policy({"policy": Authority.GOVERNING, "forum": Authority.INFORMAL}, {"term": TERM})


def test_the_policy_that_ships_says_what_it_seems_to_say() -> None:
    assert remarks(load_policy(None, {})) == ()
    assert remarks(POLICY) == ()


@pytest.mark.parametrize(
    ("rule", "sources", "code"),
    [
        (replace(TERM, labels={"en": ("term",)}), {}, "label_lacking"),
        (replace(TERM, cardinality="many"), {}, "never_in_conflict"),
        (replace(TERM, governed_by=frozenset({"forum"})), {}, "governs_by_name"),
        (replace(TERM, live="orders"), {"orders": replace(SOURCE, fields={})}, "live_lacks_it"),
        (TERM, {"orders": SOURCE}, "never_read"),
        (replace(TERM, live="orders"), {"orders": replace(SOURCE, fields={"term": "a", "b": "b"})}, "field_undeclared"),
    ],
)
def test_what_may_be_meant_otherwise_is_told(
    rule: PredicateRule, sources: dict[str, LiveSourceRule], code: str
) -> None:
    (found,) = remarks(replace(POLICY, predicates={"term": rule}, live_sources=sources))
    assert found.code == code
    assert found.message.startswith(("term", "orders"))


def test_of_two_predicates_with_one_label_the_first_has_it() -> None:
    (found,) = remarks(
        replace(
            POLICY,
            predicates={"term": TERM, "limit": replace(TERM, name="limit", labels={**LABELS, "es": ("límite",)})},
        )
    )
    assert found.code == "label_twice"
    assert "goes to term" in found.message


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("term <= 3 days", []),
        ("note == 'x' and term <= 3 days", []),
        ("note < 'x' and term <= 3 days", ["need_not_compared"]),
        ("term + note <= 3 days", ["need_not_compared"]),
        ("note == 'x'", ["need_beside_rule"]),
        ("term <= 3 days and note == 'x' or note == 'y'", ["text_of_unknown"]),
    ],
)
def test_a_rule_that_may_not_be_meant_so_is_told(rule: str, codes: list[str]) -> None:
    kinds = {"term": Datatype.QUANTITY, "note": Datatype.TEXT}
    used = [name for name in kinds if name in rule or name == "term"]
    needs = tuple(Needed(name, name, Authority.INFORMAL, {}) for name in used)
    decision = DecisionRule("free", {}, needs, parse_rule(rule, kinds), {"en": "{term}"}, {"en": "no"})
    note = PredicateRule("note", Datatype.TEXT, "one", {"es": ("nota",), "en": ("note",)})
    found = remarks(replace(POLICY, predicates={"term": TERM, "note": note}, decisions={"free": decision}))
    assert [each.code for each in found] == codes
