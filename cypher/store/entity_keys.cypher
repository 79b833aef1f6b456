// Purpose: Entities by their keys, some at once.
// Parameters: $after (STRING: the last one read), $limit (INTEGER)
// Result: key
MATCH (entity:Entity)
WHERE entity.key > $after
RETURN entity.key AS key
ORDER BY key LIMIT $limit
