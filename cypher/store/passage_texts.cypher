// Purpose: The texts of passages by row, some at once.
// Parameters: $after (INTEGER: the last row read), $limit (INTEGER)
// Result: row, tenant (row), text, start
MATCH (passage:Passage)
WHERE passage.row > $after
RETURN passage.row AS row, passage.tenant AS tenant, passage.text AS text, passage.span_start AS start
ORDER BY row LIMIT $limit
