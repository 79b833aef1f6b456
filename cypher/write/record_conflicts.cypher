// Purpose: Add entries to conflicts, each a node that is made with its first one.
// Parameters: $rows (LIST<MAP>: conflict (MAP: key, id, tenant, subject_id, predicate), entry (MAP: its properties), revisions
//             (LIST<STRING>: ids))
// Result: none
UNWIND $rows AS row
MERGE (conflict:Conflict {key: row.conflict.key})
ON CREATE SET conflict = row.conflict
CREATE (entry:ConflictEntry)-[:ENTRY_OF]->(conflict)
SET entry = row.entry
WITH row, entry
UNWIND row.revisions AS id
MATCH (revision:Revision {id: id})
CREATE (entry)-[:NAMES]->(revision)
