"""Reads the policy file: who governs what, what is read live, which decisions exist.

The file's keys are explained in docs/policy.md. Every mistake raises ``SettingsError`` naming file, key and mend, so
that a service never starts on a policy it would read wrongly.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import jsonpath_rfc9535 as jsonpath

from contract.errors import SettingsError
from contract.policy import (
    MARK,
    REMOVE,
    DecisionRule,
    LiveSourceRule,
    Needed,
    Policy,
    PredicateRule,
    QualifierRule,
    Texts,
    Thresholds,
)
from contract.records import Authority, Datatype
from language.tables import LANGUAGES
from language.words import key as folded
from service.policy.yaml_node import Node, nearest, read

SHIPPED = Path(__file__).with_name("policy.yaml")
OPERATORS = ("<=", "<", ">=", ">", "==")
_LEVELS = {level.name.lower(): level for level in Authority}
_DATATYPES = {datatype.value: datatype for datatype in Datatype}
_VARIABLE = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*)(?::-(?P<default>[^}]*))?\}")
_LIVE_KEYS = frozenset(
    {
        "url",
        "sql",
        "python",
        "fields",
        "shown",
        "source_type",
        "timeout_seconds",
        "token_env",
        "cache_seconds",
        "retries",
    }
)
_ENTRY = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_READING = re.compile(r"\s*(?:SELECT|WITH)\b", re.IGNORECASE)
_PARAMETER = re.compile(r"(?<![:\w]):subject\b")


def load_policy(path: Path | None, environ: Mapping[str, str]) -> Policy:
    """The policy of a file, or the one that ships. ``environ`` fills ``${NAME}`` and ``${NAME:-default}`` in URLs."""
    top = read(path or SHIPPED)
    top.only({"authorities", "predicates", "qualifiers", "live_sources", "decisions", "thresholds"})
    authorities = _authorities(top.child("authorities"))
    sources = {name: _live_source(name, node, environ) for name, node in top.child("live_sources").children()}
    predicates = {
        name: _predicate(name, node, authorities, sources) for name, node in top.child("predicates").children()
    }
    _unambiguous(top.child("predicates"), predicates, sources)
    for name, source in sources.items():
        _refer(top.child("live_sources").child(name), "fields", source.fields, predicates)
        _no_older(top.child("live_sources").child(name), source, predicates)
    decisions = {name: _decision(name, node, predicates, sources) for name, node in top.child("decisions").children()}
    thresholds = _thresholds(top.child("thresholds"))
    return Policy(authorities, predicates, sources, decisions, thresholds, _qualifiers(top.child("qualifiers")))


def _authorities(node: Node) -> dict[str, Authority]:
    node.only(_LEVELS)
    found: dict[str, Authority] = {}
    for level in node.values:
        for source_type in node.texts(level):
            if source_type in found:
                other = found[source_type].name.lower()
                raise node.wrong(level, f"names {source_type!r} again", f"it stands under {other} already, keep one")
            found[source_type] = _LEVELS[level]
    return found


def _predicate(
    name: str, node: Node, authorities: Mapping[str, Authority], sources: Mapping[str, LiveSourceRule]
) -> PredicateRule:
    node.only({"datatype", "cardinality", "labels", "governed_by", "live", "max_age_seconds", "subject"})
    governed_by = node.texts("governed_by")
    _refer(node, "governed_by", governed_by, authorities)
    live = node.optional_text("live")
    if live:
        _refer(node, "live", [live], sources)
    return PredicateRule(
        name=name,
        datatype=_DATATYPES[node.one_of("datatype", _DATATYPES, Datatype.TEXT.value)],
        cardinality=node.one_of("cardinality", ("one", "many"), "many"),
        labels=_by_language(node.child("labels", required=True)),
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
            _by_language(child.child("labels", required=True)),
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


def _live_source(name: str, node: Node, environ: Mapping[str, str]) -> LiveSourceRule:
    node.only(_LIVE_KEYS)
    url, sql, python = _way(node, environ)
    fields = node.child("fields", required=True)
    paths = {predicate: fields.text(predicate) for predicate in fields.values}
    for predicate, path in paths.items():
        if path.startswith("$"):
            _json_path(fields, predicate, path)
    return LiveSourceRule(
        name=name,
        url=url,
        fields=paths,
        shown=_texts(node, "shown", {"subject", *paths}),
        source_type=node.text("source_type", "live_system"),
        timeout_seconds=node.number("timeout_seconds", 3.0, low=0.001, high=60.0),
        token_env=node.optional_text("token_env"),
        sql=sql,
        python=python,
        cache_seconds=node.number("cache_seconds", 0.0, low=0.0),
        retries=int(node.number("retries", 1, low=0, high=5)),
    )


def _way(node: Node, environ: Mapping[str, str]) -> tuple[str, str | None, str | None]:
    """How a source is read: by HTTP, by a query of a database, or by a function."""
    sql, python = node.optional_text("sql"), node.optional_text("python")
    if python is not None:
        if sql is not None or node.has("url"):
            raise node.wrong(
                "python", "stands beside another way of reading", "keep one of python, and url with or without sql"
            )
        if not _ENTRY.fullmatch(python):
            raise node.wrong("python", f"is {python!r}", "write it as package.module:function")
        return "", None, python
    url = _expanded(node, "url", environ)
    if sql is not None:
        if not _READING.match(sql) or ";" in sql.rstrip().rstrip(";"):
            raise node.wrong("sql", "is not one query that only reads", "begin it with SELECT or WITH")
        if not _PARAMETER.search(sql):
            raise node.wrong("sql", "does not say which thing is read", "put :subject where its id stands")
        return url, sql, None
    if not url.startswith(("http://", "https://")):
        raise node.wrong("url", "is no address of HTTP", "begin it with http:// or https://, or add sql for a database")
    if _placeholders(node, "url", url, {"subject"}) != {"subject"}:
        raise node.wrong("url", "does not say which thing is read", "put {subject} where its id stands")
    return url, None, None


def _no_older(node: Node, source: LiveSourceRule, predicates: Mapping[str, PredicateRule]) -> None:
    """A kept record speaks for the present no longer than each of its predicates allows."""
    for predicate in source.fields:
        allowed = predicates[predicate].max_age_seconds
        if source.cache_seconds > allowed:
            mend = f"raise max_age_seconds of {predicate}, or keep for no more than that"
            raise node.wrong("cache_seconds", f"is longer than the {allowed:g} s that {predicate} allows", mend)


def _json_path(fields: Node, predicate: str, path: str) -> None:
    try:
        jsonpath.compile(path)
    except jsonpath.JSONPathError as error:
        raise fields.wrong(
            predicate, f"is no JSONPath ({error})", "write it as RFC 9535 says, or dotted: items.0.name"
        ) from error


def _decision(
    name: str, node: Node, predicates: Mapping[str, PredicateRule], sources: Mapping[str, LiveSourceRule]
) -> DecisionRule:
    node.only({"asked", "needs", "rule", "holds", "fails"})
    needs = tuple(
        _needed(need, child, predicates, sources) for need, child in node.child("needs", required=True).children()
    )
    names = [need.name for need in needs]
    left, operator, right = _rule(node, names)
    return DecisionRule(
        name=name,
        asked=_asked(node.child("asked", required=True)),
        needs=needs,
        left=left,
        operator=operator,
        right=right,
        holds=_texts(node, "holds", {"subject", *names}),
        fails=_texts(node, "fails", {"subject", *names}),
    )


def _needed(
    name: str, node: Node, predicates: Mapping[str, PredicateRule], sources: Mapping[str, LiveSourceRule]
) -> Needed:
    node.only({"predicate", "least", "claim", "live", "days_since"})
    predicate = node.text("predicate", name)
    _refer(node, "predicate", [predicate], predicates)
    live = node.optional_text("live")
    if live:
        _refer(node, "live", [live], sources)
    days_since = node.truth("days_since")
    if days_since and predicates[predicate].datatype is not Datatype.DATE:
        raise node.wrong(
            "days_since", f"is asked of {predicate!r}, which is no date", "name a predicate of datatype date"
        )
    return Needed(
        name=name,
        predicate=predicate,
        least=_LEVELS[node.one_of("least", _LEVELS)],
        claim=_texts(node, "claim", {"value", "subject"}),
        live=live,
        days_since=days_since,
    )


def _rule(node: Node, names: Collection[str]) -> tuple[str, str, str]:
    """``order_age <= refund_window`` as its three parts."""
    parts = node.text("rule").split()
    if len(parts) != 3:
        raise node.wrong("rule", "does not have three parts", "write it as 'one_need <= another_need'")
    left, operator, right = parts
    if operator not in OPERATORS:
        raise node.wrong("rule", f"compares with {operator!r}", f"use one of {' '.join(OPERATORS)}")
    _refer(node, "rule", (left, right), names)
    return left, operator, right


def _asked(node: Node) -> dict[str, tuple[str, ...]]:
    """The patterns by language; each must compile and have the group ``subject``."""
    asked = _by_language(node)
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


def _refer(node: Node, key: str, words: Collection[str], known: Collection[str]) -> None:
    """Refuse a reference to what the file does not declare."""
    for word in words:
        if word not in known:
            mend = nearest(word, known) if known else "declare it"
            raise node.wrong(key, f"names {word!r}, which the file does not declare", mend)


def _by_language(node: Node) -> dict[str, tuple[str, ...]]:
    node.only(LANGUAGES)
    found = {language: node.texts(language) for language in node.values}
    if not any(found.values()):
        raise SettingsError(f"{node.file}: {node.path} is empty: write a list under one of {', '.join(LANGUAGES)}")
    return found


def _texts(node: Node, key: str, placeholders: Collection[str]) -> Texts:
    """A text a person reads, in every language of the product, with these placeholders and no others."""
    child = node.child(key, required=True)
    child.only(LANGUAGES)
    found = {language: child.text(language) for language in LANGUAGES}
    for language, text in found.items():
        _placeholders(child, language, text, placeholders)
    return found


def _placeholders(node: Node, key: str, text: str, known: Collection[str]) -> set[str]:
    try:
        found = {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
    except ValueError as error:
        raise node.wrong(key, f"has a stray brace ({error})", "write {{ and }} for braces that are meant") from error
    for field in found - set(known):
        raise node.wrong(key, f"has the placeholder {{{field}}}", nearest(field, known))
    return found


def _expanded(node: Node, key: str, environ: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        name, default = match["name"], match["default"]
        if found := environ.get(name) or default:
            return found
        raise node.wrong(key, f"needs the environment variable {name}", "set it, or write ${NAME:-default}")

    return _VARIABLE.sub(value, node.text(key))
