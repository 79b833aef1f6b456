// Purpose: Where facts are stated, as each passage writes them.
// Parameters: $rows (LIST<MAP>: passage (row), fact (key), assertion (MAP: the edge's properties))
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row.passage})
MATCH (fact:Fact {key: row.fact})
CREATE (passage)-[assertion:ASSERTS]->(fact)
SET assertion = row.assertion
