"""How things stand when it is asked, as gauges: the parts, the store, the jobs, and the inbox of conflicts of each tenant."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Mapping

from prometheus_client import CollectorRegistry, Gauge

from contract.errors import VigenteError
from contract.ports import JobState
from contract.time import SECOND, Instant
from service.inbox import inbox
from service.inbox.metrics import Metrics, metrics
from service.scoping import operator
from service.telemetry.health import index_works, store_works
from service.wiring import Product

KEPT = 60 * SECOND  # the inbox is worked out from all that its conflicts rest on, so not at every look


class Standing:
    """Gauges of one product, made anew at each look; the inboxes once a minute. Safe to share by threads.

    They are an operator's: an inbox is counted over all that anybody of the tenant may read.
    """

    def __init__(self, product: Product, tenants: Collection[str]) -> None:
        self._product, self._tenants = product, tuple(sorted(tenants))
        self._lock = threading.Lock()
        self._inboxes: tuple[Instant, Mapping[str, Metrics]] | None = None

    def registry(self, *, worker_works: bool) -> CollectorRegistry:
        """What a store that cannot be read does not tell is left out, and ``vigente_up`` says that it is down."""
        registry = CollectorRegistry()
        store = store_works(self._product)
        up = {"store": store, "index": store and index_works(self._product), "worker": worker_works}
        parts = _gauge(registry, "up", "Whether a part can do its work", "part")
        for part, works in up.items():
            parts.labels(part).set(works)
        if store:
            try:
                self._of_store(registry)
                self._of_inboxes(registry)
            except VigenteError:
                parts.labels("store").set(False)
        return registry

    def _of_store(self, registry: CollectorRegistry) -> None:
        state = self._product.store.state()
        _gauge(registry, "store_commit", "The number of the last commit").set(state.commit)
        _gauge(registry, "store_known_at_seconds", "When it was made, since 1970").set(state.known_at / SECOND)
        found = Counter(job.state for job in self._product.store.jobs())
        jobs = _gauge(registry, "jobs", "Jobs by their state", "state")
        for each in JobState:
            jobs.labels(each.value).set(found[each])

    def _of_inboxes(self, registry: CollectorRegistry) -> None:
        conflicts = _gauge(registry, "inbox_conflicts", "Conflicts of an inbox by their status", "tenant", "status")
        waiting = _gauge(registry, "inbox_open", "Open conflicts by what they are on", "tenant", "predicate")
        settled = _gauge(registry, "inbox_settled", "Conflicts by the rule that settled them", "tenant", "rule")
        unowned = _gauge(registry, "inbox_unowned", "Open conflicts that nobody has", "tenant")
        oldest = _gauge(registry, "inbox_oldest_days", "How long the oldest open conflict has been", "tenant")
        median = _gauge(registry, "inbox_median_days", "The median of how long open conflicts have been", "tenant")
        for tenant, found in self._kept_inboxes().items():
            for gauge, counts in (
                (conflicts, found.by_status),
                (waiting, found.open_by_predicate),
                (settled, found.by_rule),
            ):
                for value, count in counts.items():
                    gauge.labels(tenant, value).set(count)
            unowned.labels(tenant).set(found.unowned)
            oldest.labels(tenant).set(found.oldest_days or 0.0)
            median.labels(tenant).set(found.median_days or 0.0)

    def _kept_inboxes(self) -> Mapping[str, Metrics]:
        now = self._product.clock()
        with self._lock:
            if self._inboxes is None or not 0 <= now - self._inboxes[0] < KEPT:
                self._inboxes = now, {tenant: self._inbox(tenant, now) for tenant in self._tenants}
            return self._inboxes[1]

    def _inbox(self, tenant: str, now: Instant) -> Metrics:
        asked = inbox.Asked(operator(self._product, tenant))
        return metrics(inbox.conflicts(self._product, asked, inbox.Status), now)


def _gauge(registry: CollectorRegistry, name: str, about: str, *labels: str) -> Gauge:
    return Gauge(f"vigente_{name}", about, labels, registry=registry)
