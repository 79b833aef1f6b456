// Purpose: What passages define under these names.
// Parameters: $keys (LIST<STRING>: keys of names)
// Result: rows (LIST<LIST>: passage, entity's id, name, strength, basis)
UNWIND $keys AS key
MATCH (n:Name {key: key})-[:STANDS_FOR]->(e:Entity)<-[d:DEFINES]-(p:Passage)
WHERE d.key = n.name
RETURN collect([p.row, substring(e.key, 8), d.key, d.strength, d.basis]) AS rows
