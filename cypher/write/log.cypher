// Purpose: One entry of the log.
// Parameters: $source (INTEGER: row), $event (MAP: row, tenant, source, kind, revision, known_at, number)
// Result: none
MATCH (source:Source {row: $source})
CREATE (source)-[:LOGGED]->(event:Event)
SET event = $event
