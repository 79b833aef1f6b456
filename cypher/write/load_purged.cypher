// Purpose: A revision whose content was purged.
// Parameters: $source (INTEGER: row), $revision (MAP: its properties)
// Result: none
MATCH (source:Source {row: $source})
CREATE (source)-[:REVISION]->(r:Revision)
SET r = $revision
