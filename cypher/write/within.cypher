// Purpose: Which sections stand in which.
// Parameters: $rows (LIST<MAP>: section (row), around (row))
// Result: none
UNWIND $rows AS row
MATCH (section:Section {row: row.section})
MATCH (around:Section {row: row.around})
CREATE (section)-[:PART_OF]->(around)
