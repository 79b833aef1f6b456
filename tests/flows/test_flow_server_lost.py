"""What a command and the service say when the Neo4j of the store refuses, dies or is another: one sentence, and 3 or 503."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

from tests import neo4j_server
from tests.flows.conftest import Shell
from tests.flows.desk import TENANT, policy
from tests.http.serving import Service, assert_problem, running
from tests.neo4j_server import PASSWORD, Server
from tests.wire import Wire

ASK = ("ask", "What is the refund window?")
DOCUMENTS = 40
_CONNECTIONS = "CALL dbms.listConnections() YIELD userAgent WHERE userAgent = 'vigente'"
WAIT = "1.0"  # seconds that a lost server is waited for
HEADERS = {"X-Vigente-Tenant": TENANT}


@pytest.fixture
def server(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server with a password, which a shell and its children know, emptied."""
    found = neo4j_server.standing(neo4j_server.guarded())
    neo4j_server.empty(found.uri, PASSWORD)
    for name, value in (("STORE", found.uri), ("STORE_PASSWORD", PASSWORD), ("STORE_WAIT_SECONDS", WAIT)):
        monkeypatch.setenv(f"VIGENTE_{name}", value)
    return found


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """The way to the server."""
    carries = Wire(server.uri)
    yield carries
    carries.close()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Policies of so many shops, no two alike."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(DOCUMENTS):
        text = policy(f"policy/shop-{number}", "A", "2025-01-01", 10 + number)
        (folder / f"shop-{number}.md").write_text(text.replace("Refund policy", f"Refund policy of shop {number}"))
    return folder


@pytest.fixture
def killable(server: Server, documents: Path, shell: Shell) -> Server:
    """The same with one policy in it."""
    assert shell("ingest", documents / "shop-0.md").code == 0
    return server


def _vigente(*words: object) -> subprocess.Popen[str]:
    """The installed command, at work."""
    command = [str(Path(sys.executable).with_name("vigente")), *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ))


def _one_sentence(said: str) -> str:
    (line,) = said.strip().splitlines()
    assert line.startswith("vigente: ")
    assert PASSWORD not in line
    return line


def test_who_has_no_password_or_another_one_is_told_where_to_set_it(killable: Server, shell: Shell) -> None:
    for words in (ASK, ("ingest", "documents"), ("store", "check"), ("store", "migrate"), ("serve", "--port", "0")):
        said = shell(*words, VIGENTE_STORE_PASSWORD="not-the-password").refused(3)
        assert "VIGENTE_STORE_PASSWORD" in said
        assert "not-the-password" not in said
        _wait_for(killable, "RETURN 1", 1)  # after three wrong ones in a row the server locks the user out
    assert "VIGENTE_STORE_USER" in shell(*ASK, VIGENTE_STORE_USER="nobody").refused(3)
    with neo4j.GraphDatabase.driver(killable.uri, auth=("neo4j", PASSWORD)) as driver:
        driver.execute_query("CREATE USER fresh SET PASSWORD 'their-first-one' CHANGE REQUIRED", database_="system")
        first = {"VIGENTE_STORE_USER": "fresh", "VIGENTE_STORE_PASSWORD": "their-first-one"}
        assert "must be changed" in shell(*ASK, **first).refused(3)
        driver.execute_query("DROP USER fresh", database_="system")
    assert shell("store", "check").code == 0


@pytest.mark.parametrize("words", [ASK, ("ingest", "documents"), ("store", "check"), ("communities", "refresh")])
def test_a_server_that_is_down_is_told_at_once(documents: Path, shell: Shell, words: tuple[str, ...]) -> None:
    where = f"neo4j://127.0.0.1:{neo4j_server.free_port()}"
    said = shell(*words, VIGENTE_STORE=where, VIGENTE_STORE_WAIT_SECONDS=WAIT).refused(3)
    assert f"no Neo4j answers at {where}: start it" in said


def test_a_server_killed_under_a_question_and_an_ingestion(killable: Server, documents: Path, shell: Shell) -> None:
    """What was under way ends in one sentence; when the server is back, all is whole."""
    ingesting = _vigente("ingest", documents, "--json")
    _wait_for(killable, "MATCH (s:Source) RETURN count(s)", 4, ingesting)
    asking = _vigente(*ASK)
    _wait_for(killable, f"{_CONNECTIONS} RETURN count(*)", 2, asking)
    killable.stop(signal.SIGKILL)
    for command in (ingesting, asking):
        out, err = command.communicate(timeout=120)
        if command is asking and command.returncode == 0:  # a question may be quicker than the look at it
            continue
        assert (command.returncode, out) == (3, ""), err
        assert "Neo4j" in _one_sentence(err)

    neo4j_server.standing(killable)
    _wait_for(killable, "MATCH (s:Source) RETURN count(s)", 4)
    assert shell("store", "check", "--json").json == {"findings": []}
    assert 4 <= _sources(shell) < DOCUMENTS


