// Purpose: The oldest live revision that carries the same content as a later one.
// Parameters: $revision (INTEGER: row)
// Result: row
MATCH (new:Revision {row: $revision})-[:CARRIES]->(:Content)<-[:CARRIES]-(other:Revision)
WHERE other.row < new.row AND other.closed IS NULL
RETURN other.row AS row
ORDER BY row LIMIT 1
