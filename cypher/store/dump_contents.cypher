// Purpose: The rows of contents in the order in which they came, some at once.
// Parameters: $after (INTEGER: the last one read), $limit (INTEGER)
// Result: row
MATCH (content:Content)
WHERE content.row > $after
RETURN content.row AS row
ORDER BY row LIMIT $limit
