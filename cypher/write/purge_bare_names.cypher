// Purpose: After a purge: names that stand for nothing any longer.
// Parameters: $keys (LIST<STRING>)
// Result: none
UNWIND $keys AS key
MATCH (name:Name {key: key})
WHERE NOT EXISTS { (name)-[:STANDS_FOR]->(:Entity) }
DETACH DELETE name
