"""Live reads against a real HTTP server: what is read, and every way of failing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

import pytest

from contract.evidence import FailedRead, Observation
from contract.policy import LiveSourceRule
from contract.ports import LiveReader
from contract.records import Datatype, Span
from contract.time import parse, system_clock
from retrieval.live.reader import SourceReader

NOW = parse("2026-03-31T12:00:00Z")


class System(BaseHTTPRequestHandler):
    """A system of record that also misbehaves on request."""

    asked: ClassVar[list[tuple[str, str | None]]] = []
    port: ClassVar[int] = 0

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Authorization")))
        name = self.path.rsplit("/", 1)[-1]
        order = {"purchased_on": "2026-03-11", "total": {"amount": 74.5, "lines": [{"sku": "AR-7"}]}, "paid": True}
        if name == "slow":
            time.sleep(1.0)
            return  # the reader gave up long ago
        if name == "moved":
            self._answer(302, b"", location="/orders/1042")
        elif name == "away":
            self._answer(302, b"", location=f"http://localhost:{self.port}/orders/1042")
        elif name == "loop":
            self._answer(302, b"", location="/orders/loop")
        elif name == "bad":
            self._answer(200, b"<html>not json</html>")
        elif name == "partial":
            self._answer(200, b'{"total": {}}')
        elif name == "nested":
            self._answer(200, json.dumps(order | {"purchased_on": ["2026-03-11"]}).encode())
        elif name == "large":
            self._answer(200, b'"' + b"x" * 2_000_000 + b'"')
        elif name == "drip":
            self._drip()
        elif name == "absent":
            self._answer(404, b"{}")
        else:
            self._answer(200, json.dumps(order).encode())

    def _answer(self, status: int, body: bytes, location: str | None = None) -> None:
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            for _ in range(20):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            return  # the reader gave up, as it should

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), System)
    System.port = server.server_address[1]
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{System.port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def source(base: str) -> LiveSourceRule:
    return LiveSourceRule(
        "orders",
        url=f"{base}/orders/{{subject}}",
        fields={"purchased_on": "purchased_on", "total": "total.amount", "sku": "total.lines.0.sku", "paid": "paid"},
        shown={
            "es": "Pedido {subject}: comprado el {purchased_on}.",
            "en": "Order {subject}, bought on {purchased_on} for {total}.",
        },
        timeout_seconds=5.0,
    )


def read(source: LiveSourceRule, subject: str, language: str = "en") -> Observation | FailedRead:
    reader: LiveReader = SourceReader(lambda: NOW, {})
    return reader.read(source, subject, language)


def test_an_observation_shows_its_values_and_says_where_they_stand(source: LiveSourceRule) -> None:
    seen = read(source, "1042")
    assert isinstance(seen, Observation)
    assert seen.text == "Order 1042, bought on 2026-03-11 for 74.5. sku: AR-7 paid: true"
    assert (seen.source, seen.subject, seen.observed_at) == ("orders", "1042", NOW)
    assert seen.uri.endswith("/orders/1042")
    assert {name: seen.text[at.start : at.end] for name, at in seen.spans.items()} == {
        "purchased_on": "2026-03-11",
        "total": "74.5",
        "sku": "AR-7",
        "paid": "true",
    }
    assert (seen.values["purchased_on"].datatype, seen.values["purchased_on"].value) == (Datatype.DATE, "2026-03-11")
    assert seen.values["total"].value == "74.5"
    assert seen.values["paid"].datatype is Datatype.BOOLEAN


def test_the_text_is_in_the_language_asked_for_else_in_one_that_is_declared(source: LiveSourceRule) -> None:
    spanish = read(source, "1042", "es")
    assert isinstance(spanish, Observation)
    assert spanish.text.startswith("Pedido 1042: comprado el 2026-03-11.")
    assert spanish.spans["purchased_on"] == Span(25, 35)
    other = read(source, "1042", "de")
    assert isinstance(other, Observation)
    assert other.text.startswith("Pedido 1042")


def test_a_subject_cannot_leave_its_place_in_the_url(source: LiveSourceRule) -> None:
    read(source, "../admin?x=1#y")
    assert System.asked[-1][0] == "/orders/..%2Fadmin%3Fx%3D1%23y"


def test_a_redirect_on_the_same_host_is_followed(source: LiveSourceRule) -> None:
    assert isinstance(read(source, "moved"), Observation)


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("absent", "404"),
        ("bad", "not JSON"),
        ("partial", "no purchased_on"),
        ("nested", "no single value at purchased_on"),
        ("large", "over 1,000,000 bytes"),
        ("away", "redirects to another host"),
        ("loop", "redirects too often"),
    ],
)
def test_a_failed_read_says_why(source: LiveSourceRule, subject: str, reason: str) -> None:
    failed = read(source, subject)
    assert isinstance(failed, FailedRead)
    assert (failed.source, failed.subject) == ("orders", subject)
    assert reason in failed.reason


@pytest.mark.parametrize("subject", ["slow", "drip"])
def test_what_takes_too_long_is_given_up(source: LiveSourceRule, subject: str) -> None:
    failed = SourceReader(system_clock, {}).read(replace(source, timeout_seconds=0.3), subject, "en")
    assert isinstance(failed, FailedRead)
    assert "did not answer within 0.3 s" in failed.reason


def test_nobody_listening_is_a_failed_read(source: LiveSourceRule) -> None:
    failed = read(replace(source, url="http://127.0.0.1:9/orders/{subject}"), "1042")
    assert isinstance(failed, FailedRead)
    assert "could not be reached" in failed.reason


def test_a_token_comes_from_the_environment_and_stays_out_of_what_is_kept(source: LiveSourceRule) -> None:
    guarded = replace(source, token_env="ORDERS_TOKEN")
    seen = SourceReader(lambda: NOW, {"ORDERS_TOKEN": "s3cret"}).read(guarded, "1042", "en")
    assert System.asked[-1][1] == "Bearer s3cret"
    assert "s3cret" not in repr(seen)
    missing = read(guarded, "1042")
    assert isinstance(missing, FailedRead)
    assert "ORDERS_TOKEN" in missing.reason


def test_a_text_that_shows_an_unknown_field_is_a_failed_read(source: LiveSourceRule) -> None:
    failed = read(replace(source, shown={"en": "{nothing}"}), "1042")
    assert isinstance(failed, FailedRead)
    assert "nothing" in failed.reason
