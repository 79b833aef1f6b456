// Purpose: A tenant's sections that came after one commit, up to another.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER)
// Result: rows (LIST<LIST>: row, content; by row)
MATCH (s:Section) WHERE s.tenant = $tenant AND s.opened > $since AND s.opened <= $commit
WITH s ORDER BY s.row
RETURN collect([s.row, s.content]) AS rows
