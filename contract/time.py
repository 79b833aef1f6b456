"""Instants and half-open intervals on the two time axes.

An instant is an integer count of microseconds since 1970-01-01T00:00:00Z, in the records and in both stores. Open
ends are sentinels, so that every comparison is a plain integer comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from contract.errors import InvalidDate, InvalidInterval

Instant = int
Clock = Callable[[], Instant]

BEGINNING: Instant = -(2**63 - 1)
END: Instant = 2**63 - 1
SECOND: Instant = 1_000_000
DAY: Instant = 86_400 * SECOND
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """A half-open interval ``[start, end)`` in microseconds."""

    start: Instant = BEGINNING
    end: Instant = END

    def __contains__(self, at: Instant) -> bool:
        return self.start <= at < self.end

    @property
    def empty(self) -> bool:
        return self.end <= self.start

    def meet(self, other: Interval) -> Interval:
        """The common part of two intervals; it may be empty."""
        return Interval(max(self.start, other.start), min(self.end, other.end))

    @staticmethod
    def checked(start: Instant, end: Instant) -> Interval:
        """An interval that holds at least one instant, else ``InvalidInterval``."""
        if end <= start:
            raise InvalidInterval(f"the end {iso(end)} is not after the start {iso(start)}")
        return Interval(start, end)


def from_datetime(value: datetime) -> Instant:
    """Microseconds since 1970 UTC; a datetime without a zone is taken as UTC."""
    aware = value if value.tzinfo else value.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(microseconds=1)


def from_date(value: date) -> Instant:
    """The first instant of a day, UTC."""
    return from_datetime(datetime(value.year, value.month, value.day, tzinfo=UTC))


def parse(text: str) -> Instant:
    """Read an ISO 8601 date or date-time; a date is its first instant, UTC. Raises ``InvalidDate``.

    What the zone takes out of the calendar's years 1 to 9999 is no date either: it could not be written again.
    """
    try:
        at = from_datetime(datetime.fromisoformat(text.strip()))
    except (ValueError, OverflowError) as error:
        raise InvalidDate(f"{text!r} is not a date: write it as 2026-03-31 or 2026-03-31T12:00:00Z") from error
    if to_datetime(at) is None:
        raise InvalidDate(f"{text!r} is outside the calendar: write a day of the years 1 to 9999")
    return at


def to_datetime(at: Instant) -> datetime | None:
    """The instant as an aware datetime, or None at an open end or beyond the calendar."""
    if at in (BEGINNING, END):
        return None
    try:
        return _EPOCH + timedelta(microseconds=at)
    except OverflowError:
        return None


def iso(at: Instant | None) -> str | None:
    """ISO 8601 in UTC: the date alone at midnight, None at an open end."""
    moment = None if at is None else to_datetime(at)
    if moment is None:
        return None
    if moment.time() == datetime.min.time():
        return moment.date().isoformat()
    return moment.isoformat().replace("+00:00", "Z")


def system_clock() -> Instant:
    """The wall clock. Only wiring passes this in; nothing else reads the time."""
    return from_datetime(datetime.now(UTC))
