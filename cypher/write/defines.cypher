// Purpose: Which passages define which entities under which names.
// Parameters: $rows (LIST<MAP>: passage (row), entity (key), definition (MAP: key, strength, basis))
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row.passage})
MATCH (entity:Entity {key: row.entity})
CREATE (passage)-[definition:DEFINES]->(entity)
SET definition = row.definition
