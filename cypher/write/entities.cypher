// Purpose: Entities that a content names and does not tell of.
// Parameters: $tenant (INTEGER: row), $rows (LIST<LIST>: key, folded name (or null), name)
// Result: none
UNWIND $rows AS row
MERGE (entity:Entity {key: row[0]})
ON CREATE SET entity.tenant = $tenant, entity.folded = row[1], entity.name = row[2]
