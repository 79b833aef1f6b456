// Purpose: A tenant by its name, if it is known.
// Parameters: $name (STRING)
// Result: row, known_at
MATCH (tenant:Tenant {name: $name})
RETURN tenant.row AS row, tenant.known_at AS known_at
