"""A running service for the tests: uvicorn in a thread, over real HTTP."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from api.app import create_app
from api.state import Parts
from contract.time import SECOND, Clock, parse
from service.settings import load

TODAY = date(2026, 4, 21)
PATIENCE = 60.0  # seconds
Headers = Mapping[str, str]
Json = dict[str, Any]


_TITLES = {"es": "Política de reembolsos", "en": "Refund policy"}
_WINDOWS = {"es": "Plazo de reembolso: {} días", "en": "Refund window: {} days"}
_FORUMS = {"es": "Foro: ¿cuánto tiempo hay para devolver?", "en": "Forum: how long do I have to return?"}


@dataclass(frozen=True)
class Service:
    """A running service: its address, its application, and what the tests ask of it."""

    url: str
    app: FastAPI
    client: httpx.Client

    @property
    def parts(self) -> Parts:
        found: Parts = self.app.state.parts
        return found

    def call(self, method: str, path: str, headers: Headers | None = None, **more: Any) -> httpx.Response:
        return self.client.request(method, path, headers=dict(headers or {}), **more)

    def ask(self, question: str, headers: Headers | None = None, **more: Any) -> Json:
        return self._answered("/v1/ask", headers, {"question": question, **more})

    def search(self, question: str, headers: Headers | None = None, **more: Any) -> list[Json]:
        found: list[Json] = self._answered("/v1/search", headers, {"question": question, **more})["candidates"]
        return found

    def put(self, uri: str, content: str, headers: Headers | None = None, **body: Any) -> httpx.Response:
        return self.call("PUT", f"/v1/sources/{uri}", headers, json={"content": content, **body})

    def put_whole(self, uri: str, content: str, headers: Headers | None = None, **body: Any) -> Json:
        """Put, and wait until it is in."""
        job = over(self.client, self.put(uri, content, headers, **body), headers)
        assert job["state"] == "done", job
        return job

    def _answered(self, path: str, headers: Headers | None, body: Json) -> Json:
        answer = self.call("POST", path, headers, json=body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found


def over(client: httpx.Client, put: httpx.Response, headers: Headers | None = None) -> Json:
    """The job of a PUT when it is over."""
    assert put.status_code == 202, put.text
    until = time.monotonic() + PATIENCE
    while True:
        answer = client.get(f"/v1/jobs/{put.json()['id']}", headers=dict(headers or {}))
        assert answer.status_code == 200, answer.text
        job: Json = answer.json()
        if job["state"] in ("done", "failed"):
            return job
        assert time.monotonic() < until, job
        time.sleep(0.05)


def clock_from(day: date) -> Clock:
    """A clock that begins at a day's noon and runs."""
    start, began = parse(f"{day.isoformat()}T12:00:00Z"), time.monotonic()
    return lambda: start + round((time.monotonic() - began) * SECOND)


@contextmanager
def running(store: Path | str, **settings: Any) -> Iterator[Service]:
    """The service over a file, or a server by its address; on a free port, until the block ends."""
    chosen = load(
        **{
            "store": store if isinstance(store, str) else f"sqlite:{store}",
            "tenant": "default",
            "host": "127.0.0.1",
            **settings,
        }
    )
    app = create_app(chosen, clock_from(TODAY))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="service", daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive(), "the service did not start"
            assert time.monotonic() < until, "the service took too long to start"
            time.sleep(0.02)
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            with httpx.Client(base_url=url, timeout=PATIENCE) as client:
                yield Service(url, app, client)
        finally:
            server.should_exit = True
            thread.join(timeout=PATIENCE)


def document(said: str, **metadata: object) -> str:
    """A document of one heading and one line, with front matter."""
    front = "".join(f"{key}: {value}\n" for key, value in metadata.items())
    return f"---\n{front}---\n# {metadata['title']}\n\n{said}\n"


def refund_documents() -> Iterator[tuple[str, str]]:
    """By URI, the refund policy's two revisions and what the forum says, in both languages."""
    for language in ("es", "en"):
        policy = {"title": _TITLES[language], "source_type": "policy", "language": language}
        said = _WINDOWS[language]
        for label, start, days in (("A", "2025-01-01", 30), ("B", "2026-03-01", 14)):
            yield f"policy/refund.{language}", document(said.format(days), revision=label, valid_from=start, **policy)
        forum = {"title": f'"{_FORUMS[language]}"', "source_type": "forum", "language": language}
        yield f"forum/refunds.{language}", document(said.format(60), observed_at="2026-04-20", **forum)


def assert_problem(answer: httpx.Response, status: int, code: str | None = None) -> None:
    """An error as every route gives it: problem+json with a stable code and one sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert set(problem) == {"type", "title", "status", "detail", "code"}
    assert problem["status"] == status
    assert code is None or problem["code"] == code
    assert 0 < len(problem["detail"]) <= 1000
    assert "Traceback" not in answer.text
