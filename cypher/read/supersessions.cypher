// Purpose: Supersessions by their rows.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: newer's id, older's id, kind, effective, rule, section or null)
UNWIND $numbers AS number
MATCH (newer:Revision)-[e:SUPERSEDES {row: number}]->(older:Revision)
RETURN collect([newer.id, older.id, e.kind, e.effective, e.rule, e.section]) AS rows
