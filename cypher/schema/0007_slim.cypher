// Purpose: What an edge has in common with its nodes stands on the nodes alone: less is written for a fact, and what may be
//          alike is found by one edge for each way in which an entity is written. Keys of entities, facts and values are
//          eight digits of the tenant's row and the id. Statements that make nothing are run on an older store only; handles
//          come anew from `graph.bolt.migrating`. Each may be run again.
// Parameters: none
// Result: none
DROP INDEX entity_tenant IF EXISTS;
DROP INDEX passage_content IF EXISTS;
DROP INDEX passage_vector IF EXISTS;
MATCH (n:Entity)
WHERE n.id IS NOT NULL
CALL (n) {
    SET n.key = right('0000000' + toString(n.tenant), 8) + n.id, n.kind = nullIf(n.kind, '')
    REMOVE n.id
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (n:Fact)
WHERE n.id IS NOT NULL
CALL (n) {
    SET n.key = right('0000000' + toString(n.tenant), 8) + n.id
    REMOVE n.id, n.subject_id, n.text
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (n:Literal)
WHERE n.tenant IS NOT NULL
CALL (n) {
    SET n.key = right('0000000' + toString(n.tenant), 8) + split(n.key, ':')[1]
    REMOVE n.tenant
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (:Content)-[told:TELLS_OF]->(entity:Entity)
WHERE told.content IS NOT NULL
CALL (told, entity) {
    SET told.name = nullIf(told.name, entity.name), told.kind = nullIf(told.kind, coalesce(entity.kind, ''))
    REMOVE told.content, told.handle
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (:Passage)-[stated:ASSERTS]->(:Fact)
WHERE stated.qualifiers = '[]'
CALL (stated) {
    SET stated.polarity = nullIf(stated.polarity, 'affirmed')
    REMOVE stated.qualifiers, stated.object_id
} IN TRANSACTIONS OF 5000 ROWS;
