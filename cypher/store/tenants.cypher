// Purpose: The names of all tenants.
// Parameters: none
// Result: name
MATCH (tenant:Tenant)
RETURN tenant.name AS name
ORDER BY name
