// Purpose: The one revision that stands for each source now; null where none does. The old one is let go first, as there
//          cannot be two.
// Parameters: $rows (LIST<MAP>: key (the source's), revision (row or null))
// Result: none
UNWIND $rows AS row
OPTIONAL MATCH (before:Revision {current_of: row.key})
WHERE row.revision IS NULL OR before.row <> row.revision
REMOVE before.current_of
WITH collect(row) AS rows
UNWIND rows AS row
MATCH (now:Revision {row: row.revision})
SET now.current_of = row.key
