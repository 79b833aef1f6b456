// Purpose: A hop over facts that reads no passage: where these entities lead to.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: subject's id, predicate, object's id, passage)
UNWIND $keys AS key
MATCH (s:Entity {key: key})<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(o:Entity)
MATCH (f)<-[:ASSERTS]-(p:Passage)
RETURN collect([substring(s.key, 8), f.predicate, substring(o.key, 8), p.row]) AS rows
