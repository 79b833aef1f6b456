// Purpose: For people: from each section of a newer revision to that of the same name in the one it follows.
// Parameters: $rows (LIST<MAP>: newer, older, drawn (MAP: of, effective, rule, known_to))
// Result: none
UNWIND $rows AS row
MATCH (:Revision {row: row.newer})-[:CARRIES]->(new:Content)<-[:SECTION_OF]-(later:Section)
MATCH (:Revision {row: row.older})-[:CARRIES]->(old:Content)<-[:SECTION_OF]-(earlier:Section)
WHERE new <> old AND later.name = earlier.name
CREATE (later)-[drawn:SUPERSEDES]->(earlier)
SET drawn = row.drawn
