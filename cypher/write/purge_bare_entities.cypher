// Purpose: After a purge: entities of which nothing tells any longer go; the others are named as somebody still writes them.
// Parameters: $keys (LIST<STRING>)
// Result: none
UNWIND $keys AS key
MATCH (entity:Entity {key: key})
OPTIONAL MATCH (entity)<-[told:TELLS_OF]-(:Content)
WITH entity, min(told.name) AS told
OPTIONAL MATCH (entity)<-[:SUBJECT]-(:Fact)<-[stated:ASSERTS]-(:Passage)
WITH entity, told, min(stated.subject) AS stated
SET entity.name = coalesce(told, stated)
WITH entity
WHERE NOT EXISTS { (entity)<-[:TELLS_OF|DEFINES|MENTIONS|SUBJECT|OBJECT]-() }
DETACH DELETE entity
