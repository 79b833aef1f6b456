// Purpose: Where names stand: one edge to each entity that the name stands for.
// Parameters: $rows (LIST<MAP>: passage (row), entity (key), start, end, key (folded name))
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row.passage})
MATCH (entity:Entity {key: row.entity})
CREATE (passage)-[:MENTIONS {start: row.start, end: row.end, key: row.key}]->(entity)
