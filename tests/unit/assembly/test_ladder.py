"""Every case of the conflict ladder, and what must hold of it whatever the members."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from assembly.ladder import Edge, Member, Outcome, Recorded, resolve
from contract.evidence import Behavior
from contract.policy import PredicateRule
from contract.records import Authority, Datatype, Literal
from contract.time import BEGINNING, END, Interval, parse
from language.values import parse as read

_LEVELS = {level.name.lower(): level for level in Authority}


def _literal(value: object, unit: str | None, rule: PredicateRule) -> Literal:
    written = {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    # The cases say "quantity" for prices, too: money is read as money whatever the predicate says.
    return read(f"{written} {unit}" if unit else written, "en", rule.datatype)


def _rules(head: dict[str, Any]) -> dict[str, PredicateRule]:
    return {
        name: PredicateRule(
            name,
            Datatype(each["type"]),
            each["cardinality"],
            governed_by=frozenset(each.get("governed_by", ())),
            live="source" if each.get("live") else None,
        )
        for name, each in head["predicates"].items()
    }


def _member(fact: dict[str, Any], rule: PredicateRule, levels: dict[str, str]) -> Member:
    start = parse(fact["valid_from"]) if fact["valid_from"] else BEGINNING
    end = parse(fact["valid_to"]) if fact["valid_to"] else END
    return Member(
        id=fact["id"],
        value=_literal(fact["value"], fact["unit"], rule),
        source_type=fact["source_type"],
        authority=_LEVELS[levels[fact["source_type"]]],
        valid=Interval(start, end),
        qualifiers=fact["qualifiers"],
        readable=not fact.get("hidden", False),
    )


def _resolved(case: dict[str, Any], head: dict[str, Any]) -> list[Outcome]:
    rules, groups = _rules(head), defaultdict(list)
    for fact in case["facts"]:
        rule = rules.get(fact["predicate"], PredicateRule(fact["predicate"]))
        groups[fact["subject"], fact["predicate"]].append(_member(fact, rule, head["authority"]))
    outcomes = []
    for (_, predicate), members in groups.items():
        rule = rules.get(predicate, PredicateRule(predicate))
        live = None
        if case.get("live"):
            value = _literal(case["live"]["value"], case["live"].get("unit"), rule)
            live = Member("live", value, "erp", Authority.LIVE)
        values = {member.id: member.value for member in members}
        recorded: list[Recorded] = []
        if person := case.get("human"):
            gone = Literal(Datatype.TEXT, "a value that is no longer stated")
            over = tuple(values.get(one, gone) for one in person["members"])
            recorded = [Recorded(values.get(person["stands"], gone), over)]
        outcomes.append(
            resolve(
                members,
                rule,
                parse(case["at"]),
                edges=[Edge(newer, older, bool(human)) for newer, older, *human in case.get("supersedes", [])],
                asked=case.get("ask"),
                live=live,
                read_failed="live" in case and case["live"] is None,
                recorded=recorded,
            )
        )
    return outcomes


def test_every_case_of_the_ladder(cases: Path) -> None:
    head, *rest = (json.loads(line) for line in (cases / "conflicts.jsonl").read_text(encoding="utf-8").splitlines())
    wrong = []
    for case in rest:
        outcomes = _resolved(case, head)
        stands = sorted(member.id for outcome in outcomes for member in outcome.stands)
        resolution = next((outcome.resolution for outcome in outcomes if outcome.resolution), None)
        behavior = next((o.behavior for o in outcomes if o.behavior is not Behavior.ANSWER), Behavior.ANSWER)
        expected = case["expect"]
        got = (resolution, stands, behavior.value)
        if got != (expected["resolution"], sorted(expected["stands"]), expected.get("behavior", "answer")):
            wrong.append((case["name"], got, expected))
    assert rest
    assert wrong == []


@pytest.mark.parametrize("failed", [True, False])
def test_a_cycle_of_supersession_ends_nobody(failed: bool) -> None:
    rule = PredicateRule("window", Datatype.QUANTITY, "one")
    members = [
        Member(name, read(value, "en"), "policy", Authority.GOVERNING)
        for name, value in (("a", "3 days"), ("b", "4 days"))
    ]
    outcome = resolve(members, rule, 0, edges=[Edge("a", "b"), Edge("b", "a")], read_failed=failed)
    assert outcome.stands == tuple(members)
    assert outcome.behavior is Behavior.ABSTAIN
