// Purpose: The states that some commits opened, in their order.
// Parameters: $tenants (LIST<INTEGER>: rows), $after (INTEGER: a commit), $to (INTEGER: the last commit)
// Result: row, revision (id), section (name), valid_from, valid_to, known_from, known_to, opened, closed
UNWIND $tenants AS tenant
MATCH (holder)-[held:HOLDS]->(what)
WHERE held.tenant = tenant AND held.opened > $after AND held.opened <= $to
WITH held, CASE WHEN what:Revision THEN what ELSE holder END AS r, CASE WHEN what:Section THEN what.name END AS section
RETURN held.row AS row, r.id AS revision, section, held.valid_from AS valid_from, held.valid_to AS valid_to,
       held.known_from AS known_from, held.known_to AS known_to, held.opened AS opened, held.closed AS closed
ORDER BY opened, row
