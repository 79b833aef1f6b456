"""Child processes that prepare documents: side by side, each within limits, their results in the order of the documents."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait

from contract.errors import DocumentError, DocumentTooLarge, UnreadableDocument
from service.ingestion.child import Prepared, Start
from service.ingestion.intake import Input

_PATIENCE = 10  # how many times its processor time a document may take by the clock


@dataclass(slots=True)
class _Child:
    """One process and what it works at. ``until`` is on the monotonic clock."""

    process: subprocess.Popen[bytes]
    pipe: Connection
    at: int = -1
    until: float = 0.0

    @property
    def idle(self) -> bool:
        return self.at < 0


class Children:
    """A few processes that prepare documents. One that crashes or exceeds a limit costs its own document only."""

    def __init__(self, number: int, start: Start) -> None:
        self._start = start
        self._children = [_started(start) for _ in range(number)]

    def prepared(self, entries: Sequence[Input]) -> Iterator[Prepared]:
        """What became of each document, in their order. The processes work a little ahead of who asks."""
        waiting = deque(enumerate(entries))
        done: dict[int, Prepared] = {}
        for at in range(len(entries)):
            self._hand_out(waiting)
            while at not in done:
                self._collect(done, entries)
                self._hand_out(waiting)
            yield done.pop(at)

    def close(self) -> None:
        for child in self._children:
            _end(child)

    def _hand_out(self, waiting: deque[tuple[int, Input]]) -> None:
        for number, child in enumerate(self._children):
            if not waiting or not child.idle:
                continue
            at, entry = waiting.popleft()
            try:
                child.pipe.send(entry)
            except OSError:  # it ended while it had nothing to do
                _end(child)
                child = self._children[number] = _started(self._start)
                child.pipe.send(entry)
            child.at, child.until = at, time.monotonic() + _PATIENCE * self._start.seconds

    def _collect(self, done: dict[int, Prepared], entries: Sequence[Input]) -> None:
        """Wait for the next answer, or for the end of the longest wait that is allowed."""
        busy = [child for child in self._children if not child.idle]
        left = min(child.until for child in busy) - time.monotonic()
        ready = wait([child.pipe for child in busy], timeout=max(left, 0.0))
        for number, child in enumerate(self._children):
            if child.idle:
                continue
            if child.pipe in ready:
                try:
                    done[child.at] = child.pipe.recv()
                    child.at = -1
                    continue
                except (EOFError, OSError):
                    ended = child.process.wait()
            elif time.monotonic() < child.until:
                continue
            else:
                ended = -signal.SIGPROF
            _end(child)
            done[child.at] = self._fault(entries[child.at].name, ended)
            self._children[number] = _started(self._start)

    def _fault(self, name: str, ended: int) -> DocumentError:
        """Why a child gave no answer, by how it ended: minus a signal's number, or its own exit."""
        if ended == -signal.SIGPROF:
            return DocumentTooLarge(
                f"{name} takes more than {self._start.seconds} s to read: split it, or raise VIGENTE_MAX_DOCUMENT_SECONDS"
            )
        return UnreadableDocument(f"{name} brings down its reader ({ended}): open and save it anew, or leave it out")


@contextmanager
def children(number: int, start: Start) -> Iterator[Children]:
    """Processes for one run, ended with it."""
    family = Children(number, start)
    try:
        yield family
    finally:
        family.close()


def _started(start: Start) -> _Child:
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "service.ingestion.child", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    ours.send(start)
    return _Child(process, ours)


def _end(child: _Child) -> None:
    child.pipe.close()
    if child.process.poll() is None:
        child.process.kill()
    child.process.wait()
