// Purpose: Mentions by a name that no passage defines so any longer, and names that stand for what none defines.
// Parameters: none
// Result: key, entity (key)
CALL () {
    MATCH (:Passage)-[mention:MENTIONS]->(entity:Entity)
    WHERE mention.key IS NOT NULL
    RETURN DISTINCT mention.key AS key, entity
    UNION
    MATCH (name:Name)-[:STANDS_FOR]->(entity:Entity)
    RETURN DISTINCT name.name AS key, entity
}
WITH key, entity
WHERE NOT EXISTS { (entity)<-[:DEFINES {key: key}]-(:Passage) }
RETURN key, entity.key AS entity
ORDER BY entity, key
