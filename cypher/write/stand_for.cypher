// Purpose: What names stand for, by a first definition.
// Parameters: $rows (LIST<MAP>: name (key), entity (key))
// Result: none
UNWIND $rows AS row
MATCH (name:Name {key: row.name})
MATCH (entity:Entity {key: row.entity})
CREATE (name)-[:STANDS_FOR]->(entity)
