// Purpose: The entities of a content, as it writes them.
// Parameters: $content (INTEGER: row)
// Result: id, key, name, kind
MATCH (:Content {row: $content})-[told:TELLS_OF]->(entity:Entity)
RETURN entity.id AS id, told.key AS key, told.name AS name, told.kind AS kind
