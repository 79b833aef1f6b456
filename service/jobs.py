"""Durable background work: a job is written before it starts, after each step, and when it ends, well or badly."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

import structlog

from contract.errors import VigenteError
from contract.ids import content_id
from contract.ports import Job, JobState
from contract.time import Instant
from service.wiring import Product

log = structlog.get_logger()
Step = Callable[[str, float], None]  # what is being done, and the share that is done
Work = Callable[[Product, Job, Step], str]  # gives the outcome as JSON
PAUSE_SECONDS = 1.0  # between two looks at an empty queue
KEPT_REQUEST = 2_000  # characters of a request that stay when the job is over


def submit(product: Product, tenant: str, kind: str, request: str) -> Job:
    """Write a job down; it runs when a worker comes to it, also after a restart."""
    now = product.clock()
    job = Job(content_id("job", tenant, kind, request, now), tenant, kind, request, JobState.QUEUED, now, now)
    product.store.save_job(job)
    return job


def record(product: Product, tenant: str, kind: str, outcome: str) -> Job:
    """Write down work that is done already."""
    now = product.clock()
    key = content_id("job", tenant, kind, outcome, now)
    return _saved(product, Job(key, tenant, kind, "{}", JobState.DONE, now, now, progress=1.0, outcome=outcome))


def run(product: Product, job: Job, work: Work, told: Step | None = None) -> Job:
    """Do one job and record how it ended. A failure of the work is the job's outcome, with its reason.

    ``told`` hears of each step too, for a progress bar.
    """
    job = _saved(product, replace(job, state=JobState.RUNNING))

    def step(what: str, share: float) -> None:
        nonlocal job
        job = _saved(product, replace(job, step=what, progress=share))
        if told:
            told(what, share)

    try:
        outcome = work(product, job, step)
    except VigenteError as error:
        return _saved(product, _over(job, JobState.FAILED, reason=str(error)))
    except Exception as error:
        log.exception("job failed", job=job.id, kind=job.kind)
        return _saved(product, _over(job, JobState.FAILED, reason=_fault(error)))
    return _saved(product, _over(replace(job, progress=1.0), JobState.DONE, outcome=outcome))


def last_done(product: Product, tenant: str, kind: str) -> Instant | None:
    """When a job of this kind last ended well."""
    times = [job.updated_at for job in product.store.jobs(tenant, JobState.DONE) if job.kind == kind]
    return max(times, default=None)


def _fault(error: Exception) -> str:
    return f"the work broke off by a fault of the service ({type(error).__name__}: {error}): its log has more"


def _over(job: Job, state: JobState, outcome: str | None = None, reason: str | None = None) -> Job:
    if reason is not None:  # it may quote a document: lone surrogates are written as escapes, so that it can be kept
        reason = reason.encode("utf-8", "backslashreplace").decode("utf-8")
    return replace(job, state=state, outcome=outcome, reason=reason, request=job.request[:KEPT_REQUEST])


def _saved(product: Product, job: Job) -> Job:
    job = replace(job, updated_at=product.clock())
    product.store.save_job(job)
    return job


class Worker:
    """One thread that does what is queued, oldest first; what a dead process left running is taken up again.

    A store that fails for a while does not end it: it waits, and tries again.
    """

    def __init__(self, product: Product, kinds: Mapping[str, Work]) -> None:
        self._product = product
        self._kinds = kinds
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="vigente-jobs", daemon=True)

    def start(self) -> None:
        for job in self._product.store.jobs(state=JobState.RUNNING):
            if job.kind in self._kinds:
                self._product.store.save_job(replace(job, state=JobState.QUEUED))
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        """Finish the job in hand, then end."""
        self._stop.set()
        self._wake.set()
        self._thread.join(timeout=60)

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def _loop(self) -> None:
        while not self._stop.is_set():
            try:
                idle = not self._done_one()
            except VigenteError as error:
                log.error("the worker could not go on", reason=str(error))
                idle = True
            if idle:
                self._wake.wait(timeout=PAUSE_SECONDS)
                self._wake.clear()

    def _done_one(self) -> bool:
        """Do the oldest job that is queued, if there is one."""
        queued = [job for job in self._product.store.jobs(state=JobState.QUEUED) if job.kind in self._kinds]
        if queued:
            run(self._product, queued[0], self._kinds[queued[0].kind])
        return bool(queued)
