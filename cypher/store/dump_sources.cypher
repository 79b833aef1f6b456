// Purpose: Sources in the order in which they came, some at once.
// Parameters: $after (INTEGER: the last one read), $limit (INTEGER)
// Result: row, tenant (row), uri, standing
MATCH (source:Source)
WHERE source.row > $after
RETURN source.row AS row, source.tenant AS tenant, source.uri AS uri, source.standing AS standing
ORDER BY row LIMIT $limit
