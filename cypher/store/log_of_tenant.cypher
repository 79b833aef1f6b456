// Purpose: The whole log of a tenant up to a commit, in its order, as graph.rows.event takes it.
// Parameters: $tenant (STRING: its name), $commit (INTEGER: the last one to read)
// Result: kind, uri, known_at, id, revision, content, text_sha256, valid_from, valid_to, observed_at, label, acts
MATCH (:Tenant {name: $tenant})-[:OWNS]->(source:Source)-[:LOGGED]->(event:Event)
WHERE event.number <= $commit
OPTIONAL MATCH (r:Revision {row: event.revision})
RETURN event.kind AS kind, source.uri AS uri, event.known_at AS known_at, r.id AS id, r.row AS revision, r.content AS content,
       r.text_sha256 AS text_sha256, r.valid_from AS valid_from, r.valid_to AS valid_to, r.observed_at AS observed_at,
       r.label AS label, r.acts AS acts
ORDER BY event.row
