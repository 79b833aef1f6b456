"""What a live source gave as an observation: its values by predicate, and a text that shows them and can be cited."""

from __future__ import annotations

import math
from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any

import jsonpath_rfc9535 as jsonpath

from contract.evidence import Observation
from contract.ids import content_id
from contract.policy import LiveSourceRule
from contract.records import Literal, Span
from contract.time import Instant
from language import values

_FORMAT = Formatter()


class Failed(Exception):
    """Why a read gave nothing; never leaves this room. ``passing`` faults may be gone at another try."""

    def __init__(self, reason: str, *, passing: bool = False) -> None:
        super().__init__(reason)
        self.passing = passing


def observation(source: LiveSourceRule, subject: str, uri: str, record: Any, at: Instant, language: str) -> Observation:
    """The source's fields of one record, read at ``at``. Raises ``Failed`` where the record lacks one."""
    found = {predicate: _at(record, path) for predicate, path in source.fields.items()}
    text, spans = shown(source, subject, found, language)
    literals = {predicate: _literal(value, language) for predicate, value in found.items()}
    return Observation(
        id=content_id("observation", source.name, subject, at, text),
        source=source.name,
        uri=uri,
        subject=subject,
        observed_at=at,
        text=text,
        values=MappingProxyType(literals),
        spans=MappingProxyType(spans),
    )


def shown(source: LiveSourceRule, subject: str, found: Mapping[str, Any], language: str) -> tuple[str, dict[str, Span]]:
    """The observation's text and where each predicate's value stands in it, from the source's ``shown`` for the language.

    A value that ``shown`` leaves out is added at the end, so that every value can be cited.
    """
    template = source.shown.get(language) or next(iter(source.shown.values()), "{subject}")
    text = ""
    spans: dict[str, Span] = {}
    for literal, name, _, _ in _pieces(source.name, template):
        text += literal
        if name is None:
            continue
        if name != "subject" and name not in found:
            raise Failed(f"{source.name} shows {{{name}}}, which none of its fields gives")
        value = subject if name == "subject" else _written(found[name])
        if name != "subject":
            spans.setdefault(name, Span(len(text), len(text) + len(value)))
        text += value
    for predicate in (predicate for predicate in found if predicate not in spans):
        text += f" {predicate}: "
        spans[predicate] = Span(len(text), len(text) + len(_written(found[predicate])))
        text += _written(found[predicate])
    return text, spans


def _pieces(name: str, template: str) -> list[tuple[str, str | None, str | None, str | None]]:
    try:
        return list(_FORMAT.parse(template))
    except ValueError as error:
        raise Failed(f"{name} has a text that is no format string: {error}") from error


def _at(record: Any, path: str) -> Any:
    """The one scalar at a path: JSONPath (RFC 9535) if it begins with $, else dotted, a number being a place in a list."""
    value = _found(record, path) if path.startswith("$") else _walked(record, path)
    if isinstance(value, dict | list) or value is None or (isinstance(value, float) and not math.isfinite(value)):
        raise Failed(f"the source's answer has no single value at {path}")
    return value


def _found(record: Any, path: str) -> Any:
    nodes = jsonpath.find(path, record)
    if len(nodes) != 1:
        raise Failed(f"the source's answer has {len(nodes)} values at {path}")
    return nodes[0].value


def _walked(record: Any, path: str) -> Any:
    value = record
    for step in path.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            raise Failed(f"the source's answer has no {path}")
    return value


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(str(value).split())


def _literal(value: Any, language: str) -> Literal:
    """Numbers and booleans are what JSON says they are, in JSON's notation; texts are read as values of the language."""
    return values.parse(_written(value), language if isinstance(value, str) else "en")
