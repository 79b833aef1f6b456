// Purpose: A new revision of a source: the content that it carries, who may read it, and its entry in the log.
// Parameters: $source (INTEGER: row), $content (INTEGER: row), $audience (MAP: key, level, groups, and a row for a new one),
//             $revision (MAP: its other properties), $event (MAP: its properties)
// Result: audience (row)
MATCH (source:Source {row: $source})
MATCH (content:Content {row: $content})
MERGE (audience:Audience {key: $audience.key})
ON CREATE SET audience.row = $audience.row, audience.level = $audience.level, audience.groups = $audience.groups
CREATE (source)-[:REVISION]->(r:Revision)-[:CARRIES]->(content)
SET r = $revision, r.audience = audience.row
CREATE (source)-[:LOGGED]->(event:Event)
SET event = $event
RETURN audience.row AS audience
