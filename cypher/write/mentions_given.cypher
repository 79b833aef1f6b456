// Purpose: The mentions that a draft brought with it.
// Parameters: $rows (LIST<MAP>: passage (row), entity (key), start, end)
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row.passage})
MATCH (entity:Entity {key: row.entity})
CREATE (passage)-[:MENTIONS {start: row.start, end: row.end}]->(entity)
