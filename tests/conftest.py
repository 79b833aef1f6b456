"""Fixtures shared by every suite."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests import neo4j_server

hypothesis.settings.register_profile("many", max_examples=5000)  # pytest --hypothesis-profile many: hours, not minutes


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--store", choices=["sqlite", "neo4j"], help="the store of the flow tests: each on this one alone")


def _folder(variable: str, what: str) -> Path:
    where = os.environ.get(variable)
    if where and Path(where).is_dir():
        return Path(where)
    reason = f"{what} not here: set {variable} to their folder"
    if os.environ.get("VIGENTE_REQUIRE_SHARED"):
        pytest.fail(f"{reason} (required by VIGENTE_REQUIRE_SHARED)")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the public corpora and the cases; tests that need it are skipped where it is absent."""
    return _folder("VIGENTE_SHARED", "public corpora")


@pytest.fixture(scope="session")
def cases(request: pytest.FixtureRequest) -> Path:
    """The folder with the histories of what is in force (VIGENTE_CASES, else cases/ of the shared folder)."""
    if os.environ.get("VIGENTE_CASES"):
        return _folder("VIGENTE_CASES", "histories")
    where: Path = request.getfixturevalue("shared")
    return where / "cases"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for all tests that a missing Neo4j has skipped: how to get one."""
    skipped = terminalreporter.stats.get("skipped", [])
    without = sum(neo4j_server.WITHOUT in str(report.longrepr) for report in skipped)
    if without:
        terminalreporter.write_line(f"{without} tests skipped: {neo4j_server.why_not()}")


def pytest_sessionfinish() -> None:
    neo4j_server.stop_all()


@pytest.hookimpl(tryfirst=True)  # before fixtures put the tests in order
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What only reads the examples on a server comes before what empties it; what starts it read only comes last."""
    for item in items:
        if group(item.nodeid).startswith(SERVER):  # it plans each query anew, which takes minutes on a busy machine
            item.add_marker(pytest.mark.timeout(900))
    items.sort(key=lambda item: (not group(item.nodeid).startswith(SERVER), _turn(_fixtures(item))))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """With ``--dist loadscope``: what shares a set-up stays together in one process."""
    from xdist.scheduler import LoadScopeScheduling

    class Grouped(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid)

    return Grouped(config, log) if config.getvalue("dist") == "loadscope" else None


SERVER = "server"
_ON_SERVERS = (
    "neo4j",
    "bolt",
    "browser_queries",
    "test_cypher.py",
    "conformance",
    "portable",
    "server_lost",
    "test_benches",
)
_CHANGING = {"copied", "small"}
_LAST = {"read_only"}


def group(nodeid: str) -> str:
    """Which set-up a test shares: a server (processes have one each, if none was given), the examples, a file's own."""
    suite = nodeid.partition("::")[0]
    if any(word in nodeid for word in _ON_SERVERS) and "embedded" not in nodeid:
        if "server_lost" in nodeid or "a_server_is_killed" in nodeid:
            return f"{SERVER} that is killed"
        return SERVER if neo4j_server.given() else f"{SERVER} of {'flows' if 'flows' in suite else 'the rest'}"
    if suite.startswith("tests/flows/") and "sqlite" in nodeid:  # where those on a server have theirs from
        return f"{SERVER} of flows"
    return "http" if suite.startswith("tests/http/") else suite


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def _turn(fixtures: set[str]) -> int:
    return 2 if fixtures & _LAST else int(bool(fixtures & _CHANGING))
