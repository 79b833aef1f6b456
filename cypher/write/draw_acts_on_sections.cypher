// Purpose: For people: from a revision to the section that its act ends.
// Parameters: $rows (LIST<MAP>: newer, older, section (name), drawn (MAP: of, effective, rule, known_to))
// Result: none
UNWIND $rows AS row
MATCH (newer:Revision {row: row.newer})
MATCH (:Revision {row: row.older})-[:CARRIES]->(:Content)<-[:SECTION_OF]-(section:Section {name: row.section})
CREATE (newer)-[drawn:SUPERSEDES]->(section)
SET drawn = row.drawn
