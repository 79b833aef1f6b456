// Purpose: The passages of a new content, each with its vector.
// Parameters: $content (INTEGER: row), $rows (LIST<MAP>: section (row), embedding (LIST<FLOAT>), passage (MAP: its other
//             properties))
// Result: none
MATCH (content:Content {row: $content})
UNWIND $rows AS row
MATCH (section:Section {row: row.section})
CREATE (content)-[:CONTAINS]->(passage:Passage)-[:PART_OF]->(section)
SET passage = row.passage
WITH passage, row
CALL db.create.setNodeVectorProperty(passage, 'embedding', row.embedding)
