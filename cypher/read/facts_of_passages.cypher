// Purpose: What these passages state.
// Parameters: $numbers (LIST<INTEGER>: rows)
// Result: rows (LIST<LIST>: passage, id, subject's id, subject, predicate, object as JSON, object's id, qualifiers as JSON, start, end,
//         extractor)
UNWIND $numbers AS number
MATCH (p:Passage {row: number})-[a:ASSERTS]->(f:Fact)
RETURN collect([
    p.row, f.id, f.subject_id, a.subject, f.predicate, a.object, a.object_id, a.qualifiers, a.start, a.end, a.extractor
]) AS rows
