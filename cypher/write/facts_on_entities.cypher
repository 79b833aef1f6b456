// Purpose: New facts whose object is an entity, each with the first passage that states it. An edge says only what its nodes
//          do not: `subject`, `value` and `raw` where a passage writes them in another way than the entities have them.
// Parameters: $tenant (INTEGER: row), $rows (LIST<LIST>: passage (row), subject (key), its name, facts (LIST<LIST>: fact
//             (key), predicate, object (key), and as write/asserts takes it from start on))
// Result: none
UNWIND $rows AS row
MATCH (passage:Passage {row: row[0]})
MATCH (subject:Entity {key: row[1]})
UNWIND row[3] AS each
MATCH (object:Entity {key: each[2]})
CREATE (subject)<-[:SUBJECT]-(fact:Fact {key: each[0], tenant: $tenant, predicate: each[1]})-[:OBJECT]->(object)
CREATE (passage)-[:ASSERTS {
    start: each[3], end: each[4], extractor: each[5], polarity: each[6], qualifiers: each[7], object: each[8],
    subject: nullIf(row[2], subject.name), value: nullIf(each[9], object.folded), raw: nullIf(each[10], object.name)
}]->(fact)
