// Purpose: A tenant's passages that came after one commit, up to another.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER)
// Result: rows (LIST<LIST>: row, section, vector, length, id; by row)
MATCH (p:Passage) WHERE p.tenant = $tenant AND p.opened > $since AND p.opened <= $commit
WITH p ORDER BY p.row
RETURN collect([p.row, p.section, p.vector, p.length, p.id]) AS rows
