// Purpose: Keep a trace, in the place of one of the same id.
// Parameters: $key (STRING), $trace (MAP: its properties), $used (LIST<STRING>: keys of passages, in order)
// Result: none
MERGE (trace:Trace {key: $key})
SET trace = $trace
WITH trace
OPTIONAL MATCH (trace)-[before:USED]->(:Passage)
DELETE before
WITH DISTINCT trace
UNWIND range(0, size($used) - 1) AS ordinal
MATCH (passage:Passage {key: $used[ordinal]})
CREATE (trace)-[:USED {ordinal: ordinal}]->(passage)
