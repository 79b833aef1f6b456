// Purpose: The entities of a content, as it writes them.
// Parameters: $content (INTEGER: row)
// Result: id, key, name, kind
MATCH (:Content {row: $content})-[told:TELLS_OF]->(entity:Entity)
RETURN substring(entity.key, 8) AS id, coalesce(told.key, entity.folded) AS key, coalesce(told.name, entity.name) AS name,
       coalesce(told.kind, entity.kind, '') AS kind
