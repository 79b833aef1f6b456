"""Where spans go: nowhere, unless the settings say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from contract.watching import UNWATCHED, Watch

NONE = "none"


@contextmanager
def traced(where: str) -> Iterator[Watch]:
    """What watches for ``none``, ``console`` (standard error, a span a line) or ``otlp:URL``.

    Raises ``SettingsError`` where the exporter of OTLP is not installed.
    """
    if where == NONE:
        yield UNWATCHED
        return
    from service.telemetry.spans import sending  # a tenth of a second that most commands need not spend

    with sending(where) as watch:
        yield watch
