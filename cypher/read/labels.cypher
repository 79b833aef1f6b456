// Purpose: The different labels of a source's revisions; none is one of them where a revision has no label.
// Parameters: $source (INTEGER: its row)
// Result: rows (LIST<LIST>: label or null)
MATCH (r:Revision {source: $source})
WITH DISTINCT r.label AS label
RETURN collect([label]) AS rows
