// Purpose: After a purge: what a name stood for, where no passage defines it so any longer.
// Parameters: $rows (LIST<MAP>: name (key), key (folded name), entity (key))
// Result: none
UNWIND $rows AS row
MATCH (name:Name {key: row.name})-[meaning:STANDS_FOR]->(entity:Entity {key: row.entity})
WHERE NOT EXISTS { (:Passage)-[:DEFINES {key: row.key}]->(entity) }
DELETE meaning
WITH DISTINCT row, entity
MATCH (:Passage)-[mention:MENTIONS]->(entity)
WHERE mention.key = row.key
DELETE mention
