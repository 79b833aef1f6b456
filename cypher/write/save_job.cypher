// Purpose: Keep a job. Of one that is here only what changes: state, progress, step, outcome, reason.
// Parameters: $key (STRING), $job (MAP: all its properties), $changes (MAP)
// Result: none
MERGE (job:Job {key: $key})
ON CREATE SET job = $job
ON MATCH SET job += $changes
