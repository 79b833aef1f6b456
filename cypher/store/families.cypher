// Purpose: Every URI of a tenant ever known, with whether it is a standing family.
// Parameters: $tenant (STRING: its name)
// Result: uri, standing
MATCH (:Tenant {name: $tenant})-[:OWNS]->(source:Source)
RETURN source.uri AS uri, source.standing AS standing
ORDER BY uri
