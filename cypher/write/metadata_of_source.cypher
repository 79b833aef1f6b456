// Purpose: The metadata of all revisions of a source.
// Parameters: $source (INTEGER: row)
// Result: row, metadata (JSON)
MATCH (:Source {row: $source})-[:REVISION]->(r:Revision)
RETURN r.row AS row, r.metadata AS metadata
