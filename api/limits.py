"""How long a request's body may be: a longer one is refused before it is read."""

from __future__ import annotations

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MEGABYTE = 1_000_000
_ESCAPES = 3  # JSON may write one byte of text as two or three


class BodyLimit:
    """ASGI middleware: a megabyte, or under ``documents`` what a document of ``megabytes`` may take up in JSON.

    What the client says of the length is checked first, then what it really sends.
    """

    def __init__(self, app: ASGIApp, documents: str, megabytes: int) -> None:
        self._app = app
        self._documents = documents
        self._most = (_ESCAPES * megabytes + 1) * MEGABYTE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._most if scope["path"].startswith(self._documents) else MEGABYTE
        said = Headers(scope=scope).get("content-length", "")
        refused = HTTPException(413, f"the body is over {most:,} bytes: send less at once")
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            if said.isdecimal() and int(said) > most:
                raise refused
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise refused
            return message

        await self._app(scope, limited, send)
