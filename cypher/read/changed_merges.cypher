// Purpose: A tenant's entries on which entities are one, added after one commit and up to another.
// Parameters: $tenant (INTEGER: the tenant's row), $since (INTEGER), $commit (INTEGER)
// Result: rows (LIST<LIST>: name_id, of_id, kind, rule, by, note, passage_id, known_at, number; by row)
MATCH (entry:Merge)
WHERE entry.tenant = $tenant AND entry.number > $since AND entry.number <= $commit
WITH entry ORDER BY entry.row
RETURN collect([
    entry.name_id, entry.of_id, entry.kind, entry.rule, entry.by, entry.note, entry.passage_id, entry.known_at, entry.number
]) AS rows
