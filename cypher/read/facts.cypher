// Purpose: Every fact of a tenant, as each passage states it.
// Parameters: $tenant (INTEGER: the tenant's row)
// Result: rows (LIST<LIST>: passage, id, subject's id, subject, predicate, object as JSON, object's id, qualifiers as JSON, start, end,
//         extractor)
MATCH (p:Passage)-[a:ASSERTS]->(f:Fact) WHERE p.tenant = $tenant AND p.opened > 0
RETURN collect([
    p.row, f.id, f.subject_id, a.subject, f.predicate, a.object, a.object_id, a.qualifiers, a.start, a.end, a.extractor
]) AS rows
