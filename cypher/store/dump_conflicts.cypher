// Purpose: The entries of conflicts by row, some at once.
// Parameters: $after (INTEGER: the last row read), $limit (INTEGER)
// Result: row, tenant (row), conflict, subject_id, predicate, kind, by, resolution, owner, members (JSON), words (JSON or null),
//         known_at, number
MATCH (entry:ConflictEntry)-[:ENTRY_OF]->(conflict:Conflict)
WHERE entry.row > $after
RETURN entry.row AS row, entry.tenant AS tenant, conflict.id AS conflict, conflict.subject_id AS subject_id,
       conflict.predicate AS predicate, entry.kind AS kind, entry.by AS by, entry.resolution AS resolution,
       entry.owner AS owner, entry.members AS members, entry.words AS words, entry.known_at AS known_at, entry.number AS number
ORDER BY row
LIMIT $limit
