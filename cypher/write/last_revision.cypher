// Purpose: The revision of a source that was told last.
// Parameters: $source (INTEGER: row)
// Result: id
MATCH (:Source {row: $source})-[:REVISION]->(r:Revision)
RETURN r.id AS id
ORDER BY r.row DESC LIMIT 1
