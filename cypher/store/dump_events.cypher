// Purpose: The log in its order, some of it at once.
// Parameters: $after (INTEGER: the last one read), $limit (INTEGER)
// Result: row, tenant (row), uri, kind, revision (id), known_at, number
MATCH (event:Event)
WHERE event.row > $after
WITH event ORDER BY event.row LIMIT $limit
MATCH (source:Source {row: event.source})
OPTIONAL MATCH (r:Revision {row: event.revision})
RETURN event.row AS row, event.tenant AS tenant, source.uri AS uri, event.kind AS kind, r.id AS revision, event.known_at AS known_at,
       event.number AS number
ORDER BY row
