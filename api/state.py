"""What a running service holds, and how routes get it."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from api.keys import Keys
from service.jobs import Worker
from service.telemetry.counting import Counted
from service.telemetry.standing import Standing
from service.wiring import Product


@dataclass(frozen=True, slots=True)
class Parts:
    product: Product
    worker: Worker
    counted: Counted
    standing: Standing
    answering: Executor  # works on the questions whose answers are streamed
    keys: Keys | None = None  # None with VIGENTE_AUTH=none


def parts(request: Request) -> Parts:
    return cast("Parts", request.app.state.parts)


Running = Annotated[Parts, Depends(parts)]
