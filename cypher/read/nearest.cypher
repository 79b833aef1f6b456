// Purpose: Passages near a vector among those that may hold at one time for one reader: the hull is filtered inside the index,
//          and each hit is checked by who asks. Only for a view of what is known now.
// Parameters: $vector (LIST<FLOAT>: of the index's size), $tenant (INTEGER: the tenant's row), $audiences (LIST<INTEGER>: rows of sets),
//             $valid_at (INTEGER), $limit (INTEGER)
// Result: rows (LIST<LIST>: passage; nearest first)
MATCH (p:Passage)
SEARCH p IN (
    VECTOR INDEX passage_embedding FOR $vector
    WHERE p.tenant = $tenant AND p.audiences IN $audiences AND p.valid_from <= $valid_at AND p.valid_to > $valid_at
    LIMIT $limit
) SCORE AS score
WITH p, score ORDER BY score DESC
RETURN collect([p.row]) AS rows
