"""Traces and jobs: what was asked, and what is to be done."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict

from contract.evidence import Trace
from contract.ports import Job, JobState
from graph.embedded.database import Database
from graph.embedded.statements import statements
from graph.ledger import job_of, trace_json, trace_of

_SQL = statements("ledger")


def save_trace(database: Database, trace: Trace) -> None:
    with database.writing() as tx:
        insert_trace(tx, trace)


def trace(database: Database, tenant: str, trace_id: str) -> Trace | None:
    found = [trace_of(body) for (body,) in database.rows(_SQL["trace"], (tenant, trace_id))]
    return found[0] if found else None


def insert_trace(tx: sqlite3.Connection, trace: Trace) -> None:
    kept = {"tenant": trace.tenant, "id": trace.id, "asked_at": trace.asked_at, "body": trace_json(trace)}
    tx.execute(_SQL["save_trace"], kept)


def save_job(database: Database, job: Job) -> None:
    with database.writing() as tx:
        insert_job(tx, job)


def insert_job(tx: sqlite3.Connection, job: Job) -> None:
    tx.execute(_SQL["save_job"], {**asdict(job), "state": job.state.value})


def job(database: Database, tenant: str, job_id: str) -> Job | None:
    found = [job_of(row) for row in database.rows(_SQL["job"], (tenant, job_id))]
    return found[0] if found else None


def jobs(database: Database, tenant: str | None, state: JobState | None) -> tuple[Job, ...]:
    """Oldest first."""
    asked = {"tenant": tenant, "state": None if state is None else state.value}
    return tuple(job_of(row) for row in database.rows(_SQL["jobs"], asked))
