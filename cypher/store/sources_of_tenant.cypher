// Purpose: The sources of a tenant.
// Parameters: $tenant (STRING: its name)
// Result: row, uri
MATCH (:Tenant {name: $tenant})-[:OWNS]->(source:Source)
RETURN source.row AS row, source.uri AS uri
