// Purpose: When sections are in force, as carried by a revision and as known from now on.
// Parameters: $rows (LIST<MAP>: revision, section, state (MAP: the edge's properties))
// Result: none
UNWIND $rows AS row
MATCH (r:Revision {row: row.revision})
MATCH (section:Section {row: row.section})
CREATE (r)-[held:HOLDS]->(section)
SET held = row.state
