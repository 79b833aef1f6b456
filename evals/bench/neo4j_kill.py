"""Kill -9 in the middle of a large ingest into Neo4j, the client and the server by turns: all or nothing each time.

The bench starts a server of its own: the program that VIGENTE_NEO4J_START names is called with a folder, a bolt port and an
http port, and runs in the foreground. After each kill the server is started again if it was the one, and the store must be
whole: ``check`` finds nothing, every revision that the client was told of is there, and each has all of its passages.
``torn``, ``lost`` and ``unsound`` count kills after which one of that was not so.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from contract.access import Principal, Scope
from contract.history import Put
from evals import generated
from evals.generated import KNOWN, MODEL, TENANT, Page
from evals.product import Timer, versions
from evals.records import DataError, Options, Result
from graph.bolt.database import Address
from graph.bolt.store import BoltStore, open_store

KILLS = 20
_PASSAGES = 300  # of each document: a commit takes long enough to be hit
_DIMENSION = 8
_LONGEST = 3.0  # seconds from the first commit told to the kill
_PATIENCE = 180.0  # seconds that a server has to answer
_START = "VIGENTE_NEO4J_START"


def run(options: Options) -> Result:
    """``limit`` is how often something is killed, 20 times without one."""
    count = options.limit or KILLS
    chance = random.Random(options.seed)
    found = {"torn": 0, "lost": 0, "unsound": 0}
    misses: list[dict[str, str]] = []
    told: set[str] = set()
    restart = Timer()
    with _server(options.work / "bench-neo4j-kill") as server:
        for number in range(count):
            victim = "server" if number % 2 else "client"
            options.progress(f"killing the {victim}", number / count)
            told |= _killed(server, number, victim, chance.uniform(0, _LONGEST))
            if victim == "server":
                with restart():
                    server.start()
            for name, said in _wrong(server.uri, told):
                found[name] += 1
                misses.append({"kill": f"{number} {victim}", "cause": f"{name}: {said}"})
    return Result(
        suite="bench-neo4j-kill",
        dataset="generated",
        n=count,
        measures={**found, "told": len(told), "restart_p50_ms": restart.latency_ms.get("p50", 0.0)},
        settings={"passages": str(_PASSAGES), "dimension": str(_DIMENSION), "seed": str(options.seed)},
        versions=versions(),
        misses=tuple(misses),
    )


def ingest(uri: str, first: int) -> None:
    """Write documents until killed; each revision is told of on standard output once its commit has returned."""
    store = open_store(Address(uri), model=MODEL, dimension=_DIMENSION)
    draw = np.random.default_rng(first)
    for number in range(first, first + 1000):
        vectors = generated.units(draw.standard_normal((_PASSAGES, _DIMENSION)))
        texts = [f"Document {number} has line {at}." for at in range(_PASSAGES)]
        stated = [(at, f"Document {number}", "has", f"line {at}") for at in range(_PASSAGES)]
        page = Page(f"document/{number}", f"Document {number}", texts, vectors, stated=stated)
        made = generated.draft(page)
        done = store.commit(made, generated.embedded(made, page), KNOWN + number)
        sys.stdout.write(f"{done.revision_id}\n")
        sys.stdout.flush()


@dataclass
class _Server:
    """A server process and where its data are."""

    program: str
    home: Path
    bolt: int
    http: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.bolt}"

    def start(self) -> None:
        """Start it, and wait until it opens a store."""
        with (self.home / "server.log").open("ab") as log:
            command = [self.program, str(self.home), str(self.bolt), str(self.http)]
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHON": sys.executable}, start_new_session=True
            )
        latest = time.monotonic() + _PATIENCE
        while not self._answers() and time.monotonic() < latest:
            time.sleep(0.5)
        open_store(Address(self.uri), model=MODEL, dimension=_DIMENSION).close()

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.bolt), timeout=1.0).close()
        except OSError:
            return False
        return True

    def stop(self, how: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=_PATIENCE)


@contextmanager
def _server(home: Path) -> Iterator[_Server]:
    program = os.environ.get(_START)
    if not program or not Path(program).is_file():
        raise DataError(f"a server that may be killed is started by a program: set {_START} to it (see docs/evals)")
    home.mkdir(parents=True, exist_ok=True)
    server = _Server(program, home, _free_port(), _free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop(signal.SIGTERM)


def _killed(server: _Server, number: int, victim: str, seconds: float) -> set[str]:
    """Let a client write, kill it or the server a while after its first commit, and give the revisions that it told of."""
    begun = 1000 * (number + 1)
    call = f"from evals.bench.neo4j_kill import ingest; ingest({server.uri!r}, {begun})"
    client = subprocess.Popen(
        [sys.executable, "-c", call],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert client.stdout
    told = {client.stdout.readline().strip()}
    time.sleep(seconds)
    if victim == "server":
        server.stop(signal.SIGKILL)
    client.kill()
    told |= {line.strip() for line in client.stdout if line.endswith("\n")}
    client.wait()
    return told - {""}


def _wrong(uri: str, told: set[str]) -> Iterator[tuple[str, str]]:
    """What is not as it must be."""
    store = open_store(Address(uri), model=MODEL, dimension=_DIMENSION)
    try:
        if findings := store.check():
            yield "unsound", findings[0].message
        known = {event.revision_id for event in store.history(TENANT) if isinstance(event, Put)}
        if gone := sorted(told - known):
            yield "lost", gone[0]
        if torn := _torn(store, known):
            yield "torn", torn[0]
    finally:
        store.close()


def _torn(store: BoltStore, known: set[str]) -> list[str]:
    """Revisions that have another number of passages than they were written with."""
    at = store.state().known_at
    seen = store.view(Scope(TENANT, Principal(TENANT, "evals").readable(store.audiences()), at, at))
    held = dict.fromkeys(known, 0)
    for each in seen.located(seen.passage_ids()):
        held[each.revision.id] += 1
    return sorted(revision for revision, passages in held.items() if passages != _PASSAGES)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
