// Purpose: Every fact of a tenant, as each passage states it.
// Parameters: $tenant (INTEGER: the tenant's row)
// Result: rows (LIST<LIST>: as graph.bolt.stating takes them)
MATCH (p:Passage)-[a:ASSERTS]->(f:Fact) WHERE p.tenant = $tenant AND p.opened > 0
MATCH (s:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(o)
RETURN collect([
    p.row, f.key, s.key, coalesce(a.subject, s.name), f.predicate, o.key, o.datatype, coalesce(a.value, o.folded, o.value), o.unit,
    o.high, coalesce(a.raw, o.name, o.value), a.object, a.qualifiers, a.start, a.end,
    a.extractor
]) AS rows
