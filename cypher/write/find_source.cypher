// Purpose: A source with how many of its revisions live, if it is known.
// Parameters: $key (STRING)
// Result: row, standing, live, contents
MATCH (source:Source {key: $key})
RETURN source.row AS row, source.standing AS standing,
       COUNT { (source)-[:REVISION]->(r:Revision) WHERE r.closed IS NULL } AS live,
       COUNT { (source)-[:REVISION]->(r:Revision) WHERE r.content IS NOT NULL } AS contents
