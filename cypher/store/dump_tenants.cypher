// Purpose: Every tenant, in the order in which they came.
// Parameters: none
// Result: row, name, known_at
MATCH (tenant:Tenant)
RETURN tenant.row AS row, tenant.name AS name, tenant.known_at AS known_at
ORDER BY row
