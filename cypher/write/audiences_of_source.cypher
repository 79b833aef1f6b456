// Purpose: Who may read the revisions of a source that still carry a content, with the set its passages are marked with.
// Parameters: $source (INTEGER: row)
// Result: revision, audience, content, audiences
MATCH (:Source {row: $source})-[:REVISION]->(r:Revision)-[:CARRIES]->(content:Content)
RETURN r.row AS revision, r.audience AS audience, content.row AS content, content.audiences AS audiences
