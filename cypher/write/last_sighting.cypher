// Purpose: The metadata that the last sighting of a revision gave, of those told before another.
// Parameters: $original (INTEGER: row), $before (INTEGER: row)
// Result: metadata (JSON)
MATCH (again:Revision)-[edge:REPEATS]->(:Revision {row: $original})
WHERE edge.closed IS NULL AND again.row < $before
RETURN again.metadata AS metadata
ORDER BY again.row DESC LIMIT 1
