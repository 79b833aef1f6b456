"""A request that is part of a caller's trace: the spans of what it does are told below the caller's."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from service.telemetry.spans import below


class CallersTrace:
    """ASGI middleware, where spans are sent: takes up the ``traceparent`` of W3C that a request brings."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with below(Headers(scope=scope)):
            await self._app(scope, receive, send)
