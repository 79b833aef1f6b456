"""The service as a process: what keeps it from starting, what outlives it, and whether it says that it is usable."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx

from contract.ports import JobState
from service.settings import load
from service.wiring import opened
from tests.http.serving import PATIENCE, TODAY, Service, assert_problem, clock_from, document, over, running

VIGENTE = Path(sys.executable).with_name("vigente")


def command(folder: Path, *arguments: str) -> tuple[Sequence[str], dict[str, str]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("VIGENTE_")}
    return [str(VIGENTE), "serve", *arguments], environment | {"VIGENTE_STORE": f"sqlite:{folder / 'vigente.db'}"}


def refused(folder: Path, *arguments: str) -> tuple[int, str]:
    said, environment = command(folder, *arguments)
    done = subprocess.run(said, env=environment, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == ""
    return done.returncode, done.stderr


@contextmanager
def served(folder: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes]]]:
    """``vigente serve`` in a process of its own, when it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said, environment = command(folder, "--port", str(port))
    with (folder / "log").open("ab") as log, subprocess.Popen(said, env=environment, cwd=folder, stderr=log) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
                until = time.monotonic() + PATIENCE
                while not alive(client):
                    assert process.poll() is None, (folder / "log").read_text(encoding="utf-8")
                    assert time.monotonic() < until
                    time.sleep(0.1)
                yield client, process
        finally:
            process.kill()


def alive(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz").is_success
    except httpx.TransportError:
        return False


def test_without_credentials_only_loopback_is_served(tmp_path: Path) -> None:
    code, said = refused(tmp_path, "--host", "0.0.0.0")
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith("vigente: VIGENTE_AUTH=none serves on loopback only")


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = refused(tmp_path, "--port", str(port))
    assert (code, said.count("\n")) == (3, 1)
    assert f"127.0.0.1:{port} cannot be listened on" in said
    assert "--port" in said


def test_a_store_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "vigente.db").write_bytes(b"no store at all, but a text " * 100)
    code, said = refused(tmp_path, "--port", "0")
    assert (code, said.count("\n")) == (3, 1)
    assert "vigente.db" in said


def test_what_was_accepted_outlives_a_kill(tmp_path: Path) -> None:
    said = [
        document(f"The vessel {name} berths at quay {number}.", title="Berth") for number, name in enumerate("ABCD")
    ]
    with served(tmp_path) as (client, process):
        put = [client.put(f"/v1/sources/berth/{number}", json={"content": text}) for number, text in enumerate(said)]
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=PATIENCE)
    with served(tmp_path) as (client, process):
        assert {over(client, one)["state"] for one in put} == {"done"}
        found = client.post("/v1/search", json={"question": "vessel berths", "limit": 10}).json()
        assert {one["uri"] for one in found["candidates"]} == {f"berth/{number}" for number in range(4)}
        assert client.get("/readyz").json()["ready"] is True
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
    assert "Traceback" not in (tmp_path / "log").read_text(encoding="utf-8")


def test_a_job_that_a_dead_process_left_running_is_taken_up(tmp_path: Path) -> None:
    store = tmp_path / "vigente.db"
    with running(store) as first:
        put = first.put(
            "notices/left", document("The vessel Frida berths at quay six.", title="Berth", valid_from="2025-01-01")
        )
        assert over(first.client, put)["state"] == "done"
    with opened(load(store=f"sqlite:{store}"), clock_from(TODAY)) as product:
        job = product.store.job("default", put.json()["id"])
        assert job is not None
        product.store.delete("default", "notices/left", product.clock())
        left = replace(job, id="1" * 32, state=JobState.RUNNING, outcome=None, progress=0.0)
        others = replace(left, id="2" * 32, kind="of another service")
        for one in (left, others):
            product.store.save_job(one)
    with running(store) as second:
        assert over(second.client, httpx.Response(202, json={"id": left.id}))["state"] == "done"
        assert second.call("GET", f"/v1/jobs/{others.id}").json()["state"] == "running"
        assert second.search("Frida")[0]["uri"] == "notices/left"


def test_a_service_that_works_says_so(service: Service) -> None:
    assert service.call("GET", "/healthz").json() == {"status": "ok"}
    answer = service.call("GET", "/readyz")
    assert answer.status_code == 200
    assert answer.json() == dict.fromkeys(("ready", "store", "index", "embedder", "worker"), True)


def test_a_store_that_broke_makes_the_service_not_ready(tmp_path: Path) -> None:
    with running(tmp_path / "vigente.db") as one:
        assert one.call("GET", "/readyz").status_code == 200
        broken(one.parts.product.settings.store_path)
        answer = one.call("GET", "/readyz")
        assert answer.status_code == 503
        state = answer.json()
        assert (state["ready"], state["store"], state["index"]) == (False, False, False)
        assert (state["embedder"], state["worker"]) == (True, True)
        assert one.call("GET", "/healthz").status_code == 200
        assert_problem(one.call("POST", "/v1/ask", json={"question": "refund"}), 503, "store_unavailable")
        assert_problem(one.put("berth/1", "# Berth"), 503, "store_unavailable")
        time.sleep(1.5)
        assert one.call("GET", "/readyz").json()["worker"] is True


def broken(store: Path) -> None:
    """Take tables away from under a service that runs."""
    with closing(sqlite3.connect(store, timeout=PATIENCE)) as connection:
        for table in ("commits", "jobs"):
            connection.execute(f"DROP TABLE {table}")
