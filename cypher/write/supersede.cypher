// Purpose: Edges from newer revisions to those that they end.
// Parameters: $rows (LIST<MAP>: newer, older, edge (MAP: the edge's properties))
// Result: none
UNWIND $rows AS row
MATCH (newer:Revision {row: row.newer})
MATCH (older:Revision {row: row.older})
CREATE (newer)-[edge:SUPERSEDES]->(older)
SET edge = row.edge
