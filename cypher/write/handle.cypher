// Purpose: Mark the first edge of those that write an entity in one way with its handle.
// Parameters: $rows (LIST<LIST>: entity (key), name, kind, handle)
// Result: none
UNWIND $rows AS row
MATCH (entity:Entity {key: row[0]})
CALL (row, entity) {
    MATCH (entity)<-[told:TELLS_OF]-(:Content)
    WHERE coalesce(told.name, entity.name) = row[1] AND coalesce(told.kind, entity.kind, '') = row[2]
    RETURN told
    LIMIT 1
}
SET told.handle = row[3]
