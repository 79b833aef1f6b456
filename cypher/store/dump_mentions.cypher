// Purpose: The mentions that the draft of a content brought with it.
// Parameters: $content (INTEGER: row)
// Result: passage (row), start, end, entity (id)
MATCH (:Content {row: $content})-[:CONTAINS]->(passage:Passage)-[mention:MENTIONS]->(entity:Entity)
WHERE mention.key IS NULL
RETURN passage.row AS passage, mention.start AS start, mention.end AS end, substring(entity.key, 8) AS entity
