// Purpose: What communities are about, and which passages say so.
// Parameters: $rows (LIST<MAP>: community (key), cited (LIST<MAP>: passage (key), ordinal, start, end), summary (MAP: its
//             properties))
// Result: none
UNWIND $rows AS row
MATCH (community:Community {key: row.community})
CREATE (summary:Summary)-[:ABOUT]->(community)
SET summary = row.summary
WITH row, summary
UNWIND row.cited AS cited
MATCH (passage:Passage {key: cited.passage})
CREATE (summary)-[:CITES {ordinal: cited.ordinal, start: cited.start, end: cited.end}]->(passage)
