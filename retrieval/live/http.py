"""A JSON system of record over HTTP."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from contract.policy import LiveSourceRule
from contract.time import SECOND, Clock, Instant
from retrieval.live.observing import Failed

_LARGEST = 1_000_000  # bytes of an answer: a record of one thing, not a dump
_REDIRECTS = 3
_BUSY = frozenset({429, 502, 503, 504})  # what may be over at another try


def address(source: LiveSourceRule, subject: str) -> str:
    """Where one thing is read."""
    return source.url.replace("{subject}", quote(subject, safe=""))


def fetch(source: LiveSourceRule, subject: str, clock: Clock, environment: Mapping[str, str]) -> Any:
    """The JSON that the source gives, by GET. A redirect is followed on the same host only, so that a token goes nowhere else.

    Raises ``Failed``; its reason never holds the token or the answer's content.
    """
    try:
        with httpx.Client(
            timeout=source.timeout_seconds, headers=_headers(source, environment), follow_redirects=False
        ) as client:
            return _json(_followed(client, address(source, subject), clock, source.timeout_seconds))
    except httpx.TimeoutException as error:
        raise Failed(f"{source.name} did not answer within {source.timeout_seconds:g} s", passing=True) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Failed(f"{source.name} could not be reached: {type(error).__name__}", passing=True) from error


def _headers(source: LiveSourceRule, environment: Mapping[str, str]) -> dict[str, str]:
    headers = {"Accept": "application/json"}
    if source.token_env is not None:
        token = environment.get(source.token_env)
        if not token:
            raise Failed(f"{source.name} needs a token: set {source.token_env}")
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _followed(client: httpx.Client, url: str, clock: Clock, seconds: float) -> bytes:
    """The body of a successful answer, read no longer than allowed and no further than a record may be long."""
    deadline: Instant = clock() + round(seconds * SECOND)
    origin = urlsplit(url)[:2]
    for _ in range(_REDIRECTS + 1):
        with client.stream("GET", url) as response:
            if response.has_redirect_location:
                url = str(response.url.join(response.headers["location"]))
                if urlsplit(url)[:2] != origin:
                    raise Failed("the source redirects to another host")
                continue
            if not response.is_success:
                raise Failed(f"the source answered {response.status_code}", passing=response.status_code in _BUSY)
            body = b""
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > _LARGEST:
                    raise Failed(f"the source's answer is over {_LARGEST:,} bytes")
                if clock() > deadline:
                    raise httpx.ReadTimeout("the whole answer took too long")
            return body
    raise Failed("the source redirects too often")


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Failed("the source's answer is not JSON") from error
