// Purpose: Where facts that are here are stated too. An edge says only what its nodes do not.
// Parameters: $rows (LIST<LIST>: passage (row), fact (key), subject (as written), start, end, extractor, polarity (null:
//             affirmed), qualifiers (JSON; null: none), object (JSON; null: as its node says), value, raw (as written))
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row[0]})
MATCH (fact:Fact {key: row[1]})
MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object)
CREATE (passage)-[:ASSERTS {
    start: row[3], end: row[4], extractor: row[5], polarity: row[6], qualifiers: row[7], object: row[8],
    subject: nullIf(row[2], subject.name), value: nullIf(row[9], coalesce(object.folded, object.value)),
    raw: nullIf(row[10], coalesce(object.name, object.value))
}]->(fact)
