"""An endpoint of OpenAI's protocol for the tests: what it replies is what a test says, over real HTTP."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[dict[str, Any]], "str | int"]  # a request → the content of the reply, or an HTTP status


@dataclass
class Endpoint:
    """Where it is, and the bodies that it was sent."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def setting(self, name: str = "small") -> str:
        return f"openai:{name}@{self.url}"


@contextmanager
def endpoint(reply: Reply) -> Iterator[Endpoint]:
    """Runs until the block ends."""
    found = Endpoint("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.requests.append(body)
            found.keys.append(self.headers.get("Authorization", ""))
            content = reply(body)
            status, said = (content, "{}") if isinstance(content, int) else (200, _completion(content))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, format: str, *_args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


def _completion(content: str) -> str:
    message = {"role": "assistant", "content": content}
    return json.dumps(
        {
            "id": "c",
            "object": "chat.completion",
            "created": 0,
            "model": "small",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
    )
