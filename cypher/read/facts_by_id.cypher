// Purpose: These facts, as each passage states them.
// Parameters: $keys (LIST<STRING>: keys of facts)
// Result: rows (LIST<LIST>: as graph.bolt.stating takes them)
UNWIND $keys AS key
MATCH (f:Fact {key: key})
MATCH (s:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(o)
MATCH (f)<-[a:ASSERTS]-(p:Passage)
RETURN collect([
    p.row, f.key, s.key, coalesce(a.subject, s.name), f.predicate, o.key, o.datatype, coalesce(a.value, o.folded, o.value), o.unit,
    o.high, coalesce(a.raw, o.name, o.value), a.object, a.qualifiers, a.start, a.end,
    a.extractor
]) AS rows
