// Purpose: Jobs, oldest first, of one tenant or all, in one state or any.
// Parameters: $tenant (STRING: its name, or null), $state (STRING or null)
// Result: id, tenant, kind, request, state, created_at, updated_at, progress, step, outcome, reason
MATCH (job:Job)
WHERE ($tenant IS NULL OR job.tenant = $tenant) AND ($state IS NULL OR job.state = $state)
RETURN job.id AS id, job.tenant AS tenant, job.kind AS kind, job.request AS request, job.state AS state, job.created_at AS created_at,
       job.updated_at AS updated_at, job.progress AS progress, job.step AS step, job.outcome AS outcome, job.reason AS reason
ORDER BY created_at, id
