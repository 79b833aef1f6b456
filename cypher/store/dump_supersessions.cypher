// Purpose: The edges to ended revisions that some commits opened, in their order.
// Parameters: $tenants (LIST<INTEGER>: rows), $after (INTEGER: a commit), $to (INTEGER: the last commit)
// Result: row, newer (id), older (id), section, kind, effective, rule, known_from, known_to, opened, closed
UNWIND $tenants AS tenant
MATCH (newer:Revision)-[edge:SUPERSEDES]->(older:Revision)
WHERE edge.tenant = tenant AND edge.opened > $after AND edge.opened <= $to
RETURN edge.row AS row, newer.id AS newer, older.id AS older, edge.section AS section, edge.kind AS kind, edge.effective AS effective,
       edge.rule AS rule, edge.known_from AS known_from, edge.known_to AS known_to, edge.opened AS opened, edge.closed AS closed
ORDER BY opened, row
