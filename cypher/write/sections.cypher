// Purpose: The sections of a new content.
// Parameters: $content (INTEGER: row), $rows (LIST<MAP>: the properties of each)
// Result: none
MATCH (content:Content {row: $content})
UNWIND $rows AS row
CREATE (section:Section)-[:SECTION_OF]->(content)
SET section = row
