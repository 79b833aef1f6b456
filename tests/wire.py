"""A network to a server that a test can break: at a commit, after so many messages, or for good."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_COMMIT = b"\x00\x02\xb0\x12\x00\x00"  # the Bolt message that asks to commit, as a chunk


@dataclass
class Wire:
    """Carries what comes to ``uri`` to the server at ``where``, and back.

    ``fail``: the next commit is lost ``before`` it gets there, or ``after``, before its answer is back. ``left``: how many
    pieces of what is asked still pass; then the wire is down, as if the server had been killed, until ``mend``.
    ``instead``: words that the server says, and others as long that arrive for them.
    """

    where: str
    fail: str | None = None
    left: int | None = None
    instead: tuple[bytes, bytes] = (b"", b"")
    asked: int = 0
    _ends: list[socket.socket] = field(default_factory=list)
    _listener: socket.socket = field(init=False)
    _port: int = 0

    def __post_init__(self) -> None:
        self._listen()

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self._port}"

    def mend(self) -> None:
        """Carry again, at the same address."""
        self.left = None
        self._listen()

    def close(self) -> None:
        """Down: what is open breaks, and nobody listens."""
        for end in (self._listener, *self._ends):
            _shut(end)
        self._ends.clear()

    def _listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        server = urlsplit(self.where)
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                there = socket.create_connection((server.hostname or "", server.port or 7687))
                self._ends += [client, there]
                for ends in ((client, there, True), (there, client, False)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, asking: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if asking and not self._lets_through(data, other):
                    break
                other.sendall(data if asking else data.replace(*self.instead) if self.instead[0] else data)
        for end in (one, other):
            _shut(end)

    def _lets_through(self, data: bytes, other: socket.socket) -> bool:
        self.asked += 1
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.close()
                return False
        if self.fail and _COMMIT in data:
            when, self.fail = self.fail, None
            if when == "after":
                other.sendall(data)
                time.sleep(1.0)
            return False
        return True


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
