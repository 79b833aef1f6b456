// Purpose: A hop over facts: what is stated of these entities, as each passage states it, with the passages, so that a hop is
//          one reading.
// Parameters: $keys (LIST<STRING>: keys of entities)
// Result: rows (LIST<LIST>: as graph.bolt.stating takes them), passages (LIST<LIST>: as read/passages gives them; of the
//         first some hundred)
UNWIND $keys AS key
MATCH (s:Entity {key: key})<-[:SUBJECT]-(f:Fact)<-[a:ASSERTS]-(p:Passage)
MATCH (f)-[:OBJECT]->(o)
WITH collect([
    p.row, f.key, s.key, coalesce(a.subject, s.name), f.predicate, o.key, o.datatype, coalesce(a.value, o.folded, o.value), o.unit,
    o.high, coalesce(a.raw, o.name, o.value), a.object, a.qualifiers, a.start, a.end,
    a.extractor
]) AS rows, collect(DISTINCT p)[..500] AS stating
CALL (stating) {
    UNWIND stating AS p
    MATCH (s:Section {row: p.section})
    RETURN collect([
        p.row, p.id, s.name, p.ordinal, p.span_start, p.span_end, p.text, p.kind, p.tokens, p.lead, p.header, p.stems, s.path
    ]) AS passages
}
RETURN rows, passages
