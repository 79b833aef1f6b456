"""The policy file's live sources: systems of record, and how each of them is read."""

from __future__ import annotations

import re
from collections.abc import Mapping

import jsonpath_rfc9535 as jsonpath

from contract.policy import LiveSourceRule, PredicateRule
from service.policy.spoken import placeholders, texts
from service.policy.yaml_node import Node

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


def live_source(name: str, node: Node, environ: Mapping[str, str]) -> LiveSourceRule:
    """One source by its name. ``environ`` fills the variables of its address."""
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
        shown=texts(node, "shown", {"subject", *paths}),
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
    if placeholders(node, "url", url, {"subject"}) != {"subject"}:
        raise node.wrong("url", "does not say which thing is read", "put {subject} where its id stands")
    return url, None, None


def no_older(node: Node, source: LiveSourceRule, predicates: Mapping[str, PredicateRule]) -> None:
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


def _expanded(node: Node, key: str, environ: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        name, default = match["name"], match["default"]
        if found := environ.get(name) or default:
            return found
        raise node.wrong(key, f"needs the environment variable {name}", "set it, or write ${NAME:-default}")

    return _VARIABLE.sub(value, node.text(key))
