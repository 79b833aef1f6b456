"""What may watch a flow from outside: it hears which stage is gone through, for how long, and its counts; never content.

``Product`` carries one; a stage that is a pure function is given it by name, and does the same whoever watches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Protocol

Measure = str | int | float | bool  # ids, counts, durations, and the words of enumerations; never words of a document
Note = Callable[[Mapping[str, Measure]], None]  # adds what is known of a stage only when it is over


class Watch(Protocol):
    def stage(self, name: str) -> AbstractContextManager[Note]:
        """Around the work of one stage ("assembly.conflicts"). One that raises has failed."""
        ...


class Unwatched:
    """Nobody watches."""

    @contextmanager
    def stage(self, name: str) -> Iterator[Note]:  # noqa: ARG002 the port's signature
        yield _unheard


class Watched:
    """Several watch."""

    def __init__(self, *watches: Watch) -> None:
        self._watches = watches

    @contextmanager
    def stage(self, name: str) -> Iterator[Note]:
        with ExitStack() as stack:
            notes = [stack.enter_context(watch.stage(name)) for watch in self._watches]

            def note(measures: Mapping[str, Measure]) -> None:
                for each in notes:
                    each(measures)

            yield note


def _unheard(_measures: Mapping[str, Measure]) -> None:
    """Nobody hears it."""


UNWATCHED: Watch = Unwatched()
