"""Reads the policy file: who governs what, what is read live, which decisions exist.

The file's keys are explained in docs/policy.md. Every mistake raises ``SettingsError`` naming file, key and mend, so
that a service never starts on a policy it would read wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from contract.policy import MARK, REMOVE, LiveSourceRule, Policy, PredicateRule, QualifierRule, Thresholds
from contract.records import Authority, Datatype
from language.tables import LANGUAGES
from language.words import key as folded
from service.policy.decisions import LEVELS, decision
from service.policy.live import live_source, no_older
from service.policy.spoken import by_language
from service.policy.yaml_node import Node, read

SHIPPED = Path(__file__).with_name("policy.yaml")
_DATATYPES = {datatype.value: datatype for datatype in Datatype}


def load_policy(path: Path | None, environ: Mapping[str, str]) -> Policy:
    """The policy of a file, or the one that ships. ``environ`` fills ``${NAME}`` and ``${NAME:-default}`` in URLs."""
    top = read(path or SHIPPED)
    top.only({"authorities", "predicates", "qualifiers", "live_sources", "decisions", "thresholds"})
    authorities = _authorities(top.child("authorities"))
    sources = {name: live_source(name, node, environ) for name, node in top.child("live_sources").children()}
    predicates = {
        name: _predicate(name, node, authorities, sources) for name, node in top.child("predicates").children()
    }
    _unambiguous(top.child("predicates"), predicates, sources)
    for name, source in sources.items():
        top.child("live_sources").child(name).refer("fields", source.fields, predicates)
        no_older(top.child("live_sources").child(name), source, predicates)
    decisions = {name: decision(name, node, predicates, sources) for name, node in top.child("decisions").children()}
    thresholds = _thresholds(top.child("thresholds"))
    return Policy(authorities, predicates, sources, decisions, thresholds, _qualifiers(top.child("qualifiers")))


def _authorities(node: Node) -> dict[str, Authority]:
    node.only(LEVELS)
    found: dict[str, Authority] = {}
    for level in node.values:
        for source_type in node.texts(level):
            if source_type in found:
                other = found[source_type].name.lower()
                raise node.wrong(level, f"names {source_type!r} again", f"it stands under {other} already, keep one")
            found[source_type] = LEVELS[level]
    return found


def _predicate(
    name: str, node: Node, authorities: Mapping[str, Authority], sources: Mapping[str, LiveSourceRule]
) -> PredicateRule:
    node.only({"datatype", "cardinality", "labels", "governed_by", "live", "max_age_seconds", "subject"})
    governed_by = node.texts("governed_by")
    node.refer("governed_by", governed_by, authorities)
    live = node.optional_text("live")
    if live:
        node.refer("live", [live], sources)
    return PredicateRule(
        name=name,
        datatype=_DATATYPES[node.one_of("datatype", _DATATYPES, Datatype.TEXT.value)],
        cardinality=node.one_of("cardinality", ("one", "many"), "many"),
        labels=by_language(node.child("labels", required=True)),
        governed_by=frozenset(governed_by),
        live=live,
        max_age_seconds=node.number("max_age_seconds", 0.0, low=0.0),
        subject=node.optional_text("subject"),
    )


def _unambiguous(node: Node, predicates: Mapping[str, PredicateRule], sources: Mapping[str, LiveSourceRule]) -> None:
    """Each label names one predicate of a language, and a live source gives what is read from it."""
    for language in LANGUAGES:
        known: dict[str, str] = {}
        for name, rule in predicates.items():
            _once(node, name, rule.labels.get(language, ()), known)
    for name, rule in predicates.items():
        if rule.live and name not in sources[rule.live].fields:
            raise node.wrong(name, f"is read from {rule.live!r}, which does not give it", f"add {name} to its fields")


def _qualifiers(node: Node) -> dict[str, QualifierRule]:
    found: dict[str, QualifierRule] = {}
    spelled: dict[str, str] = {}
    for name, child in node.children():
        child.only({"labels", "values"})
        values = child.child("values")
        found[name] = QualifierRule(
            name,
            by_language(child.child("labels", required=True)),
            {folded(value): values.texts(value) for value in values.values},
        )
        for value, spellings in found[name].values.items():
            _once(values, value, (value, *spellings), spelled)
    return found


def _once(node: Node, key: str, spellings: Iterable[str], known: dict[str, str]) -> None:
    """Refuse a spelling that stands for something else already; folded spellings are compared."""
    for spelling in dict.fromkeys(map(folded, spellings)):
        if spelling in known:
            raise node.wrong(key, f"names {spelling!r} again", f"it stands under {known[spelling]} already, keep one")
        known[spelling] = node.place(key)


def _thresholds(node: Node) -> Thresholds:
    node.only({"relevance", "support", "budget_tokens", "contrary_share", "unsupported"})
    usual = Thresholds()
    return Thresholds(
        relevance=node.number("relevance", usual.relevance, low=0.0, high=1.0),
        support=node.number("support", usual.support, low=0.0, high=1.0),
        budget_tokens=int(node.number("budget_tokens", usual.budget_tokens, low=100)),
        contrary_share=node.number("contrary_share", usual.contrary_share, low=0.0, high=0.9),
        unsupported=node.one_of("unsupported", (REMOVE, MARK), usual.unsupported),
    )
