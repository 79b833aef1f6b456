"""What may be meant otherwise in a policy that can be read: each with what follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from string import Formatter

from contract.policy import DecisionRule, Policy, PredicateRule
from contract.records import MEASURED, Authority, Datatype, Warn
from contract.rules import FUNCTIONS, ORDERS, SUMS, Applied, Expression, Named, may_be, names_of, parts_of
from language.tables import LANGUAGES
from language.words import key


def remarks(policy: Policy) -> tuple[Warn, ...]:
    """In the order of the file's parts. A policy without any says what it seems to say."""
    return (*_shared_labels(policy), *_predicates(policy), *_live_sources(policy), *_decisions(policy))


def _shared_labels(policy: Policy) -> Iterator[Warn]:
    """A label is looked up in any language: of two predicates with one label the first one has it."""
    named: dict[str, list[str]] = defaultdict(list)
    for name, rule in policy.predicates.items():
        for label in dict.fromkeys(key(each) for labels in rule.labels.values() for each in labels):
            named[label].append(name)
    for label, names in named.items():
        if len(names) > 1:
            yield Warn(
                "label_twice", f"{', '.join(names)} have the label {label!r}: what stands under it goes to {names[0]}"
            )


def _predicates(policy: Policy) -> Iterator[Warn]:
    for name, rule in policy.predicates.items():
        lacking = [language for language in LANGUAGES if not rule.labels.get(language)]
        if lacking:
            yield Warn("label_lacking", f"{name} has no label in {', '.join(lacking)}: documents in it do not state it")
        if rule.cardinality == "one":
            yield from _governors(name, rule, policy)
        elif rule.governed_by or rule.live:
            yield Warn(
                "never_in_conflict",
                f"{name} is `many` and never in conflict: governed_by and live decide nothing for it",
            )
        if rule.live and name not in policy.live_sources[rule.live].fields:
            yield Warn(
                "live_lacks_it", f"{name} is read from {rule.live}, which gives no such field: every answer declines"
            )


def _governors(name: str, rule: PredicateRule, policy: Policy) -> Iterator[Warn]:
    levels = {each: policy.authorities.get(each, Authority.SUPPORTING) for each in sorted(rule.governed_by)}
    low = [each for each, level in levels.items() if level < Authority.GOVERNING]
    if low:
        yield Warn(
            "governs_by_name",
            f"{name} is governed by {', '.join(low)}, whose authority is below governing: it beats higher ones all the same",
        )


def _live_sources(policy: Policy) -> Iterator[Warn]:
    for name, source in policy.live_sources.items():
        asked = {rule.name for rule in policy.predicates.values() if rule.live == name}
        asked |= {need.predicate for each in policy.decisions.values() for need in each.needs if need.live == name}
        if not asked:
            yield Warn("never_read", f"{name} is read by no predicate and no decision")
        for field in sorted(set(source.fields) - set(policy.predicates)):
            yield Warn(
                "field_undeclared",
                f"{name} gives {field}, which no predicate declares: it is shown and decides nothing",
            )


def _decisions(policy: Policy) -> Iterator[Warn]:
    for name, decision in policy.decisions.items():
        named = names_of(decision.rule)
        kinds: dict[str, Datatype] = {}
        for need in decision.needs:
            rule = policy.predicate(need.predicate)
            kinds[need.name] = Datatype.QUANTITY if need.days_since else rule.datatype
            if rule.cardinality != "one":
                yield Warn(
                    "need_of_many", f"{name} needs {need.predicate}, which is `many`: two values of it are no conflict"
                )
            if need.name not in named:
                yield Warn(
                    "need_beside_rule", f"{name} needs {need.name}, which its rule does not name: it must be stated"
                )
        for each in _measured(decision.rule):
            if (kind := kinds.get(each, Datatype.DATE)) not in MEASURED:
                yield Warn("need_not_compared", f"{name} compares {each}, which is {kind.value}: it has no order")
        yield from _told_unknown(name, decision)


def _measured(rule: Expression) -> list[str]:
    """What a rule orders or works with, by its names."""
    taken = (*ORDERS, *SUMS, *FUNCTIONS)
    applied = [each for each in parts_of(rule) if isinstance(each, Applied) and each.sign in taken]
    return list(dict.fromkeys(part.name for each in applied for part in each.parts if isinstance(part, Named)))


def _told_unknown(name: str, decision: DecisionRule) -> Iterator[Warn]:
    """Texts that tell a fact which the rule can do without."""
    for part, texts, truth in (("holds", decision.holds, True), ("fails", decision.fails, False)):
        told = {field for text in texts.values() for _, field, _, _ in Formatter().parse(text) if field}
        for each in sorted(told & names_of(decision.rule)):
            if truth in may_be(decision.rule, {each}):
                yield Warn(
                    "text_of_unknown",
                    f"{name}.{part} tells {each}, without which it may be decided: it then reads 'not known'",
                )
