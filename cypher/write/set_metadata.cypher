// Purpose: Metadata of purged revisions, without their words.
// Parameters: $rows (LIST<MAP>: revision (row), metadata (JSON))
// Result: none
UNWIND $rows AS row
MATCH (r:Revision {row: row.revision})
SET r.metadata = row.metadata, r.title = ''
