// Purpose: Where a known name stands, it names from now on another entity too.
// Parameters: $rows (LIST<MAP>: key (folded name), of (key of an entity that it stands for), entity (key of the new one))
// Result: none
UNWIND $rows AS row
MATCH (new:Entity {key: row.entity})
MATCH (passage:Passage)-[mention:MENTIONS]->(:Entity {key: row.of})
WHERE mention.key = row.key
CREATE (passage)-[:MENTIONS {start: mention.start, end: mention.end, key: mention.key}]->(new)
