// Purpose: A new source of a tenant.
// Parameters: $row (INTEGER), $key (STRING), $tenant (INTEGER: row), $uri (STRING)
// Result: none
MATCH (tenant:Tenant {row: $tenant})
CREATE (tenant)-[:OWNS]->(:Source {row: $row, key: $key, tenant: $tenant, uri: $uri, standing: false})
