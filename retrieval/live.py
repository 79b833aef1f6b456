"""Live reads over HTTP: the systems of record that decisions need, read at the moment of the question."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from contract.evidence import FailedRead, Observation
from contract.ids import content_id
from contract.policy import LiveSourceRule
from contract.records import Literal, Span
from contract.time import SECOND, Clock, Instant
from language import values

_LARGEST = 1_000_000  # bytes of an answer: a record of one thing, not a dump
_REDIRECTS = 3
_FORMAT = Formatter()


class HttpReader:
    """Reads one thing of a JSON system of record with GET. Implements ``contract.ports.LiveReader``.

    ``environment`` holds the bearer tokens, by the name that the source's rule gives. A redirect is followed on the same
    host only, so that a token goes nowhere else. Whatever goes wrong gives a ``FailedRead``; its reason never holds the
    token or the answer's content.
    """

    def __init__(self, clock: Clock, environment: Mapping[str, str]) -> None:
        self._clock = clock
        self._environment = environment

    def read(self, source: LiveSourceRule, subject: str, language: str) -> Observation | FailedRead:
        try:
            url = source.url.replace("{subject}", quote(subject, safe=""))
            record = self._record(source, url)
            found = {predicate: _at(record, path) for predicate, path in source.fields.items()}
            text, spans = shown(source, subject, found, language)
        except _Failed as failed:
            return FailedRead(source.name, subject, str(failed))
        read_at = self._clock()
        literals = {predicate: _literal(value, language) for predicate, value in found.items()}
        return Observation(
            id=content_id("observation", source.name, subject, read_at, text),
            source=source.name,
            uri=url,
            subject=subject,
            observed_at=read_at,
            text=text,
            values=MappingProxyType(literals),
            spans=MappingProxyType(spans),
        )

    def _record(self, source: LiveSourceRule, url: str) -> Any:
        """The JSON that the source gives, or ``_Failed`` with the reason."""
        try:
            with httpx.Client(
                timeout=source.timeout_seconds, headers=self._headers(source), follow_redirects=False
            ) as client:
                return _json(self._followed(client, url, self._clock() + round(source.timeout_seconds * SECOND)))
        except httpx.TimeoutException as error:
            raise _Failed(f"{source.name} did not answer within {source.timeout_seconds:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _Failed(f"{source.name} could not be reached: {type(error).__name__}") from error

    def _headers(self, source: LiveSourceRule) -> dict[str, str]:
        headers = {"Accept": "application/json"}
        if source.token_env is not None:
            token = self._environment.get(source.token_env)
            if not token:
                raise _Failed(f"{source.name} needs a token: set {source.token_env}")
            headers["Authorization"] = f"Bearer {token}"
        return headers

    def _followed(self, client: httpx.Client, url: str, deadline: Instant) -> bytes:
        """The body of a successful answer, read no longer than allowed and no further than a record may be long."""
        origin = urlsplit(url)[:2]
        for _ in range(_REDIRECTS + 1):
            with client.stream("GET", url) as response:
                if response.has_redirect_location:
                    url = str(response.url.join(response.headers["location"]))
                    if urlsplit(url)[:2] != origin:
                        raise _Failed("the source redirects to another host")
                    continue
                if not response.is_success:
                    raise _Failed(f"the source answered {response.status_code}")
                body = b""
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > _LARGEST:
                        raise _Failed(f"the source's answer is over {_LARGEST:,} bytes")
                    if self._clock() > deadline:
                        raise httpx.ReadTimeout("the whole answer took too long")
                return body
        raise _Failed("the source redirects too often")


class _Failed(Exception):
    """Why a read gave nothing; never leaves this module."""


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
            raise _Failed(f"{source.name} shows {{{name}}}, which none of its fields gives")
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
        raise _Failed(f"{name} has a text that is no format string: {error}") from error


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _Failed("the source's answer is not JSON") from error


def _at(record: Any, path: str) -> Any:
    """The scalar at a dotted path; a number in the path is a place in a list."""
    value = record
    for step in path.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            raise _Failed(f"the source's answer has no {path}")
    if isinstance(value, dict | list) or value is None or (isinstance(value, float) and not math.isfinite(value)):
        raise _Failed(f"the source's answer has no single value at {path}")
    return value


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(str(value).split())


def _literal(value: Any, language: str) -> Literal:
    """Numbers and booleans are what JSON says they are, in JSON's notation; texts are read as values of the language."""
    return values.parse(_written(value), language if isinstance(value, str) else "en")
