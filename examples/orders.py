"""A small order service: the system of record that the demo and the tests read live.

``GET /orders/{id}`` gives ``{"id", "purchased_on", "status", "total": {"amount", "currency"}}``; an unknown id is a 404.
Purchase dates are counted back from a given day, so that an order is as old in a year as it is today. Run it with
``python examples/orders.py [--port 8765] [--today 2026-04-01]``, or in a thread of yours with ``serve``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

HOST = "127.0.0.1"
PORT = 8765


@dataclass(frozen=True, slots=True)
class Order:
    """An order as the shop keeps it; ``age_days`` is how long before the given day it was bought."""

    id: str
    age_days: int
    status: str
    amount: str
    currency: str = "USD"

    def shown(self, today: date) -> dict[str, Any]:
        bought = today - timedelta(days=self.age_days)
        total = {"amount": self.amount, "currency": self.currency}
        return {"id": self.id, "purchased_on": bought.isoformat(), "status": self.status, "total": total}


ORDERS = {
    order.id: order
    for order in (
        Order("1042", 20, "delivered", "74.00"),
        Order("1043", 5, "delivered", "28.40"),
        Order("1044", 14, "delivered", "62.00"),
        Order("1045", 0, "packed", "18.50"),
    )
}


def serve(port: int = 0, today: date | None = None) -> tuple[ThreadingHTTPServer, str]:
    """Start the service in a thread of its own: the server, to be shut down by the caller, and its URL.

    Port 0 takes a free one. Without ``today`` each answer counts from the day on which it is given (UTC).
    """
    server = _server(port, (lambda: today) if today else _utc_today)
    Thread(target=server.serve_forever, name="orders", daemon=True).start()
    return server, _url(server)


def _server(port: int, today: Callable[[], date]) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        server_version = "Orders/1"

        def do_GET(self) -> None:
            _, _, order_id = self.path.rpartition("/orders/")
            order = ORDERS.get(order_id) if self.path == f"/orders/{order_id}" else None
            if order is None:
                self._send(HTTPStatus.NOT_FOUND, {"error": "no such order"})
            else:
                self._send(HTTPStatus.OK, order.shown(today()))

        def _send(self, status: HTTPStatus, body: dict[str, Any]) -> None:
            payload = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet: the terminal belongs to the demo."""

    return ThreadingHTTPServer((HOST, port), Handler)


def _url(server: ThreadingHTTPServer) -> str:
    return f"http://{HOST}:{server.server_address[1]}"


def _utc_today() -> date:
    return datetime.now(UTC).date()


def main() -> None:
    parser = argparse.ArgumentParser(description="The demo's order service.")
    parser.add_argument("--port", type=int, default=PORT, help="where it listens on 127.0.0.1; 0 takes a free port")
    parser.add_argument("--today", type=date.fromisoformat, help="the day that order ages count from (default: today)")
    given = parser.parse_args()
    server = _server(given.port, (lambda: given.today) if given.today else _utc_today)
    print(f"Orders on {_url(server)}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
