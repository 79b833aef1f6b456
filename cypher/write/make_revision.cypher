// Purpose: A new revision of a source, and the content that it carries.
// Parameters: $source (INTEGER: row), $content (INTEGER: row), $revision (MAP: its properties)
// Result: none
MATCH (source:Source {row: $source})
MATCH (content:Content {row: $content})
CREATE (source)-[:REVISION]->(r:Revision)-[:CARRIES]->(content)
SET r = $revision
