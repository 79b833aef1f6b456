"""Live reads: which way a source is read, and what comes of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from contract.evidence import FailedRead, Observation
from contract.policy import LiveSourceRule
from contract.time import Clock
from retrieval.live import entry, http, sql
from retrieval.live.guarding import Guard
from retrieval.live.observing import Failed, observation


class SourceReader:
    """Implements ``contract.ports.LiveReader`` over HTTP, SQL and functions of the operator's own. Safe to share by threads.

    ``environment`` holds the bearer tokens, by the name that the source's rule gives. Whatever goes wrong gives a
    ``FailedRead``; its reason never holds a token or the answer's content.
    """

    def __init__(self, clock: Clock, environment: Mapping[str, str]) -> None:
        self._clock = clock
        self._environment = environment
        self._guards: dict[str, Guard] = {}
        self._lock = threading.Lock()

    def read(self, source: LiveSourceRule, subject: str, language: str) -> Observation | FailedRead:
        try:
            if source.sql is not None:
                sql.ready(source)  # before the time of the read counts
            read_at, record = self._guard(source).read(subject, lambda one: self._fetched(source, one))
            return observation(source, subject, _uri(source, subject), record, read_at, language)
        except Failed as failed:
            return FailedRead(source.name, subject, str(failed))

    def _fetched(self, source: LiveSourceRule, subject: str) -> Any:
        if source.sql is not None:
            return sql.fetch(source, subject)
        if source.python is not None:
            return entry.fetch(source, subject)
        return http.fetch(source, subject, self._clock, self._environment)

    def _guard(self, source: LiveSourceRule) -> Guard:
        with self._lock:
            guard = self._guards.get(source.name)
            if guard is None or guard.source != source:
                guard = self._guards[source.name] = Guard(source, self._clock)
            return guard


def _uri(source: LiveSourceRule, subject: str) -> str:
    """What an observation is cited as: never a database's address, which may hold a password."""
    if source.sql is None and source.python is None:
        return http.address(source, subject)
    return f"live:{source.name}/{subject}"
