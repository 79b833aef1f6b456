// Purpose: The rows of revisions by their ids.
// Parameters: $ids (LIST<STRING>)
// Result: rows (LIST<LIST>: row)
UNWIND $ids AS id
MATCH (r:Revision {id: id})
RETURN collect([r.row]) AS rows
