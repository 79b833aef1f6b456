"""The demo's order service, run in a thread."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from examples.orders import serve


@pytest.fixture(scope="module")
def orders() -> Iterator[tuple[str, date]]:
    """The service's URL and the day that its orders count from."""
    today = date(2026, 4, 21)
    server, url = serve(today=today)
    yield url, today
    server.shutdown()
    server.server_close()
