// Purpose: The entities that contents tell of by names that may be of one thing, once for each way in which they are written.
// Parameters: $keys (LIST<INTEGER>: handles)
// Result: handle, id, name, kind
UNWIND $keys AS key
MATCH ()-[told:TELLS_OF]->(entity:Entity)
USING INDEX SEEK told:TELLS_OF(handle)
WHERE told.handle = key
RETURN key AS handle, substring(entity.key, 8) AS id, coalesce(told.name, entity.name) AS name,
       coalesce(told.kind, entity.kind, '') AS kind
