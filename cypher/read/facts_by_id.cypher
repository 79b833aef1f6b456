// Purpose: These facts, as each passage states them.
// Parameters: $keys (LIST<STRING>: keys of facts)
// Result: rows (LIST<LIST>: passage, id, subject's id, subject, predicate, object as JSON, object's id, qualifiers as JSON, start, end,
//         extractor)
UNWIND $keys AS key
MATCH (f:Fact {key: key})<-[a:ASSERTS]-(p:Passage)
RETURN collect([
    p.row, f.id, f.subject_id, a.subject, f.predicate, a.object, a.object_id, a.qualifiers, a.start, a.end, a.extractor
]) AS rows