@pytest.fixture
def read_only(killable: Server) -> Server:
    """The same server, which may no longer be written."""
    return neo4j_server.standing(killable, "server.databases.read_only=neo4j")


def test_a_server_that_may_not_be_written_is_told_by_each_writer(
    read_only: Server, documents: Path, shell: Shell
) -> None:
    _wait_for(read_only, "MATCH (s:Source) RETURN count(s)", 1)
    before = shell("export", "--format", "jsonl").out
    for words in (ASK, ("ingest", documents), ("delete", "policy/shop-0"), ("communities", "refresh")):
        assert "the database is read only" in shell(*words).refused(3)
    with running(read_only.uri, store_password=PASSWORD, tenant=TENANT) as service:
        assert_problem(service.call("POST", "/v1/ask", HEADERS, json={"question": ASK[1]}), 503, "store_unavailable")
    assert shell("export", "--format", "jsonl").out == before


def _sources(shell: Shell) -> int:
    return shell("export", "--format", "jsonl").out.count('"kind":"source"')


def test_an_older_server_is_refused_by_each_command(wire: Wire, documents: Path, shell: Shell) -> None:
    wire.instead = (b"2026.08.1", b"5.26.0000")
    for words in (ASK, ("ingest", documents), ("store", "check"), ("serve", "--port", "0")):
        assert "Neo4j 5.26" in shell(*words, VIGENTE_STORE=wire.uri).refused(3)


def test_a_server_lost_at_any_moment_of_a_question(wire: Wire, documents: Path, shell: Shell) -> None:
    """At every few pieces of a command; each time one sentence, and the question asked again is answered alike.

    Pieces of a stream join as they like, so that the same question may take some fewer: no cut is near its end.
    """
    settings = {"VIGENTE_STORE": wire.uri}
    assert shell("ingest", documents / "shop-0.md", **settings).code == 0
    before = wire.asked
    answered = shell(*ASK, "--json", **settings).json
    pieces = wire.asked - before
    assert pieces > 8
    for left in sorted({1, 2, pieces // 4, pieces // 2, pieces * 3 // 4}):
        wire.left = left
        assert "Neo4j" in shell(*ASK, "--json", **settings).refused(3)
        wire.mend()
    again = shell(*ASK, "--json", **settings).json
    assert again["claims"] == answered["claims"]
    assert shell("store", "check", "--json", **settings).json == {"findings": []}


@pytest.fixture
def service(wire: Wire, documents: Path) -> Iterator[Service]:
    with running(wire.uri, store_wait_seconds=float(WAIT), store_password=PASSWORD, tenant=TENANT) as one:
        one.put_whole("policy/shop-0", (documents / "shop-0.md").read_text(), HEADERS)
        yield one


def test_a_service_tells_of_a_lost_server_and_goes_on_when_it_is_back(wire: Wire, service: Service) -> None:
    def asked() -> object:
        return service.ask(ASK[1], HEADERS)["claims"]

    answered = asked()
    before = wire.asked
    assert asked() == answered
    pieces = wire.asked - before
    for left in sorted({0, pieces // 2, pieces * 3 // 4}):
        wire.left = left
        lost = service.call("POST", "/v1/ask", HEADERS, json={"question": ASK[1]})
        assert_problem(lost, 503, "store_unavailable")
        assert service.call("GET", "/healthz").status_code == 200
        assert service.call("GET", "/readyz").status_code == 503
        assert_problem(service.put("policy/shop-1", "# A", HEADERS), 503, "store_unavailable")
        wire.mend()
        assert asked() == answered
    assert service.call("GET", "/readyz").status_code == 200
    assert service.parts.product.store.check() == ()


def _wait_for(server: Server, query: str, number: int, command: subprocess.Popen[str] | None = None) -> None:
    """Until the query counts so many, or the command has ended. A database that still recovers is waited for."""
    latest = time.monotonic() + 120
    with neo4j.GraphDatabase.driver(
        server.uri, auth=("neo4j", PASSWORD), user_agent="the test", max_transaction_retry_time=120
    ) as driver:
        while driver.execute_query(query).records[0][0] < number and (command is None or command.poll() is None):
            assert time.monotonic() < latest
            time.sleep(0.02)
