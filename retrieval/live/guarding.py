"""What stands between a question and a source that may be slow, down, or asked too often."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, Queue
from typing import Any

from contract.policy import LiveSourceRule
from contract.time import SECOND, Clock, Instant
from retrieval.live.observing import Failed

TRIPPED = 5  # failures one after another until a source is left alone
RESTS_SECONDS = 30.0
_KEPT = 1024  # records of one source


@dataclass(slots=True)
class Guard:
    """Keeps a source's records no longer than allowed, tries again what may pass, leaves a failing source alone for a while."""

    source: LiveSourceRule
    clock: Clock
    failures: int = 0
    resting_until: Instant = 0
    kept: dict[str, tuple[Instant, Any]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self, subject: str, fetch: Callable[[str], Any]) -> tuple[Instant, Any]:
        """A record and when it was read. Raises ``Failed``."""
        now = self.clock()
        with self.lock:
            known = self.kept.get(subject)
            if known and now - known[0] < self.source.cache_seconds * SECOND:
                return known
            if now < self.resting_until:
                raise Failed(f"{self.source.name} failed {self.failures} times and is left alone for a while")
        try:
            record = self._tried(subject, fetch)
        except Failed as failed:
            self._failed(failed)
            raise
        read_at = self.clock()
        with self.lock:
            self.failures = 0
            if self.source.cache_seconds:
                self.kept = dict(list(self.kept.items())[-_KEPT + 1 :]) | {subject: (read_at, record)}
        return read_at, record

    def _tried(self, subject: str, fetch: Callable[[str], Any]) -> Any:
        for left in range(self.source.retries, -1, -1):
            try:
                return _within(self.source, lambda: fetch(subject))
            except Failed as failed:
                if not failed.passing or not left:
                    raise
        raise AssertionError("a try either gives something or fails")

    def _failed(self, failed: Failed) -> None:
        """Only what may pass counts: a thing that is unknown says nothing about the source."""
        with self.lock:
            self.failures = self.failures + 1 if failed.passing else 0
            if self.failures >= TRIPPED:
                self.resting_until = self.clock() + round(RESTS_SECONDS * SECOND)


def _within(source: LiveSourceRule, work: Callable[[], Any]) -> Any:
    """What the work gives within the source's time; work that goes on longer is left to itself."""
    done: Queue[tuple[Any, Failed | None]] = Queue()

    def run() -> None:
        try:
            done.put((work(), None))
        except Failed as failed:
            done.put((None, failed))

    threading.Thread(target=run, name=f"vigente-live-{source.name}", daemon=True).start()
    try:
        record, failed = done.get(
            timeout=source.timeout_seconds + 0.5
        )  # an HTTP client ends by itself, with a better reason
    except Empty:
        raise Failed(f"{source.name} did not answer within {source.timeout_seconds:g} s", passing=True) from None
    if failed is not None:
        raise failed
    return record
