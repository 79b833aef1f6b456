// Purpose: The revisions of a source that were told in just the same way, oldest first.
// Parameters: $source (INTEGER: row), $identity (STRING)
// Result: row, metadata (JSON), live
MATCH (r:Revision {identity: $identity})
WHERE r.source = $source
RETURN r.row AS row, r.metadata AS metadata, r.closed IS NULL AS live
ORDER BY row
