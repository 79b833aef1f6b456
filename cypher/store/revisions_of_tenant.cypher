// Purpose: The revisions of a tenant, whether they are withdrawn, and for which source each stands now.
// Parameters: $tenant (STRING: its name)
// Result: id, row, withdrawn, current_of
MATCH (:Tenant {name: $tenant})-[:OWNS]->(:Source)-[:REVISION]->(r:Revision)
RETURN r.id AS id, r.row AS row, r.closed IS NOT NULL AS withdrawn, r.current_of AS current_of
