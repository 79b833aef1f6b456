// Purpose: Edges from copies seen again to the revision that they repeat.
// Parameters: $rows (LIST<MAP>: revision, original, edge (MAP: the edge's properties))
// Result: none
UNWIND $rows AS row
MATCH (again:Revision {row: row.revision})
MATCH (first:Revision {row: row.original})
CREATE (again)-[edge:REPEATS]->(first)
SET edge = row.edge
