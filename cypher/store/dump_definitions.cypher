// Purpose: What the passages of a content define.
// Parameters: $content (INTEGER: row)
// Result: passage (row), entity (id), key, strength, basis
MATCH (:Content {row: $content})-[:CONTAINS]->(passage:Passage)-[definition:DEFINES]->(entity:Entity)
RETURN passage.row AS passage, substring(entity.key, 8) AS entity, definition.key AS key, definition.strength AS strength, definition.basis AS basis
