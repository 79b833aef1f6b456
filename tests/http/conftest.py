"""One service for the run, with the order service of the examples beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from examples.orders import serve
from tests.http.serving import TODAY, Service, document, running

_TITLES = {"es": "Política de reembolsos", "en": "Refund policy"}
_WINDOWS = {"es": "Plazo de reembolso: {} días", "en": "Refund window: {} days"}
_FORUMS = {"es": "Foro: ¿cuánto tiempo hay para devolver?", "en": "Forum: how long do I have to return?"}


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
        for uri, content in _documents():
            one.put_whole(uri, content)
        yield one


def _documents() -> Iterator[tuple[str, str]]:
    for language in ("es", "en"):
        policy = {"title": _TITLES[language], "source_type": "policy", "language": language}
        said = _WINDOWS[language]
        for label, start, days in (("A", "2025-01-01", 30), ("B", "2026-03-01", 14)):
            yield f"policy/refund.{language}", document(said.format(days), revision=label, valid_from=start, **policy)
        forum = {"title": f'"{_FORUMS[language]}"', "source_type": "forum", "language": language}
        yield f"forum/refunds.{language}", document(said.format(60), observed_at="2026-04-20", **forum)
