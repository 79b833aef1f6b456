// Purpose: Passages near a vector among all of a tenant: for a view of an earlier time or commit, whose hull is not kept.
// Parameters: $vector (LIST<FLOAT>: of the index's size), $tenant (INTEGER: the tenant's row), $limit (INTEGER)
// Result: rows (LIST<LIST>: passage; nearest first)
MATCH (p:Passage)
SEARCH p IN (VECTOR INDEX passage_embedding FOR $vector WHERE p.tenant = $tenant LIMIT $limit) SCORE AS score
WITH p, score ORDER BY score DESC
RETURN collect([p.row]) AS rows
