// Purpose: One job.
// Parameters: $key (STRING)
// Result: id, tenant, kind, request, state, created_at, updated_at, progress, step, outcome, reason
MATCH (job:Job {key: $key})
RETURN job.id AS id, job.tenant AS tenant, job.kind AS kind, job.request AS request, job.state AS state, job.created_at AS created_at,
       job.updated_at AS updated_at, job.progress AS progress, job.step AS step, job.outcome AS outcome, job.reason AS reason
