// Purpose: Facts of these predicates, as each passage states them.
// Parameters: $tenant (INTEGER: the tenant's row), $predicates (LIST<STRING>)
// Result: rows (LIST<LIST>: as graph.bolt.stating takes them)
UNWIND $predicates AS predicate
MATCH (f:Fact {tenant: $tenant, predicate: predicate})
MATCH (s:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(o)
MATCH (f)<-[a:ASSERTS]-(p:Passage)
RETURN collect([
    p.row, f.key, s.key, coalesce(a.subject, s.name), f.predicate, o.key, o.datatype, coalesce(a.value, o.folded, o.value), o.unit,
    o.high, coalesce(a.raw, o.name, o.value), a.object, a.qualifiers, a.start, a.end,
    a.extractor
]) AS rows
