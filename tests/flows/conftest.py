"""The examples taken in once with the order service beside them, and small products for what a test changes."""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import structlog

from models.embedding import open_embedder
from service.commands import cli
from service.demo import order_service
from tests import neo4j_server
from tests.flows.desk import TENANT, TODAY, Clock, Desk, Ran, Remembering, copy_store, desk, take_in_examples
from tests.flows.shelf import Shelf

OpenDesk = Callable[..., Desk]
Shell = Callable[..., Ran]
KINDS = ("sqlite", "neo4j")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Logs go nowhere; a command that turned them on is undone."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def orders() -> Iterator[str]:
    """The order service of the examples; its orders are as old as they are on ``TODAY``."""
    with order_service(TODAY) as url:
        yield url


@pytest.fixture(scope="session", autouse=True)
def _embedded_once() -> Iterator[None]:
    """The model runs once for a text, however many stores it goes into."""
    with pytest.MonkeyPatch.context() as patch:
        bundled = Remembering(open_embedder("bundled"))
        patch.setattr(
            "service.wiring.open_embedder", lambda name: bundled if name == "bundled" else open_embedder(name)
        )
        yield


@pytest.fixture(scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    """Which store the product is over: a file and a server, each in turn, or the one of ``--store``."""
    if request.param == "neo4j":
        neo4j_server.uri()
    found: str = request.param
    return found


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("corpus")


@pytest.fixture(scope="session")
def in_file(home: Path, orders: str) -> Iterator[Desk]:
    """The examples and their communities, in a file."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with desk(home) as here:
        take_in_examples(here)
        yield here


@pytest.fixture(scope="session")
def on_server(tmp_path_factory: pytest.TempPathFactory, in_file: Desk) -> Iterator[Shelf]:
    """The examples and their communities, on the server: what a copy of the file's store brings there."""
    where, records = neo4j_server.uri(), tuple(in_file.product.store.dump())
    with ExitStack() as stack:
        yield Shelf(where, tmp_path_factory.mktemp("server"), stack, records)


@pytest.fixture
def corpus(kind: str, request: pytest.FixtureRequest) -> Desk:
    """The examples, and their communities. Tests only read it."""
    found: Desk = (
        request.getfixturevalue("in_file") if kind == "sqlite" else request.getfixturevalue("on_server").kept()
    )
    return found


@pytest.fixture
def copied(kind: str, request: pytest.FixtureRequest, home: Path, tmp_path: Path) -> Iterator[Desk]:
    """A store of one's own with the examples in it."""
    if kind == "neo4j":
        with request.getfixturevalue("on_server").lent(tmp_path) as here:
            yield here
        return
    request.getfixturevalue("in_file")
    copy_store(home, tmp_path)
    with desk(tmp_path) as here:
        yield here


@pytest.fixture
def small(kind: str, tmp_path: Path, orders: str) -> Iterator[OpenDesk]:
    """Opens a product with an empty store; a second call opens another one, or another tenant of one server."""
    store = None
    if kind == "neo4j":
        store = neo4j_server.uri()
        neo4j_server.empty(store)
    with ExitStack() as stack:
        count = iter(range(100))

        def opens(clock: Clock | None = None) -> Desk:
            number = next(count)
            tenant = f"{TENANT}-{number}" if store and number else TENANT
            return stack.enter_context(desk(tmp_path / f"desk-{number}", clock or Clock(), store=store, tenant=tenant))

        yield opens


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Shell:
    """Runs ``vigente`` with these words in a folder of its own; further names are settings of the environment."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("VIGENTE_") and name != "VIGENTE_ORDERS_URL"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("VIGENTE_STORE", f"sqlite:{tmp_path / 'store.db'}")
    monkeypatch.setenv("VIGENTE_TENANT", TENANT)

    def run(*words: object, stdin: bytes = b"", **settings: str) -> Ran:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["vigente", *map(str, words)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            for name, value in settings.items():
                patch.setenv(name, value)
            capsys.readouterr()
            try:
                cli.main()
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
            said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = metafunc.config.getoption("store")
    marked = any(mark.args[0] == "kind" for mark in metafunc.definition.iter_markers("parametrize"))
    if "kind" in metafunc.fixturenames and not marked:
        metafunc.parametrize("kind", [asked] if asked else KINDS, indirect=True, scope="session")
