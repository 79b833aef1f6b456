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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A new Neo4j plans each query anew, which takes minutes on a busy machine: such a test may take longer than others."""
    for item in items:
        if any(word in item.nodeid for word in ("neo4j", "bolt", "server", "tests/store/")):
            item.add_marker(pytest.mark.timeout(900))
