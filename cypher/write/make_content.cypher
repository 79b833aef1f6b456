// Purpose: A new content with its first sections; more of them and its passages follow.
// Parameters: $content (MAP: its properties), $rows (LIST<MAP>: the properties of each section)
// Result: none
CREATE (content:Content)
SET content = $content
WITH content
UNWIND $rows AS row
CREATE (section:Section)-[:SECTION_OF]->(content)
SET section = row
