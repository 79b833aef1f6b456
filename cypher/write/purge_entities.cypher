// Purpose: Before a purge: the entities that a source tells of, defines, mentions or states facts about.
// Parameters: $source (INTEGER: row)
// Result: key
MATCH (content:Content {source: $source})
CALL (content) {
    MATCH (content)-[:TELLS_OF]->(entity:Entity) RETURN entity
    UNION
    MATCH (content)-[:CONTAINS]->(:Passage)-[:DEFINES|MENTIONS]->(entity:Entity) RETURN entity
    UNION
    MATCH (content)-[:CONTAINS]->(:Passage)-[:ASSERTS]->(:Fact)-[:SUBJECT|OBJECT]->(entity:Entity) RETURN entity
}
RETURN DISTINCT entity.key AS key
