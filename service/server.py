"""The HTTP service as a process. What would keep it from starting is told in one sentence before it starts."""

from __future__ import annotations

import logging
import os
import socket
import sys

import structlog
import uvicorn

from contract.errors import Unavailable
from service.settings import PREFIX, Settings
from service.wiring import opened

_APPLICATION = "api.app:create_app"  # by name: the service's layer is below that of HTTP


def serve(settings: Settings) -> None:
    """Listen until a signal ends it.

    Raises ``SettingsError`` for an address that may not be served, ``Unavailable`` for a store or model that is not to be
    had and for a port that is taken.
    """
    os.environ[f"{PREFIX}HOST"] = settings.host  # the application reads the settings by itself
    config = uvicorn.Config(_APPLICATION, factory=True, log_level="info")
    config.load()
    with opened(settings):
        pass
    _log_to_stderr()
    server = uvicorn.Server(config)
    with _listening(settings.host, settings.port) as listener:
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            return
    if not server.started:
        raise Unavailable("the service did not start: its log has the reason")


def _log_to_stderr() -> None:
    """A service logs what a command keeps to itself: refused documents, failed jobs, failed requests."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise Unavailable(
            f"{host}:{port} cannot be listened on ({os.strerror(error.errno or 0)}): set another with --port"
        ) from error
