// Purpose: Withdraw some revisions of a source that live: one, or all where none is named.
// Parameters: $source (INTEGER: row), $revision (INTEGER: row, or null for all), $at (INTEGER), $number (INTEGER: of the
//             commit)
// Result: none
MATCH (:Source {row: $source})-[:REVISION]->(r:Revision)
WHERE r.closed IS NULL AND ($revision IS NULL OR r.row = $revision)
SET r.withdrawn_at = $at, r.closed = $number
