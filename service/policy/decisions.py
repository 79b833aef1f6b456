"""The policy file's decisions: the facts that each needs, and the rule over them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from contract.policy import DecisionRule, LiveSourceRule, Needed, PredicateRule
from contract.records import Authority, Datatype
from contract.rules import Expression
from grounding.rules.parsing import WORDS, RuleMistake, parse_rule
from service.policy.spoken import by_language, texts
from service.policy.yaml_node import Node

LEVELS = {level.name.lower(): level for level in Authority}


def decision(
    name: str, node: Node, predicates: Mapping[str, PredicateRule], sources: Mapping[str, LiveSourceRule]
) -> DecisionRule:
    """One decision by its name."""
    node.only({"asked", "needs", "rule", "holds", "fails"})
    needs = tuple(
        _needed(need, child, predicates, sources) for need, child in node.child("needs", required=True).children()
    )
    for word in WORDS & {need.name for need in needs}:
        raise node.child("needs").wrong(word, "is a word of rules", "give the need another name")
    if not needs:
        raise node.wrong("needs", "names no fact", "add what the rule is over")
    names = [need.name for need in needs]
    kinds = {need.name: _kind(need, predicates) for need in needs}
    return DecisionRule(
        name=name,
        asked=_asked(node.child("asked", required=True)),
        needs=needs,
        rule=_rule(node, kinds),
        holds=texts(node, "holds", {"subject", *names}),
        fails=texts(node, "fails", {"subject", *names}),
    )


def _needed(
    name: str, node: Node, predicates: Mapping[str, PredicateRule], sources: Mapping[str, LiveSourceRule]
) -> Needed:
    node.only({"predicate", "least", "claim", "live", "days_since"})
    predicate = node.text("predicate", name)
    node.refer("predicate", [predicate], predicates)
    live = node.optional_text("live")
    if live:
        node.refer("live", [live], sources)
    days_since = node.truth("days_since")
    if days_since and predicates[predicate].datatype is not Datatype.DATE:
        raise node.wrong(
            "days_since", f"is asked of {predicate!r}, which is no date", "name a predicate of datatype date"
        )
    return Needed(
        name=name,
        predicate=predicate,
        least=LEVELS[node.one_of("least", LEVELS)],
        claim=texts(node, "claim", {"value", "subject"}),
        live=live,
        days_since=days_since,
    )


def _kind(need: Needed, predicates: Mapping[str, PredicateRule]) -> Datatype:
    """What the rule meets under a need's name."""
    return Datatype.QUANTITY if need.days_since else predicates[need.predicate].datatype


def _rule(node: Node, needs: Mapping[str, Datatype]) -> Expression:
    try:
        return parse_rule(node.text("rule"), needs)
    except RuleMistake as mistake:
        raise node.wrong("rule", mistake.fault, mistake.mend) from mistake


def _asked(node: Node) -> dict[str, tuple[str, ...]]:
    """The patterns by language; each must compile and have the group ``subject``."""
    asked = by_language(node)
    for language, patterns in asked.items():
        for pattern in patterns:
            try:
                compiled = re.compile(pattern)
            except re.error as error:
                raise node.wrong(
                    language, f"has a pattern that cannot be read ({error})", f"mend {pattern!r}"
                ) from error
            if "subject" not in compiled.groupindex:
                raise node.wrong(language, "has a pattern without a subject", f"put (?P<subject>…) into {pattern!r}")
    return asked
