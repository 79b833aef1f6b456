"""Traces and jobs as the texts and rows that a store keeps of them."""

from __future__ import annotations

import json
from dataclasses import asdict

from contract.evidence import StageRecord, Trace
from contract.ports import Job, JobState
from graph.rows import Row, as_json


def trace_json(trace: Trace) -> str:
    return as_json(asdict(trace))


def trace_of(body: str) -> Trace:
    """A trace from the text that is kept of it."""
    kept = json.loads(body)
    stages = tuple(
        StageRecord(stage["name"], stage["kept"], tuple((item, why) for item, why in stage["dropped"]), stage["detail"])
        for stage in kept["stages"]
    )
    return Trace(**{**kept, "stages": stages, "groups": tuple(kept.get("groups", ()))})


def job_of(row: Row) -> Job:
    """A job from its columns, in the order of its fields."""
    identity, tenant, kind, request, state, created_at, updated_at, progress, step, outcome, reason = row
    return Job(
        identity, tenant, kind, request, JobState(state), created_at, updated_at, progress, step, outcome, reason
    )
