"""What is used: the one place that builds concrete parts and puts them behind the ports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from contract.policy import Policy
from contract.ports import Embedder, LiveReader
from contract.time import Clock, Instant, system_clock
from graph.embedded.store import EmbeddedStore, open_store
from models.embedding import open_embedder
from retrieval.live import HttpReader
from service.policy import load_policy
from service.settings import Settings

# The default store is also where communities, traces and jobs are kept.
Store = EmbeddedStore


@dataclass(frozen=True, slots=True)
class Product:
    """The parts of one running product. Flows take it whole; it has no behaviour of its own."""

    settings: Settings
    policy: Policy
    store: Store
    embedder: Embedder
    reader: LiveReader
    clock: Clock


@contextmanager
def opened(settings: Settings, clock: Clock = system_clock) -> Iterator[Product]:
    """Open everything, and close it at the end. What is not to be had raises ``Unavailable``."""
    policy = load_policy(settings.policy, os.environ)
    embedder = open_embedder(settings.embedder)
    store = open_store(settings.store_path, model=embedder.name, dimension=embedder.dimension)
    try:
        yield Product(settings, policy, store, embedder, HttpReader(clock, os.environ), clock)
    finally:
        store.close()


def latest(product: Product) -> Instant:
    """The known time of a reader who fixed none: now, or the last commit where that was made by a clock that is ahead."""
    return max(product.clock(), product.store.state().known_at)
