// Purpose: The states of a tenant that are open, with their revisions.
// Parameters: $tenant (STRING: its name)
// Result: id, section (row, or -1), valid_from, valid_to
MATCH (:Tenant {name: $tenant})-[:OWNS]->(source:Source)
MATCH ()-[held:HOLDS {open_of: source.row}]->()
MATCH (r:Revision {row: held.revision})
RETURN r.id AS id, held.section AS section, held.valid_from AS valid_from, held.valid_to AS valid_to
