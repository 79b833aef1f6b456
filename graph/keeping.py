"""A small memory of what was read last, safe to share by threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class Kept(Generic[KeyT, ValueT]):
    """At most ``limit`` values by key; the one that was not asked for the longest goes first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[KeyT, ValueT] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: KeyT) -> ValueT | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def made(self, key: KeyT, make: Callable[[], ValueT]) -> ValueT:
        """What is kept under a key, made where it is not; of two threads that make it at once the later is kept."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def put(self, key: KeyT, value: ValueT) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._limit:
                self._values.popitem(last=False)
