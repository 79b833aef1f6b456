"""An answer as it comes about: the stages that are over and the claims that are verified, each an event, then the whole answer.

The question is worked on in a thread of its own, and what it tells goes through a queue to the response. What goes wrong before
the first event is an answer of its own, with its status; what goes wrong later is the last event.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, replace

import structlog
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import BaseModel

from api.errors import problem_of
from api.schemas import AnswerOut, ClaimOut, StageOut
from contract.errors import VigenteError
from contract.evidence import Answer, Claim
from contract.watching import Note, Watched
from service import shapes
from service.ask import AskRequest, ask
from service.wiring import Product

MEDIA_TYPE = "text/event-stream"
_ALIVE_SECONDS = 15.0  # without an event, after which a comment says that the connection is
_LAYERS = ("question", "retrieval", "live", "assembly", "grounding")
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Event:
    """``name`` is stage, claim, answer or error; an answer or an error is the last."""

    name: str
    data: BaseModel


_Sent = queue.SimpleQueue[Event | Future[Answer]]  # events, and the work itself when it is over


class _Telling:
    """Watches one question: tells the name of each stage when it is over, no counts and no times."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell

    @contextmanager
    def stage(self, name: str) -> Iterator[Note]:
        yield lambda _measures: None
        if name.partition(".")[0] in _LAYERS:
            self._tell(Event("stage", StageOut(stage=name)))


def wants_events(accept: str | None) -> bool:
    """Whether the media types that a request accepts name events."""
    return any(part.partition(";")[0].strip().lower() == MEDIA_TYPE for part in (accept or "").split(","))


def streamed(product: Product, request: AskRequest, threads: Executor) -> StreamingResponse:
    """The response to one question. Raises what kept it from being taken up at all."""
    sent: _Sent = queue.SimpleQueue()
    watched = replace(product, watch=Watched(product.watch, _Telling(sent.put)))

    def heard(claim: Claim) -> None:
        sent.put(Event("claim", ClaimOut(**shapes.claim(claim))))

    threads.submit(copy_context().run, ask, watched, request, heard).add_done_callback(sent.put)
    first = sent.get()
    if isinstance(first, Future) and (error := first.exception()):
        raise error
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(first, sent), media_type=MEDIA_TYPE, headers=headers)


def _lines(told: Event | Future[Answer], sent: _Sent) -> Iterator[bytes]:
    """The events as they stand on the wire."""
    while isinstance(told, Event):
        yield _line(told)
        while (following := _following(sent)) is None:
            yield KEEPALIVE_COMMENT
        told = following
    yield _line(_last(told))


def _following(sent: _Sent) -> Event | Future[Answer] | None:
    try:
        return sent.get(timeout=_ALIVE_SECONDS)
    except queue.Empty:
        return None


def _last(done: Future[Answer]) -> Event:
    error = done.exception()
    if error is None:
        return Event("answer", AnswerOut(**shapes.answer(done.result())))
    if not isinstance(error, VigenteError):
        log.error("answer broke off", error=type(error).__name__, exc_info=error)
    return Event("error", problem_of(error))


def _line(event: Event) -> bytes:
    return format_sse_event(event=event.name, data_str=event.data.model_dump_json())
