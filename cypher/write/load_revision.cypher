// Purpose: A revision of another store, with the content that it carries if that was not purged.
// Parameters: $source (INTEGER: row), $content (INTEGER: row, or null), $revision (MAP: its properties)
// Result: none
MATCH (source:Source {row: $source})
CREATE (source)-[:REVISION]->(r:Revision)
SET r = $revision
WITH r
MATCH (content:Content {row: $content})
CREATE (r)-[:CARRIES]->(content)
