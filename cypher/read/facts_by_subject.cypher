// Purpose: A hop over facts: what is stated of these entities, as each passage states it.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: passage, id, subject's id, subject, predicate, object as JSON, object's id, qualifiers as JSON, start, end)
UNWIND $keys AS key
MATCH (e:Entity {key: key})<-[:SUBJECT]-(f:Fact)<-[a:ASSERTS]-(p:Passage)
RETURN collect([
    p.row, f.id, f.subject_id, a.subject, f.predicate, a.object, a.object_id, a.qualifiers, a.start, a.end
]) AS rows
