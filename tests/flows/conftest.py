"""The examples taken in once with the order service beside them, and small products for what a test changes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import structlog

from contract.ports import JobState
from service.demo import EXAMPLES, order_service
from tests.flows.desk import TODAY, Clock, Desk, copy_store, desk

OpenDesk = Callable[..., Desk]


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


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("corpus")


@pytest.fixture(scope="session")
def corpus(home: Path, orders: str) -> Iterator[Desk]:
    """The examples, and their communities. Tests only read it."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with desk(home) as here:
        report = here.ingest(EXAMPLES / "corpus")
        assert not report.failed
        assert report.coverage == 1.0
        assert here.refresh().state is JobState.DONE
        yield here


@pytest.fixture
def copied(corpus: Desk, home: Path, tmp_path: Path) -> Iterator[Desk]:
    """A store of one's own with the examples in it."""
    copy_store(home, tmp_path)
    with desk(tmp_path) as here:
        yield here


@pytest.fixture
def small(tmp_path: Path, orders: str) -> Iterator[OpenDesk]:
    """Opens a product with an empty store; a second call opens another one."""
    with ExitStack() as stack:
        count = iter(range(100))
        yield lambda clock=None: stack.enter_context(desk(tmp_path / f"desk-{next(count)}", clock or Clock()))
