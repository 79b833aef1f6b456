// Purpose: The entities that contents tell of by names that may be of one thing.
// Parameters: $keys (LIST<STRING>: handles with their tenant)
// Result: handle, id, name, kind
UNWIND $keys AS key
MATCH ()-[told:TELLS_OF]->(entity:Entity)
WHERE told.handle = key
RETURN DISTINCT key AS handle, entity.id AS id, told.name AS name, told.kind AS kind
