// Purpose: When revisions as a whole are in force, as known from now on.
// Parameters: $rows (LIST<MAP>: source, revision, state (MAP: the edge's properties))
// Result: none
UNWIND $rows AS row
MATCH (source:Source {row: row.source})
MATCH (r:Revision {row: row.revision})
CREATE (source)-[held:HOLDS]->(r)
SET held = row.state
