// Purpose: The sightings that some commits opened, in their order.
// Parameters: $tenants (LIST<INTEGER>: rows), $after (INTEGER: a commit), $to (INTEGER: the last commit)
// Result: row, again (id), original (id), known_from, known_to, opened, closed
UNWIND $tenants AS tenant
MATCH (again:Revision)-[edge:REPEATS]->(first:Revision)
WHERE edge.tenant = tenant AND edge.opened > $after AND edge.opened <= $to
RETURN edge.row AS row, again.id AS again, first.id AS original, edge.known_from AS known_from, edge.known_to AS known_to,
       edge.opened AS opened, edge.closed AS closed
ORDER BY opened, row
