// Purpose: The mentions that the draft of a content brought with it.
// Parameters: $content (INTEGER: row)
// Result: passage (row), start, end, entity (id)
MATCH (passage:Passage {content: $content})-[mention:MENTIONS]->(entity:Entity)
WHERE mention.key IS NULL
RETURN passage.row AS passage, mention.start AS start, mention.end AS end, entity.id AS entity
