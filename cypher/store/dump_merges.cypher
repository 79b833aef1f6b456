// Purpose: The entries on which entities are one by row, some at once.
// Parameters: $after (INTEGER: the last row read), $limit (INTEGER)
// Result: row, tenant (row), name_id, of_id, kind, rule, by, note, passage_id, known_at, number
MATCH (entry:Merge)
WHERE entry.row > $after
RETURN entry.row AS row, entry.tenant AS tenant, entry.name_id AS name_id, entry.of_id AS of_id, entry.kind AS kind,
       entry.rule AS rule, entry.by AS by, entry.note AS note, entry.passage_id AS passage_id, entry.known_at AS known_at,
       entry.number AS number
ORDER BY row
LIMIT $limit
