// Purpose: A hop over facts: what is stated of these entities, as each passage states it, with the passages, so that a hop is
//          one reading.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: passage, id, subject's id, subject, predicate, object as JSON, object's id, qualifiers as JSON, start, end,
//         extractor),
//         passages (LIST<LIST>: as read/passages gives them; of the first some hundred)
UNWIND $keys AS key
MATCH (e:Entity {key: key})<-[:SUBJECT]-(f:Fact)<-[a:ASSERTS]-(p:Passage)
WITH collect([
    p.row, f.id, f.subject_id, a.subject, f.predicate, a.object, a.object_id, a.qualifiers, a.start, a.end, a.extractor
]) AS rows, collect(DISTINCT p)[..500] AS stating
CALL (stating) {
    UNWIND stating AS p
    MATCH (s:Section {row: p.section})
    RETURN collect([
        p.row, p.id, s.name, p.ordinal, p.span_start, p.span_end, p.text, p.kind, p.tokens, p.lead, p.header, p.stems, s.path
    ]) AS passages
}
RETURN rows, passages
