"""One service for the run, with the order service of the examples beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from examples.orders import serve
from tests.http.serving import TODAY, Service, refund_documents, running


@pytest.fixture(scope="session")
def orders() -> Iterator[str]:
    """The order service, where the shipped policy looks for it."""
    server, url = serve(today=TODAY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VIGENTE_ORDERS_URL", url)
        yield url
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def service(orders: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """It knows the refund policy's two revisions, and what the forum says, in both languages."""
    with running(tmp_path_factory.mktemp("http") / "vigente.db") as one:
        for uri, content in refund_documents():
            one.put_whole(uri, content)
        yield one
