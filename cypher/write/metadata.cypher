// Purpose: The metadata of some revisions.
// Parameters: $revisions (LIST<INTEGER>: rows)
// Result: row, metadata (JSON)
UNWIND $revisions AS row
MATCH (r:Revision {row: row})
RETURN row, r.metadata AS metadata
