"""How the inbox stands: how many are open and for how long, of what, and what settled the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from contract.evidence import Resolution
from contract.time import DAY, Instant
from service.inbox.inbox import Conflict, Status


@dataclass(frozen=True, slots=True)
class Metrics:
    """``by_status`` and ``by_rule`` count all, ``open_by_predicate`` the open ones. Ages are in days; None where none is open."""

    by_status: Mapping[str, int]
    by_rule: Mapping[str, int]
    open_by_predicate: Mapping[str, int]
    unowned: int
    oldest_days: float | None
    median_days: float | None


def metrics(found: Iterable[Conflict], now: Instant) -> Metrics:
    known = list(found)
    waiting = [each for each in known if each.status is Status.OPEN]
    ages = [(now - each.since) / DAY for each in waiting if each.since is not None]
    rules = Counter(each.resolution.value for each in known if each.resolution not in (None, Resolution.UNRESOLVED))
    statuses = Counter(each.status for each in known)
    return Metrics(
        by_status={status.value: statuses[status] for status in Status},
        by_rule={rule.value: rules[rule.value] for rule in Resolution if rule is not Resolution.UNRESOLVED},
        open_by_predicate=dict(sorted(Counter(each.predicate for each in waiting).items())),
        unowned=sum(each.owner is None for each in waiting),
        oldest_days=round(max(ages), 2) if ages else None,
        median_days=round(median(ages), 2) if ages else None,
    )
