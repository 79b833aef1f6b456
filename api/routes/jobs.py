"""Jobs: the state of durable work."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from api.auth import Reader
from api.errors import problems
from api.schemas import JobOut
from api.state import Running
from contract.errors import NotFound
from service import shapes

router = APIRouter(prefix="/v1/jobs", tags=["jobs"], responses=problems(400, 403, 404, 422, 503))


@router.get("/{job_id}", response_model=JobOut, summary="A job's state, progress, outcome and reason")
def get_job(
    job_id: Annotated[str, Path(max_length=64, description="As the answer that made the job has it")],
    reader: Reader,
    running: Running,
) -> dict[str, Any]:
    """A job of another tenant and no job look alike."""
    job = running.product.store.job(reader.tenant, job_id)
    if job is None:
        raise NotFound(f"no job {job_id!r} here")
    return shapes.job(job)
