// Purpose: Commits by number, some at once.
// Parameters: $after (INTEGER: the last one read), $limit (INTEGER)
// Result: number, tenant (row), known_at
MATCH (commit:Commit)
WHERE commit.number > $after
RETURN commit.number AS number, commit.tenant AS tenant, commit.known_at AS known_at
ORDER BY number LIMIT $limit
