// Purpose: After a purge: entities of which nothing tells any longer go. A name and a folded name stay that somebody still
//          writes; else the entity is named as it is written now.
// Parameters: $keys (LIST<STRING>)
// Result: none
UNWIND $keys AS key
MATCH (entity:Entity {key: key})
CALL (entity) {
    MATCH (entity)<-[told:TELLS_OF]-(:Content)
    RETURN min(told.name) AS told_name, min(told.key) AS told_key, count(*) > count(told.name) AS told_so,
           count(*) > count(told.key) AS keyed_so
}
CALL (entity) {
    MATCH (entity)<-[:SUBJECT]-(:Fact)<-[stated:ASSERTS]-(:Passage)
    RETURN min(stated.subject) AS stated_name, count(*) > count(stated.subject) AS stated_so
}
CALL (entity) {
    MATCH (entity)<-[:OBJECT]-(:Fact)<-[stated:ASSERTS]-(:Passage)
    WHERE stated.object IS NULL
    RETURN min(stated.raw) AS raw, min(stated.value) AS value, count(*) > count(stated.raw) AS raw_so,
           count(*) > count(stated.value) AS value_so
}
SET entity.name = CASE WHEN told_so OR stated_so OR raw_so THEN entity.name ELSE coalesce(told_name, stated_name, raw) END,
    entity.folded = CASE WHEN keyed_so OR value_so THEN entity.folded ELSE coalesce(told_key, value) END
WITH entity
WHERE NOT EXISTS { (entity)<-[:TELLS_OF|DEFINES|MENTIONS|SUBJECT|OBJECT]-() }
DETACH DELETE entity
