// Purpose: Every entry of a tenant's conflicts up to a commit, in the order in which they were made.
// Parameters: $tenant (INTEGER: row), $upto (INTEGER: number of a commit)
// Result: rows (LIST<LIST>: conflict, subject_id, predicate, kind, by, resolution, owner, members and words as JSON,
//         known_at, number)
MATCH (entry:ConflictEntry {tenant: $tenant})-[:ENTRY_OF]->(conflict:Conflict)
WHERE entry.number <= $upto
WITH conflict, entry ORDER BY entry.row
RETURN collect([conflict.id, conflict.subject_id, conflict.predicate, entry.kind, entry.by, entry.resolution, entry.owner,
                entry.members, entry.words, entry.known_at, entry.number]) AS rows
