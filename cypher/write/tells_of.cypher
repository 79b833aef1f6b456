// Purpose: The entities of a content, as it writes them.
// Parameters: $content (INTEGER: row), $rows (LIST<MAP>: entity (key), told (MAP: content, key, name, kind, handle))
// Result: none
MATCH (content:Content {row: $content})
UNWIND $rows AS row
MATCH (entity:Entity {key: row.entity})
CREATE (content)-[told:TELLS_OF]->(entity)
SET told = row.told
