"""A small system of record over HTTP, for what the cases read live: ``GET /COLLECTION/ID`` gives a written record."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

ADDRESS = "VIGENTE_ORDERS_URL"
"""The environment variable in which policy files look for the address."""

_HOST = "127.0.0.1"
_SLOW = 1.0  # seconds: longer than the cases' policies wait

Records = Mapping[str, Mapping[str, Mapping[str, Any]]]


@dataclass
class SystemOfRecord:
    """``state`` is how it is: ``up``, ``down`` (503), ``garbled`` (no JSON) or ``slow``."""

    records: Records
    state: str = "up"

    def answer(self, path: str) -> tuple[HTTPStatus, bytes]:
        """What it says to one request."""
        if self.state == "down":
            return HTTPStatus.SERVICE_UNAVAILABLE, b"{}"
        if self.state == "garbled":
            return HTTPStatus.OK, b"<html>maintenance</html>"
        if self.state == "slow":
            time.sleep(_SLOW)
        collection, _, id_ = path.strip("/").partition("/")
        record = self.records.get(collection, {}).get(id_)
        if record is None:
            return HTTPStatus.NOT_FOUND, b'{"error": "no such record"}'
        return HTTPStatus.OK, json.dumps({"id": id_, **record}).encode()


@contextmanager
def running(records: Records) -> Iterator[SystemOfRecord]:
    """The service in a thread of its own on a free port, its address in the environment; gone at the end."""
    system = SystemOfRecord(records)
    server = ThreadingHTTPServer((_HOST, 0), _handler(system))
    Thread(target=server.serve_forever, name="system of record", daemon=True).start()
    before = os.environ.get(ADDRESS)
    os.environ[ADDRESS] = f"http://{_HOST}:{server.server_address[1]}"
    try:
        yield system
    finally:
        server.shutdown()
        server.server_close()
        if before is None:
            os.environ.pop(ADDRESS, None)
        else:
            os.environ[ADDRESS] = before


def _handler(system: SystemOfRecord) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = system.answer(self.path)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # who asked waited no longer
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet: the terminal belongs to the evals."""

    return Handler
