// Purpose: Which of some names are defined in a tenant, and what each stands for.
// Parameters: $keys (LIST<STRING>: keys of names)
// Result: key, entities (LIST<STRING>: keys)
UNWIND $keys AS key
MATCH (name:Name {key: key})
RETURN key, COLLECT { MATCH (name)-[:STANDS_FOR]->(entity:Entity) RETURN entity.key } AS entities
