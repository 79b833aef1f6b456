"""Traces and jobs: what was asked, and what is to be done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from contract.evidence import Trace
from contract.ids import content_id
from contract.ports import Job, JobState
from graph.bolt.database import Database, Transaction
from graph.bolt.keys import keyed
from graph.ledger import job_of, trace_json, trace_of

_CHANGING = ("updated_at", "progress", "step", "outcome", "reason")


def save_trace(database: Database, trace: Trace) -> None:
    database.repeating(lambda tx: put_trace(tx, trace))


def put_trace(tx: Transaction, trace: Trace) -> None:
    """Keep a trace within a transaction."""
    tenant = [row[0] for row in tx.rows("write/find_tenant", {"name": trace.tenant})]
    kept = {
        "key": _key(trace.tenant, trace.id),
        "tenant": trace.tenant,
        "id": trace.id,
        "asked_at": trace.asked_at,
        "valid_at": trace.valid_at,
        "known_at": trace.known_at,
        "body": trace_json(trace),
    }
    used = [keyed(row, identity) for row in tenant for identity in _evidence(trace)]
    tx.do("write/save_trace", {"key": kept["key"], "trace": kept, "used": used})


def trace(database: Database, tenant: str, trace_id: str) -> Trace | None:
    found = database.rows("store/trace", {"key": _key(tenant, trace_id)})
    return trace_of(found[0][0]) if found else None


def save_job(database: Database, job: Job) -> None:
    database.repeating(lambda tx: put_job(tx, job))


def put_job(tx: Transaction, job: Job) -> None:
    """Keep a job within a transaction."""
    key = _key(job.tenant, job.id)
    kept = {**asdict(job), "state": job.state.value, "key": key}
    changes = {name: kept[name] for name in ("state", *_CHANGING)}
    tx.do("write/save_job", {"key": key, "job": kept, "changes": changes})


def job(database: Database, tenant: str, job_id: str) -> Job | None:
    found = database.rows("store/job", {"key": _key(tenant, job_id)})
    return job_of(found[0]) if found else None


def jobs(database: Database, tenant: str | None, state: JobState | None) -> tuple[Job, ...]:
    """Oldest first."""
    asked = {"tenant": tenant, "state": None if state is None else state.value}
    return tuple(job_of(row) for row in database.rows("store/jobs", asked))


def _key(tenant: str, identity: str) -> str:
    """A trace or a job names its tenant, which need not be here."""
    return content_id(tenant, identity)


def _evidence(trace: Trace) -> Iterable[str]:
    """The ids of the answer's evidence, in its order."""
    found = trace.outcome.get("evidence", ())
    return [each for each in found if isinstance(each, str)] if isinstance(found, list | tuple) else []
