// Purpose: What is told of: nodes that all share. Keys come sorted, so that two writers could not wait for each other.
// Parameters: $rows (LIST<MAP>: key, entity (MAP: its properties))
// Result: none
UNWIND $rows AS row
MERGE (entity:Entity {key: row.key})
ON CREATE SET entity += row.entity
