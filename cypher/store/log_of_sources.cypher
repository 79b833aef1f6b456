// Purpose: The log of some sources, in its order, as graph.rows.event takes it.
// Parameters: $sources (LIST<INTEGER>: rows)
// Result: kind, uri, known_at, id, revision, content, text_sha256, valid_from, valid_to, observed_at, label, acts
UNWIND $sources AS wanted
MATCH (source:Source {row: wanted})-[:LOGGED]->(event:Event)
OPTIONAL MATCH (r:Revision {row: event.revision})
RETURN event.kind AS kind, source.uri AS uri, event.known_at AS known_at, r.id AS id, r.row AS revision, r.content AS content,
       r.text_sha256 AS text_sha256, r.valid_from AS valid_from, r.valid_to AS valid_to, r.observed_at AS observed_at,
       r.label AS label, r.acts AS acts
ORDER BY event.row
