// Purpose: Where a content states facts, and how it writes them.
// Parameters: $content (INTEGER: row)
// Result: stated (LIST: as graph.bolt.stating takes it), polarity (null: affirmed)
MATCH (:Content {row: $content})-[:CONTAINS]->(p:Passage)-[a:ASSERTS]->(f:Fact)
MATCH (s:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(o)
RETURN [
    p.row, f.key, s.key, coalesce(a.subject, s.name), f.predicate, o.key, o.datatype, coalesce(a.value, o.folded, o.value), o.unit,
    o.high, coalesce(a.raw, o.name, o.value), a.object, a.qualifiers, a.start, a.end,
    a.extractor
] AS stated, a.polarity AS polarity
