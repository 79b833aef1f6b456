// Purpose: Facts of these predicates, as each passage states them.
// Parameters: $tenant (INTEGER: the tenant's row), $predicates (LIST<STRING>)
// Result: rows (LIST<LIST>: passage, id, subject's id, subject, predicate, object as JSON, object's id, qualifiers as JSON, start, end,
//         extractor)
UNWIND $predicates AS predicate
MATCH (f:Fact {tenant: $tenant, predicate: predicate})<-[a:ASSERTS]-(p:Passage)
RETURN collect([
    p.row, f.id, f.subject_id, a.subject, f.predicate, a.object, a.object_id, a.qualifiers, a.start, a.end, a.extractor
]) AS rows
