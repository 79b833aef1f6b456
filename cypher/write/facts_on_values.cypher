// Purpose: New facts whose object is a value, each with the first passage that states it; values are nodes that all share. An
//          edge says only what its nodes do not: `subject` and `raw` where a passage writes them in another way.
// Parameters: $tenant (INTEGER: row), $rows (LIST<LIST>: passage (row), subject (key), its name, facts (LIST<LIST>: fact
//             (key), predicate, object (key), and as write/asserts takes it from start on, then datatype, unit, high))
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row[0]})
MATCH (subject:Entity {key: row[1]})
UNWIND row[3] AS each
MERGE (object:Literal {key: each[2]})
ON CREATE SET object.datatype = each[11], object.value = each[9], object.unit = each[12], object.high = each[13]
CREATE (subject)<-[:SUBJECT]-(fact:Fact {key: each[0], tenant: $tenant, predicate: each[1]})-[:OBJECT]->(object)
CREATE (passage)-[:ASSERTS {
    start: each[3], end: each[4], extractor: each[5], polarity: each[6], qualifiers: each[7],
    subject: nullIf(row[2], subject.name), raw: nullIf(each[10], object.value)
}]->(fact)
