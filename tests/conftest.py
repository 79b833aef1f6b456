"""Fixtures shared by every suite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import neo4j_server


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


@pytest.hookimpl(tryfirst=True)  # before the groups are read, and before fixtures put the tests in order
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What shares a set-up stays together, in one process where there are several: the server, the examples, a file's own."""
    for item in items:
        group = _group(item)
        item.add_marker(pytest.mark.xdist_group(group))
        if group == SERVER:  # it plans each query anew, which takes minutes on a busy machine
            item.add_marker(pytest.mark.timeout(900))
    items.sort(key=lambda item: (_group(item) != SERVER, "copied" in fixtures(item) or "small" in fixtures(item)))


SERVER = "server"


def _group(item: pytest.Item) -> str:
    """Which set-up a test needs."""
    where = item.nodeid.partition("::")[0]
    if any(word in item.nodeid for word in ("neo4j", "bolt", "browser_queries", "test_cypher.py", "server")):
        return SERVER
    if where.startswith("tests/flows/") and "kind" in fixtures(item):
        return "examples"
    return "http" if where.startswith("tests/http/") else where


def fixtures(item: pytest.Item) -> tuple[str, ...]:
    return tuple(getattr(item, "fixturenames", ()))
