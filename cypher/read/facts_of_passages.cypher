// Purpose: What these passages state.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: as graph.bolt.stating takes them)
UNWIND $numbers AS number
MATCH (p:Passage {row: number})-[a:ASSERTS]->(f:Fact)
MATCH (s:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(o)
RETURN collect([
    p.row, f.key, s.key, coalesce(a.subject, s.name), f.predicate, o.key, o.datatype, coalesce(a.value, o.folded, o.value), o.unit,
    o.high, coalesce(a.raw, o.name, o.value), a.object, a.qualifiers, a.start, a.end,
    a.extractor
]) AS rows
