// Purpose: Every trace by its key, with what it is sorted by.
// Parameters: none
// Result: key, tenant (name), asked_at, id
MATCH (trace:Trace)
RETURN trace.key AS key, trace.tenant AS tenant, trace.asked_at AS asked_at, trace.id AS id
