// Purpose: The ways in which entities are written that no edge with a handle has: after a load, or a purge that took that
//          edge away.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: entity (key), name, kind
UNWIND $keys AS key
MATCH (entity:Entity {key: key})<-[told:TELLS_OF]-(:Content)
WITH entity, coalesce(told.name, entity.name) AS name, coalesce(told.kind, entity.kind, '') AS kind, count(told.handle) AS handled
WHERE handled = 0
RETURN entity.key AS entity, name, kind
