// Purpose: Mark the passages of some contents with the set of audiences that may read them.
// Parameters: $rows (LIST<MAP>: content, audiences, wall)
// Result: none
UNWIND $rows AS row
MATCH (content:Content {row: row.content})
SET content.audiences = row.audiences
WITH content, row
MATCH (content)-[:CONTAINS]->(passage:Passage)
SET passage.audiences = row.audiences, passage.wall = row.wall
