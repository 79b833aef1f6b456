// Purpose: A hop back over facts that reads no passage: from where facts lead to these entities.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: subject's id, predicate, object's id, passage)
UNWIND $keys AS key
MATCH (o:Entity {key: key})<-[:OBJECT]-(f:Fact)-[:SUBJECT]->(s:Entity)
MATCH (f)<-[:ASSERTS]-(p:Passage)
RETURN collect([substring(s.key, 8), f.predicate, substring(o.key, 8), p.row]) AS rows
