// Purpose: Take the words out of what people said of entities that a source tells of.
// Parameters: $source (INTEGER: row)
// Result: none
MATCH (:Content {source: $source})-[:TELLS_OF]->(entity:Entity)
WITH entity.tenant AS tenant, collect(DISTINCT substring(entity.key, 8)) AS ids
MATCH (entry:Merge)
USING INDEX entry:Merge(tenant, number)
WHERE entry.tenant = tenant AND entry.number >= 0 AND entry.note <> '' AND (entry.name_id IN ids OR entry.of_id IN ids)
SET entry.note = ''
