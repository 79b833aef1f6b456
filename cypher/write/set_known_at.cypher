// Purpose: When the last commit of a tenant became known, and how many purges it has seen.
// Parameters: $tenant (INTEGER: row), $known_at (INTEGER), $purges (INTEGER: how many more)
// Result: none
MATCH (tenant:Tenant {row: $tenant})
SET tenant.known_at = $known_at, tenant.purges = tenant.purges + $purges
