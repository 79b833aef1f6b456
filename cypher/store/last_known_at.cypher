// Purpose: The latest known time of any tenant; 0 where there is none.
// Parameters: none
// Result: known_at
MATCH (tenant:Tenant)
RETURN coalesce(max(tenant.known_at), 0) AS known_at
