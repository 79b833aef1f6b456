// Purpose: What the passages of a content define.
// Parameters: $content (INTEGER: row)
// Result: passage (row), entity (id), key, strength, basis
MATCH (passage:Passage {content: $content})-[definition:DEFINES]->(entity:Entity)
RETURN passage.row AS passage, entity.id AS entity, definition.key AS key, definition.strength AS strength, definition.basis AS basis
